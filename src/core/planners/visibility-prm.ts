import type { Random } from '../base/random.ts';
import { NearNodes } from './near-nodes.ts';
import type { PlanEnds } from './plan-ends.ts';
import type { Planner } from './planner.ts';
import { RoadmapGraph } from './roadmap-graph.ts';
import { type Sampled, sampledPlan } from './sampled-plan.ts';
import { Samples } from './samples.ts';

/** A place looks for so many of the nearest guards: on a large floor it sees none of those further away. */
const GUARDS = 32;

/**
 * A roadmap of few nodes (Simeon, Laumond and Nissoux): a place that sees no guard becomes one; a place that sees guards of different parts
 * joins them; all others are forgotten. Start and goal are the first guards.
 */
export const visibilityPrm: Planner = {
  name: 'visibility-prm',
  summary: 'visibility probabilistic roadmap: guards that do not see each other, and places that join them',
  plan: (query) => sampledPlan(query, (ends, random, mostSamples) => guarded(ends, { random, mostSamples, radiusM: query.radiusM })),
};

interface Budget {
  readonly random: Random;
  readonly mostSamples: number;
  readonly radiusM: number;
}

function guarded({ space, fromX, fromY, toX, toY }: PlanEnds, { random, mostSamples, radiusM }: Budget): Sampled {
  const graph = new RoadmapGraph();
  const near = new NearNodes(space.bounds, GUARDS);
  /** The node of each guard. */
  const guards: number[] = [];
  const addGuard = (x: number, y: number): number => {
    const node = graph.addNode(x, y);
    guards.push(node);
    near.add(x, y);
    return node;
  };
  const [start, goal] = [addGuard(fromX, fromY), addGuard(toX, toY)];
  if (space.grid.isClear(fromX, fromY, toX, toY)) graph.addEdge(start, goal);
  const samples = new Samples(space, random, radiusM);
  /** One guard of each part of the roadmap that a place sees. */
  const seen: number[] = [];
  let drawn = 0;
  for (; drawn < mostSamples && !graph.areConnected(start, goal); drawn++) {
    if (!samples.draw()) continue;
    seen.length = 0;
    const count = near.nearest(samples.x, samples.y);
    for (let k = 0; k < count; k++) {
      const guard = guards[near.found[k] as number] as number;
      if (seen.some((other) => graph.areConnected(other, guard))) continue;
      if (space.grid.isClear(samples.x, samples.y, graph.xOf(guard), graph.yOf(guard))) seen.push(guard);
    }
    if (seen.length === 0) addGuard(samples.x, samples.y);
    if (seen.length < 2) continue;
    const connector = graph.addNode(samples.x, samples.y);
    for (const guard of seen) graph.addEdge(connector, guard);
  }
  return { graph, start, goal, samples: drawn };
}
