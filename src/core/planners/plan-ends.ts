import type { Place } from '../maps/maps.ts';
import { type FreeSpace, freeSpaceOf } from './free-space.ts';
import type { PlanAnswer, PlanQuery, Roadmap } from './planner.ts';

/** Where a path begins and ends: free, in units. */
export interface PlanEnds {
  readonly space: FreeSpace;
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
  /** What comes before and behind all that is planned: the places asked for, and the free ones beside them if they are a little too near to something. */
  readonly before: readonly Place[];
  readonly behind: readonly Place[];
}

const NOTHING: Roadmap = { nodes: [], edges: [] };
/** Of the radius: a robot that stopped beside a corner is not exactly where its path was, and grown corners are up to 3.6 % too large. */
const TOO_NEAR = 0.04;

/** What every planner begins with; an answer, if there is nothing to plan. */
export function planEnds({ map, from, to, radiusM }: PlanQuery): PlanEnds | PlanAnswer {
  const space = freeSpaceOf(map, radiusM);
  const [start, goal] = [from, to].map((place, index) => {
    if (!place.every(Number.isFinite)) throw new RangeError(`the ${NAMES[index]} is at [${place}], which is nowhere`);
    return space.nearestFree(place, TOO_NEAR * radiusM);
  });
  if (!start) return { kind: 'no path', reason: whyNotFree(NAMES[0], from, { map, radiusM }), roadmap: NOTHING };
  if (!goal) return { kind: 'no path', reason: whyNotFree(NAMES[1], to, { map, radiusM }), roadmap: NOTHING };
  return {
    space,
    fromX: space.xOf(start),
    fromY: space.yOf(start),
    toX: space.xOf(goal),
    toY: space.yOf(goal),
    before: start === from ? [from] : [from, start],
    behind: goal === to ? [to] : [goal, to],
  };
}

const NAMES = ['start', 'goal'] as const;

function whyNotFree(what: string, [x, y]: Place, { map, radiusM }: Pick<PlanQuery, 'map' | 'radiusM'>): string {
  const [low, high] = map.bounds;
  const isInside = x >= low[0] && y >= low[1] && x <= high[0] && y <= high[1];
  const where = `the ${what}, ${x.toFixed(2)}, ${y.toFixed(2)} m,`;
  return isInside ? `${where} is nearer than ${radiusM} m to something` : `${where} is outside of the map`;
}

/** Through these corners. */
export const pathThrough = ({ space, before, behind }: PlanEnds, inner: readonly (readonly [x: number, y: number])[]): Place[] => [
  ...before,
  ...inner.map(([x, y]) => space.placeAt(x, y)),
  ...behind,
];

export function pathLengthM(points: readonly Place[]): number {
  let lengthM = 0;
  for (let i = 1; i < points.length; i++) {
    const [[ax, ay], [bx, by]] = [points[i - 1] as Place, points[i] as Place];
    lengthM += Math.hypot(bx - ax, by - ay);
  }
  return lengthM;
}
