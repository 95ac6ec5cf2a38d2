import { leastFromM, type PlacedConvex, support } from './convex.ts';
import { cross, dot, lengthOf, minus, plus, times, type Vector } from './vector.ts';

export interface Separation {
  /** Metres between two convex bodies; below zero by how much they overlap. */
  readonly distanceM: number;
  /** The point of the first that is nearest to the second. */
  readonly at: Vector;
}

/** A corner of the difference of two bodies, and the point of the first that it was made from. */
interface Corner {
  readonly point: Vector;
  readonly first: Vector;
}

/** Corners, and how much of each makes up the point of their hull that is nearest to the origin. */
interface Nearest {
  readonly corners: readonly Corner[];
  readonly shares: readonly number[];
}

const MOST_ROUNDS = 40;
/** Nearer than this hulls count as touching, in square metres. */
const TOUCHING = 1e-14;

/** The distance by Gilbert, Johnson and Keerthi: exact for hulls. Where the hulls themselves overlap, how deep they do is a close estimate from above. */
export function separation(a: PlacedConvex, b: PlacedConvex): Separation {
  const gap = gapBetween(a, b);
  if (!gap) return overlapOf(a, b);
  const gapM = lengthOf(gap.between);
  const at = gapM === 0 ? gap.onHull : plus(gap.onHull, times(gap.between, -a.convex.radiusM / gapM));
  return { distanceM: gapM - a.convex.radiusM - b.convex.radiusM, at };
}

/** From the nearest point of the second hull to that of the first. Undefined where they overlap. */
function gapBetween(a: PlacedConvex, b: PlacedConvex): { readonly between: Vector; readonly onHull: Vector } | undefined {
  let nearest: Nearest = { corners: [corner(a, b, minus(b.centre, a.centre))], shares: [1] };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const towards = blended(nearest, 'point');
    const gap = dot(towards, towards);
    if (gap < TOUCHING || nearest.corners.length === 4) return undefined;
    const next = corner(a, b, times(towards, -1));
    const isFarthest = gap - dot(towards, next.point) <= 1e-9 * gap + 1e-13;
    if (isFarthest || nearest.corners.some(({ point }) => isSamePoint(point, next.point))) break;
    nearest = nearestOf([...nearest.corners, next]);
  }
  return { between: blended(nearest, 'point'), onHull: blended(nearest, 'first') };
}

/** The balls round two bodies: never more than the distance between the bodies. */
export const leastDistanceM = ({ centre: a, convex }: PlacedConvex, { centre: b, convex: other }: PlacedConvex): number =>
  Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2) - convex.reachM - other.reachM;

/** The same by the box round each of them and the ball round the other: nearer to the distance where one of them is long. */
export const leastByBoxesM = (a: PlacedConvex, b: PlacedConvex): number =>
  Math.max(leastFromM(a, b.centre) - b.convex.reachM, leastFromM(b, a.centre) - a.convex.reachM);

const isSamePoint = (a: Vector, b: Vector): boolean => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

function corner(a: PlacedConvex, b: PlacedConvex, along: Vector): Corner {
  const first = support(a, along);
  return { first, point: minus(first, support(b, times(along, -1))) };
}

function blended({ corners, shares }: Nearest, of: 'point' | 'first'): Vector {
  let [x, y, z] = [0, 0, 0];
  for (let index = 0; index < corners.length; index++) {
    const point = corners[index]?.[of];
    const share = shares[index];
    if (!point || share === undefined) continue;
    x += point[0] * share;
    y += point[1] * share;
    z += point[2] * share;
  }
  return [x, y, z];
}

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

/** Which of the corners hold the point nearest to the origin. All four of them: the origin is inside. */
function nearestOf(corners: readonly Corner[]): Nearest {
  switch (corners.length) {
    case 2:
      return nearestOnEdge(corners as [Corner, Corner]);
    case 3:
      return nearestOnTriangle(corners as [Corner, Corner, Corner]);
    default:
      return nearestOnTetrahedron(corners as [Corner, Corner, Corner, Corner]);
  }
}

function nearestOnEdge([a, b]: [Corner, Corner]): Nearest {
  const edge = minus(b.point, a.point);
  const length = dot(edge, edge);
  const share = length === 0 ? 0 : -dot(a.point, edge) / length;
  if (share <= 0) return { corners: [a], shares: [1] };
  if (share >= 1) return { corners: [b], shares: [1] };
  return { corners: [a, b], shares: [1 - share, share] };
}

/** By the regions of Ericson, Real-Time Collision Detection, 5.1.5. */
function nearestOnTriangle([a, b, c]: [Corner, Corner, Corner]): Nearest {
  const ab = minus(b.point, a.point);
  const ac = minus(c.point, a.point);
  const [d1, d2] = [-dot(ab, a.point), -dot(ac, a.point)];
  if (d1 <= 0 && d2 <= 0) return { corners: [a], shares: [1] };
  const [d3, d4] = [-dot(ab, b.point), -dot(ac, b.point)];
  if (d3 >= 0 && d4 <= d3) return { corners: [b], shares: [1] };
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return nearestOnEdge([a, b]);
  const [d5, d6] = [-dot(ab, c.point), -dot(ac, c.point)];
  if (d6 >= 0 && d5 <= d6) return { corners: [c], shares: [1] };
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return nearestOnEdge([a, c]);
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return nearestOnEdge([b, c]);
  const sum = va + vb + vc;
  return { corners: [a, b, c], shares: [va / sum, vb / sum, vc / sum] };
}

function nearestOnTetrahedron(all: [Corner, Corner, Corner, Corner]): Nearest {
  const [a, b, c, d] = all;
  const faces: [Corner, Corner, Corner, Corner][] = [
    [a, b, c, d],
    [a, c, d, b],
    [a, d, b, c],
    [b, d, c, a],
  ];
  let best: Nearest | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [p, q, r, opposite] of faces) {
    const normal = cross(minus(q.point, p.point), minus(r.point, p.point));
    const inner = dot(normal, minus(opposite.point, p.point));
    // The origin lies on the far side of this face, or the four are flat.
    if (-dot(normal, p.point) * inner > 0 && Math.abs(inner) > 1e-18) continue;
    const nearest = nearestOnTriangle([p, q, r]);
    const point = blended(nearest, 'point');
    const away = dot(point, point);
    if (away >= least) continue;
    least = away;
    best = nearest;
  }
  return best ?? { corners: all, shares: [0.25, 0.25, 0.25, 0.25] };
}
