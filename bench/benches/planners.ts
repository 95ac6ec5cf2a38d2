/** Our planners beside OMPL's, on the same scenes, with the same question asked of what stands there: how many milestones a second, and how soon there is a good path. */
import { PLANNERS } from '../../src/core/planners/planners.ts';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startRole } from '../harness/conductor.ts';
import type { Comparison } from '../harness/result.ts';
import { median } from '../harness/statistics.ts';
import type { PlanningRole } from '../ours/planning.ts';
import { SCENES, type SceneName } from '../ours/planning-scenes.ts';
import { OMPL_PLANNERS, type OmplPeer, openOmpl } from '../peers/ompl.ts';

/** Milestones, and with how many neighbours each is tried: OMPL's usual number, and ours. */
const ROADMAP = { quick: 2000, strict: 10_000 };
const NEIGHBOURS = 10;
/** At least 1.2 times as many in a second. */
const MILESTONES_GATE = 1 / 1.2;
/** Half the time. */
const PATH_GATE = 0.5;
/** A path is good that is at most so much longer than the shortest. */
const WITHIN = 1.05;
/** So many of the quickest on a scene are measured in each run, of OMPL's planners and of ours; all are tried once. */
const FINALISTS = 2;
/** Of the processor: who has not found a good path by then is not among them. */
const LIMIT_S = { quick: 0.3, strict: 3 };
const TIMES = { quick: 1, strict: 5 };
const OUR_TIMES = { quick: 2, strict: 15 };

export const planners: Bench = async (options) => {
  await using ompl = await openOmpl();
  const finalists = await findFinalists(ompl, options);
  const roadmaps = new Map(SCENES.map((scene) => [scene, { ours: [] as number[], peer: [] as number[] }]));
  const paths = { ours: [] as number[], peer: [] as number[] };
  for (let run = 1; run <= options.runs; run++) {
    const times: { ours: number; peer: number }[] = [];
    for (const scene of SCENES) {
      const grown = await compareRoadmaps(ompl, scene, run, options);
      roadmaps.get(scene)?.ours.push(grown.ours);
      roadmaps.get(scene)?.peer.push(grown.peer);
      times.push(await comparePaths(ompl, scene, finalists.get(scene) ?? NOBODY, run, options));
    }
    paths.ours.push(geometricMean(times.map(({ ours }) => ours)));
    paths.peer.push(geometricMean(times.map(({ peer }) => peer)));
  }
  const ofScenes = [...roadmaps].map(
    ([scene, { ours, peer }]): Comparison => ({
      bench: 'planners',
      metric: `roadmap of ${ROADMAP[options.rigour]} milestones, ${scene}, us of processor a milestone`,
      ...{ ours, peer, peerName: "OMPL's PRM", gate: MILESTONES_GATE },
    }),
  );
  const metric = `path at most 5 % longer than the shortest, ms of processor, geometric mean of ${SCENES.join(', ')}`;
  return [...ofScenes, { bench: 'planners', metric, ...paths, peerName: "OMPL's best on each", gate: PATH_GATE }];
};

const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

interface Finalists {
  readonly ours: readonly string[];
  readonly peer: readonly string[];
}

const NOBODY: Finalists = { ours: [], peer: [] };

/** Milliseconds of the processor until there was a good path, by planner; infinite where there was none. */
type Tried = readonly (readonly [planner: string, ms: number])[];

async function findFinalists(ompl: OmplPeer, { rigour, show }: BenchOptions): Promise<Map<SceneName, Finalists>> {
  const found = new Map<SceneName, Finalists>();
  for (const scene of SCENES) {
    const peer: [string, number][] = [];
    for (const planner of OMPL_PLANNERS) {
      const [answer] = await ompl.solve(scene, planner, { within: WITHIN, limitS: LIMIT_S[rigour], times: 1, seed: 1 });
      peer.push([planner, answer?.isFound ? answer.processorMs : Number.POSITIVE_INFINITY]);
    }
    const ours: [string, number][] = [];
    for (const { name } of PLANNERS) ours.push([name, await ourMs(ompl, scene, name, OUR_TIMES.quick)]);
    found.set(scene, { ours: quickest(ours, scene), peer: quickest(peer, scene) });
    const figures = [...ours, ...peer].map(([planner, ms]) => [planner, Number.isFinite(ms) ? Number(ms.toPrecision(3)) : 'none']);
    show({ bench: 'planners', scene, ...(Object.fromEntries(figures) as Record<string, number | string>) });
  }
  return found;
}

function quickest(tried: Tried, scene: SceneName): string[] {
  const good = tried.filter(([, ms]) => Number.isFinite(ms)).toSorted(([, a], [, b]) => a - b);
  if (good.length === 0) throw new Error(`no planner finds a good path on ${scene}`);
  return good.slice(0, FINALISTS).map(([planner]) => planner);
}

async function ourMs(ompl: OmplPeer, scene: SceneName, planner: string, times: number): Promise<number> {
  await using role = startRole<PlanningRole>('ours/planning.ts');
  return (await role.ask('solve', { scene, planner, withinM: WITHIN * ompl.shortestM(scene), times })).processorMs;
}

/** Microseconds of the processor for a milestone. */
async function compareRoadmaps(ompl: OmplPeer, scene: SceneName, run: number, { rigour, say }: BenchOptions) {
  const milestones = ROADMAP[rigour];
  await using role = startRole<PlanningRole>('ours/planning.ts');
  const ours = await role.ask('roadmap', { scene, milestones, times: TIMES[rigour] });
  const theirs = await ompl.roadmap(scene, { milestones, neighbours: NEIGHBOURS, times: TIMES[rigour], seed: run });
  const perMilestone = (ms: number) => (ms * 1000) / milestones;
  const pair = { ours: perMilestone(ours.processorMs), peer: perMilestone(median(theirs.map(({ processorMs }) => processorMs))) };
  say(
    `run ${run}, ${scene}: ${pair.ours.toFixed(2)} us a milestone (${ours.edges} edges), OMPL ${pair.peer.toFixed(2)} us (${theirs[0]?.edges} edges)`,
  );
  return pair;
}

async function comparePaths(ompl: OmplPeer, scene: SceneName, finalists: Finalists, run: number, { rigour, say }: BenchOptions) {
  const ours: [string, number][] = [];
  for (const planner of finalists.ours) ours.push([planner, await ourMs(ompl, scene, planner, OUR_TIMES[rigour])]);
  const peer: [string, number][] = [];
  for (const planner of finalists.peer) {
    const limits = { within: WITHIN, limitS: LIMIT_S[rigour], times: TIMES[rigour], seed: run };
    const solved = await ompl.solve(scene, planner, limits);
    peer.push([planner, solved.length > 0 ? median(solved.map(({ processorMs }) => processorMs)) : Number.POSITIVE_INFINITY]);
  }
  const [best, theirs] = [bestOf(ours), bestOf(peer)];
  say(`run ${run}, ${scene}: ${best[0]} takes ${best[1].toFixed(2)} ms to a good path, OMPL's ${theirs[0]} ${theirs[1].toFixed(2)} ms`);
  return { ours: best[1], peer: theirs[1] };
}

const bestOf = (tried: Tried): Tried[number] =>
  tried.reduce((best, each) => (each[1] < best[1] ? each : best), ['', Number.POSITIVE_INFINITY] as const);
