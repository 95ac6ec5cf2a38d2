import { leastFromM, type PlacedConvex, support } from './convex.ts';
import { gapBetween } from './gap.ts';
import { cross, dot, lengthOf, minus, plus, times, type Vector } from './vector.ts';

export interface Separation {
  /** Metres between two convex bodies; below zero by how much they overlap. */
  readonly distanceM: number;
  /** The point of the first that is nearest to the second. */
  readonly at: Vector;
}

/** The distance by Gilbert, Johnson and Keerthi: exact for hulls. Where the hulls themselves overlap, how deep they do is a close estimate from above. */
export function separation(a: PlacedConvex, b: PlacedConvex): Separation {
  const gap = gapBetween(a, b);
  if (!gap) return overlapOf(a, b);
  const gapM = lengthOf(gap.between);
  const at = gapM === 0 ? gap.onHull : plus(gap.onHull, times(gap.between, -a.convex.radiusM / gapM));
  return { distanceM: gapM - a.convex.radiusM - b.convex.radiusM, at };
}

/** The balls round two bodies: never more than the distance between the bodies. */
export const leastDistanceM = ({ centre: a, convex }: PlacedConvex, { centre: b, convex: other }: PlacedConvex): number =>
  Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2) - convex.reachM - other.reachM;

/** The same by the box round each of them and the ball round the other: nearer to the distance where one of them is long. */
export const leastByBoxesM = (a: PlacedConvex, b: PlacedConvex): number =>
  Math.max(leastFromM(a, b.centre) - b.convex.reachM, leastFromM(b, a.centre) - a.convex.reachM);

const DIAGONALS: readonly Vector[] = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) => [-1, 0, 1].flatMap((z): Vector[] => (x === 0 && y === 0 && z === 0 ? [] : [[x, y, z]]))),
);

/** How far a body would have to go along a direction to be out of another. */
interface WayOut {
  readonly along: Vector;
  readonly depthM: number;
  readonly at: Vector;
}

function wayOut(a: PlacedConvex, b: PlacedConvex, along: Vector): WayOut {
  const at = support(a, along);
  return { along, depthM: dot(at, along) - dot(support(b, times(along, -1)), along), at };
}

/** Along some direction the overlap is least: tried are the axes of both, what is across two of them, the line of centres, a star of others, and what follows from the best. */
function overlapOf(a: PlacedConvex, b: PlacedConvex): Separation {
  const across = a.axes.flatMap((one) => b.axes.map((other) => cross(one, other)));
  const ways: WayOut[] = [];
  for (const direction of [minus(a.centre, b.centre), ...a.axes, ...b.axes, ...across, ...DIAGONALS]) {
    const length = lengthOf(direction);
    if (length >= 1e-6) ways.push(wayOut(a, b, times(direction, 1 / length)), wayOut(a, b, times(direction, -1 / length)));
  }
  const { depthM, at } = ways
    .sort((one, other) => one.depthM - other.depthM)
    .slice(0, FOLLOWED)
    .map((way) => shortened(a, b, way))
    .reduce((best, way) => (way.depthM < best.depthM ? way : best));
  return { distanceM: -Math.max(0, depthM) - a.convex.radiusM - b.convex.radiusM, at };
}

/** So many of the best directions are followed. */
const FOLLOWED = 3;
const MOST_SHORTENINGS = 10;
/** So far beyond touching the direction between two is plain. */
const BEYOND_M = 1e-4;

/** Moved out along a direction, two may be nearest in another one, along which the way is shorter: and so on. */
function shortened(a: PlacedConvex, b: PlacedConvex, first: WayOut): WayOut {
  let best = first;
  for (let round = 0; round < MOST_SHORTENINGS; round++) {
    const gap = gapBetween(a, moved(b, times(best.along, best.depthM + BEYOND_M)));
    const gapM = gap ? lengthOf(gap.between) : 0;
    if (!gap || gapM === 0) return best;
    const next = wayOut(a, b, times(gap.between, -1 / gapM));
    if (next.depthM >= best.depthM - 1e-7) return best;
    best = next;
  }
  return best;
}

const moved = (body: PlacedConvex, by: Vector): PlacedConvex => ({ ...body, centre: plus(body.centre, by), origin: plus(body.origin, by) });
