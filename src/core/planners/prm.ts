import { Milestones } from './milestones.ts';
import type { Planner } from './planner.ts';
import { sampledPlan } from './sampled-plan.ts';

const LEAST_MILESTONES = 300;
/** The first way that is found may be a long way round: so many times the milestones that it took are made. */
const ONWARDS = 2;

/** Free places by chance, each joined with the nearest that it sees, until start and goal are joined (Kavraki, Svestka, Latombe and Overmars). */
export const prm: Planner = {
  name: 'prm',
  summary: 'probabilistic roadmap: places by chance, each joined with its neighbours',
  plan: (query) =>
    sampledPlan(query, ({ space, fromX, fromY, toX, toY }, random, mostSamples) => {
      const milestones = new Milestones(space, random, query.radiusM);
      const { graph } = milestones;
      const [start, goal] = [milestones.add(fromX, fromY), milestones.add(toX, toY)];
      let samples = 0;
      let wanted = Number.POSITIVE_INFINITY;
      for (; samples < mostSamples && graph.nodeCount < wanted; samples++) {
        milestones.grow();
        if (wanted === Number.POSITIVE_INFINITY && graph.areConnected(start, goal)) {
          wanted = Math.max(LEAST_MILESTONES, ONWARDS * graph.nodeCount);
        }
      }
      return { graph, start, goal, samples };
    }),
};
