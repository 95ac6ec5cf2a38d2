/** `manyhands plan`: a way on a map, from the command line. */
import { extname } from 'node:path';
import { MisuseError } from '../../core/base/errors.ts';
import type { Place, Site } from '../../core/maps/maps.ts';
import type { Leg, PathAnswer, PathRequest } from '../../core/navigation/path-service.ts';
import { plannedRoute } from '../../core/navigation/planned-route.ts';
import type { Planner } from '../../core/planners/planners.ts';
import { plural, print, printJson, write } from '../edl/map-files.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { table } from '../join/table.ts';
import { PlannerModuleError, PlannerModules } from '../planning/planner-modules.ts';
import { PlannerShelf } from '../planning/planner-shelf.ts';
import { Premises } from '../planning/premises.ts';
import { drawWay } from './drawn-way.ts';
import { goalOf, spotOf } from './places.ts';
import { siteIn } from './planned-site.ts';

export interface PlanOptions {
  readonly from: string;
  readonly to: string;
  readonly planner: string;
  /** Of planners of one's own. */
  readonly folder: string | undefined;
  readonly radiusM: number;
  readonly seed: number;
  readonly svg: string | undefined;
  readonly format: 'human' | 'json';
}

type Answer = Exclude<PathAnswer, { kind: 'refused' }>;

const ALL = 'all';

export async function plan(name: string, options: PlanOptions): Promise<ExitCode> {
  const { format, svg } = options;
  const site = await siteIn(name, format);
  if (!site) return EXIT.failure;
  const request: PathRequest = {
    start: spotOf('--from', options.from, site),
    goal: goalOf('--to', options.to, site),
    ...{ radiusM: options.radiusM, seed: options.seed, avoid: [], withRoadmap: true },
  };
  const premises = new Premises(site);
  const answers: Answer[] = [];
  const asked = await planners(options);
  // To be compared, each has to find the map and its own code ready: nobody pays for who comes after it.
  if (asked.length > 1) for (const planner of asked) planned(site, premises, planner, request);
  for (const planner of asked) {
    const answer = planned(site, premises, planner, request);
    answers.push(answer);
    if (format === 'json') printJson(summaryOf(answer, site));
    if (svg !== undefined) await write(options.planner === ALL ? fileOf(svg, planner.name) : svg, drawWay(site, request, answer));
  }
  if (format === 'human') tell(answers, site, options);
  return answers.every(({ kind }) => kind === 'path') ? EXIT.ok : EXIT.failure;
}

async function planners({ planner, folder = '' }: PlanOptions): Promise<Planner[]> {
  const shelf = new PlannerShelf(new PlannerModules(folder));
  try {
    return await Promise.all((planner === ALL ? shelf.names : [planner]).map((name) => shelf.get(name)));
  } catch (error) {
    if (error instanceof PlannerModuleError) throw new MisuseError(`--planner ${planner}`, { cause: error });
    throw error;
  }
}

function planned(site: Site, premises: Premises, planner: Planner, request: PathRequest): Answer {
  const mapOf = (floor: string | undefined) => premises.mapOf(floor, request);
  const answer = plannedRoute({ site, planner, request, mapOf, now: () => performance.now() });
  // Floors and rooms were looked up before.
  if (answer.kind === 'refused') throw new MisuseError(answer.reason);
  return answer;
}

/** The last line of what is printed with --json. */
function summaryOf(answer: Answer, site: Site): object {
  const { planner, kind } = answer;
  const figures = { ...sizeOf(answer), ms: Math.round(answer.ms * 100) / 100 };
  if (kind !== 'path') return { planner, answer: kind, reason: answer.reason, ...figures };
  return { planner, length: Math.round(answer.lengthM * 1e6) / 1e6, points: pointsOf(answer.legs, site), ...figures };
}

const sizeOf = ({ roadmaps = [] }: Answer) => ({
  nodes: roadmaps.reduce((sum, { nodes }) => sum + nodes.length, 0),
  edges: roadmaps.reduce((sum, { edges }) => sum + edges.length, 0),
});

/** Where there are several floors, each point has its floor. */
function pointsOf(legs: readonly Leg[], { floors }: Site): (Place | readonly [number, number, string])[] {
  return legs.flatMap((leg) => {
    if (leg.kind === 'ride') return [];
    return leg.points.map(([x, y]) => (floors.length === 1 ? ([x, y] as const) : ([x, y, leg.floor ?? ''] as const)));
  });
}

function tell(answers: readonly Answer[], site: Site, { planner, svg }: PlanOptions): void {
  const [only] = answers;
  if (planner === ALL || !only) {
    const rows = answers.map((answer) => {
      const { nodes, edges } = sizeOf(answer);
      return [
        answer.planner,
        answer.kind === 'path' ? `${answer.lengthM.toFixed(3)} m` : answer.kind,
        `${nodes}`,
        `${edges}`,
        `${answer.ms.toFixed(1)} ms`,
      ];
    });
    print(table(['planner', 'length', 'nodes', 'edges', 'time'], rows));
  } else tellOne(only, site);
  if (svg !== undefined) print(`wrote ${planner === ALL ? answers.map((answer) => fileOf(svg, answer.planner)).join(', ') : svg}`);
}

function tellOne(answer: Answer, { floors }: Site): void {
  const { nodes, edges } = sizeOf(answer);
  const figures = `${plural(nodes, 'node')}, ${plural(edges, 'edge')}, ${answer.ms.toFixed(1)} ms`;
  if (answer.kind !== 'path') {
    process.stderr.write(`manyhands: ${answer.kind}: ${answer.reason} (${answer.planner}: ${figures})\n`);
    return;
  }
  print(`${answer.planner}: ${answer.lengthM.toFixed(3)} m, ${figures}`);
  const nameOf = (floor: string | undefined) => floors.find(({ id }) => id === floor)?.name ?? '';
  for (const leg of answer.legs) {
    if (leg.kind === 'ride') print(`  ride ${leg.elevator} from ${nameOf(leg.from)} to ${nameOf(leg.to)}`);
    else
      print(
        `  ${floors.length > 1 ? `${nameOf(leg.floor)}: ` : ''}${leg.points.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join('  ')}`,
      );
  }
  if (answer.nodes.length > 0) print(`  by ${answer.nodes.join(', ')}`);
}

/** `way.svg` of a planner is `way-prm.svg`. */
const fileOf = (svg: string, planner: string): string => {
  const ending = extname(svg);
  return `${svg.slice(0, svg.length - ending.length)}-${planner}${ending}`;
};
