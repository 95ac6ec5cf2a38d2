/** Plans on the scenes of the bench, in a process of its own. */
import { seededRandom } from '../../src/core/base/random.ts';
import { Milestones } from '../../src/core/planners/milestones.ts';
import { freeSpaceOf, plannerNamed } from '../../src/core/planners/planners.ts';
import { serveRole } from '../harness/role.ts';
import { type SceneName, sceneNamed } from './planning-scenes.ts';

const handlers = { roadmap, solve };
export type PlanningRole = typeof handlers;
serveRole(handlers);

interface RoadmapWish {
  readonly scene: SceneName;
  readonly milestones: number;
  readonly times: number;
}

/** Milliseconds of the processor for a roadmap of so many milestones. */
function roadmap({ scene: name, milestones, times }: RoadmapWish): { readonly processorMs: number; readonly edges: number } {
  const { map, radiusM } = sceneNamed(name);
  const space = freeSpaceOf(map, radiusM);
  let edges = 0;
  const measured = measure(times, (time) => {
    const grown = new Milestones(space, seededRandom(time), radiusM);
    while (grown.graph.nodeCount < milestones) grown.grow();
    edges = grown.graph.edgeCount;
  });
  return { processorMs: measured, edges };
}

interface SolveWish {
  readonly scene: SceneName;
  readonly planner: string;
  /** A path is good that is no longer. */
  readonly withinM: number;
  readonly times: number;
}

/** Milliseconds of the processor until there is a good path: with one seed after the other. As for the peer, what stands there has been grown before. */
function solve({ scene: name, planner, withinM, times }: SolveWish): { readonly processorMs: number; readonly lengthM: number } {
  const { map, from, to, radiusM } = sceneNamed(name);
  freeSpaceOf(map, radiusM);
  let lengthM = Number.POSITIVE_INFINITY;
  const measured = measure(times, (time) => {
    const before = process.cpuUsage();
    for (let more = 0; spentMs(before) < LIMIT_MS; more++) {
      const answer = plannerNamed(planner).plan({ map, from, to, radiusM, seed: time + 1000 * more });
      lengthM = answer.kind === 'path' ? answer.lengthM : Number.POSITIVE_INFINITY;
      if (lengthM <= withinM) return;
    }
  });
  return { processorMs: lengthM <= withinM ? measured : Number.POSITIVE_INFINITY, lengthM };
}

/** A hub runs for days: what it does first, while its code is compiled, is not measured. Of the processor. */
const WARM_UP_MS = 1500;
/** Who has found no good path by then, of the processor, finds none: as for the peer. */
const LIMIT_MS = 3000;

function measure(times: number, work: (time: number) => void): number {
  for (let time = 1; process.cpuUsage().user < WARM_UP_MS * 1000; time++) work(time);
  const before = process.cpuUsage();
  for (let time = 0; time < times; time++) work(time + 1);
  return spentMs(before) / times;
}

/** All threads: what is collected and compiled meanwhile counts, too. */
function spentMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
