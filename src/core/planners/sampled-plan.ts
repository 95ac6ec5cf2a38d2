import { type Random, seededRandom } from '../base/random.ts';
import { type PlanEnds, pathLengthM, pathThrough, planEnds } from './plan-ends.ts';
import type { PlanAnswer, PlanQuery } from './planner.ts';
import type { RoadmapGraph } from './roadmap-graph.ts';
import { smoothed } from './smoothing.ts';

/** However many are asked for: of a planner that tests ten ways for each, that is a minute. */
const MOST_SAMPLES = 2_000_000;
/** What is taken unless the query says otherwise: so many, and more where more stands in the way. */
const USUAL_SAMPLES = 50_000;
const USUAL_SAMPLES_OF_CORNER = 25;

/** What a sampling planner came to: a roadmap that has the start and the goal. */
export interface Sampled {
  readonly graph: RoadmapGraph;
  readonly start: number;
  readonly goal: number;
  readonly samples: number;
}

/** What all sampling planners do before and after they sample. */
export function sampledPlan(query: PlanQuery, sample: (ends: PlanEnds, random: Random, mostSamples: number) => Sampled): PlanAnswer {
  const ends = planEnds(query);
  if ('kind' in ends) return ends;
  const mostSamples = Math.min(query.mostSamples ?? USUAL_SAMPLES + USUAL_SAMPLES_OF_CORNER * ends.space.corners.length, MOST_SAMPLES);
  const random = seededRandom(query.seed);
  const { graph, start, goal, samples } = sample(ends, random, mostSamples);
  const roadmap = graph.roadmap(ends.space);
  const path = graph.areConnected(start, goal) ? graph.shortestPath(start, goal) : undefined;
  if (!path) return { kind: 'not found', reason: `not found with ${samples} samples; there may be a path`, roadmap };
  const inner = smoothed(
    path.map((node) => [graph.xOf(node), graph.yOf(node)] as const),
    ends.space,
    random,
  );
  const points = pathThrough(ends, inner.slice(1, -1));
  return { kind: 'path', points, lengthM: pathLengthM(points), roadmap };
}
