import { wellFormed } from '../base/well-formed.ts';
import type { Place, Site } from '../maps/maps.ts';
import { freeSpaceOf, type PlanAnswer, type Planner, type PlanningMap } from '../planners/planners.ts';
import type { FloorRoadmap, PathAnswer, PathRequest } from './path-messages.ts';
import { routeAcross } from './route.ts';

export interface RoutePlan {
  /** Undefined in a world without a building. */
  readonly site: Site | undefined;
  readonly planner: Planner;
  readonly request: Pick<PathRequest, 'start' | 'goal' | 'radiusM' | 'seed' | 'withRoadmap'>;
  /** Where one plans on a floor of the site: with each shaft and whatever stands there. */
  mapOf(floor: string | undefined): PlanningMap;
  /** Milliseconds, to tell how long it took. */
  now(): number;
}

/** Letters of what is told of a failure. */
const LONGEST_REASON = 400;

/** getPath itself: the way across floors, each stretch of it by the planner, and looked at before anybody drives it. */
export function plannedRoute({ site, planner, request, mapOf, now }: RoutePlan): PathAnswer {
  const { radiusM, seed } = request;
  const roadmaps: FloorRoadmap[] = [];
  const beganMs = now();
  const route = routeAcross({
    ...{ site, radiusM, start: request.start, goal: request.goal },
    plan: (floor, from, to) => {
      const map = mapOf(floor);
      const answer = planner.plan({ map, from, to, radiusM, seed });
      roadmaps.push({ floor, ...answer.roadmap, edgesLeftOut: 0 });
      return unlessBlocked(answer, planner.name, map, radiusM);
    },
  });
  if (route.kind === 'refused') return { kind: 'refused', reason: route.reason };
  const told = { planner: planner.name, ms: Math.max(now() - beganMs, 0), ...(request.withRoadmap && { roadmaps }) };
  return route.kind === 'path' ? { ...route, ...told } : { kind: route.kind, reason: wellFormed(route.reason, LONGEST_REASON), ...told };
}

/** Whoever wrote the planner: a way through a wall is none. */
function unlessBlocked(answer: PlanAnswer, planner: string, map: PlanningMap, radiusM: number): PlanAnswer {
  if (answer.kind !== 'path') return answer;
  const space = freeSpaceOf(map, radiusM);
  const blocked = answer.points.findIndex((to, index) => !space.isClear(answer.points[index - 1] ?? to, to));
  if (blocked < 0) return answer;
  const ends = [answer.points[Math.max(blocked - 1, 0)], answer.points[blocked]].map((place) => place && told(place));
  return { kind: 'not found', reason: `${planner} answered a way that is blocked between ${ends.join(' and ')}`, roadmap: answer.roadmap };
}

const told = ([x, y]: Place): string => `${x.toFixed(2)}, ${y.toFixed(2)}`;
