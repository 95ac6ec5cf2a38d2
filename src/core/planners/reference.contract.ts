import type { Place } from '../maps/maps.ts';
import type { PlanningMap } from './planner.ts';

/** What planners are compared with: as plain as can be, in metres, and nothing of the product's in it. */

type Outline = readonly Place[];

export function wallOutline(from: Place, to: Place, thickM: number): Place[] {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [nx, ny] = [((to[1] - from[1]) / long) * (thickM / 2), (-(to[0] - from[0]) / long) * (thickM / 2)];
  return [
    [from[0] + nx, from[1] + ny],
    [to[0] + nx, to[1] + ny],
    [to[0] - nx, to[1] - ny],
    [from[0] - nx, from[1] - ny],
  ];
}

/** All that stands on a map. */
export const outlinesOf = ({ walls, wallThicknessM, obstacles }: PlanningMap): Outline[] => [
  ...walls.map(({ from, to }) => wallOutline(from, to, wallThicknessM)),
  ...obstacles,
];

export function toSegmentM([x, y]: Place, [ax, ay]: Place, [bx, by]: Place): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / square, 0), 1);
  return Math.hypot(ax + dx * share - x, ay + dy * share - y);
}

const turn = ([ax, ay]: Place, [bx, by]: Place, [cx, cy]: Place): number => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

const cross = (a: Place, b: Place, c: Place, d: Place): boolean => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;

const betweenSegmentsM = (a: Place, b: Place, c: Place, d: Place): number =>
  cross(a, b, c, d) ? 0 : Math.min(toSegmentM(a, c, d), toSegmentM(b, c, d), toSegmentM(c, a, b), toSegmentM(d, a, b));

/** By how often a ray crosses the outline. */
export function isInside([x, y]: Place, outline: Outline): boolean {
  let isIn = false;
  for (let i = 0; i < outline.length; i++) {
    const [ax, ay] = outline[i] as Place;
    const [bx, by] = outline[(i + 1) % outline.length] as Place;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn;
  }
  return isIn;
}

export function toOutlineM(place: Place, outline: Outline): number {
  if (isInside(place, outline)) return 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < outline.length; i++) {
    nearest = Math.min(nearest, toSegmentM(place, outline[i] as Place, outline[(i + 1) % outline.length] as Place));
  }
  return nearest;
}

/** How near a straight way comes to an outline. */
export function wayToOutlineM(a: Place, b: Place, outline: Outline): number {
  if (isInside(a, outline)) return 0;
  return Math.min(...outline.map((corner, i) => betweenSegmentsM(a, b, corner, outline[(i + 1) % outline.length] as Place)));
}

export function betweenOutlinesM(one: Outline, other: Outline): number {
  if (isInside(other[0] as Place, one) || isInside(one[0] as Place, other)) return 0;
  return Math.min(...one.map((corner, i) => wayToOutlineM(corner, one[(i + 1) % one.length] as Place, other)));
}

/** How near a path comes to anything. */
export function clearanceM(path: readonly Place[], map: PlanningMap): number {
  const outlines = outlinesOf(map);
  const legs = path.slice(1).map((to, i) => [path[i] as Place, to] as const);
  return Math.min(...legs.flatMap(([a, b]) => outlines.map((outline) => wayToOutlineM(a, b, outline))));
}

/** Whether the centre of a disc gets from one place to another, over cells of an eighth of its radius. */
export function floodReaches(map: PlanningMap, radiusM: number, from: Place, to: Place): boolean {
  const cellM = radiusM / 8;
  const [low, high] = map.bounds;
  const [columns, rows] = [0, 1].map((axis) => Math.ceil(((high[axis] as number) - (low[axis] as number)) / cellM)) as [number, number];
  const isTaken = new Uint8Array(columns * rows);
  const column = (x: number) => Math.min(Math.max(Math.floor((x - low[0]) / cellM), 0), columns - 1);
  const row = (y: number) => Math.min(Math.max(Math.floor((y - low[1]) / cellM), 0), rows - 1);
  for (const outline of outlinesOf(map)) {
    const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
    for (let r = row(Math.min(...ys) - radiusM); r <= row(Math.max(...ys) + radiusM); r++) {
      for (let c = column(Math.min(...xs) - radiusM); c <= column(Math.max(...xs) + radiusM); c++) {
        const centre: Place = [low[0] + (c + 0.5) * cellM, low[1] + (r + 0.5) * cellM];
        if (isTaken[r * columns + c] === 0 && toOutlineM(centre, outline) < radiusM) isTaken[r * columns + c] = 1;
      }
    }
  }
  const goal = row(to[1]) * columns + column(to[0]);
  const reached = [row(from[1]) * columns + column(from[0])];
  for (let at = reached.pop(); at !== undefined; at = reached.pop()) {
    if (at === goal) return true;
    isTaken[at] = 1;
    const c = at % columns;
    for (const next of [at - columns, at + columns, c > 0 ? at - 1 : -1, c < columns - 1 ? at + 1 : -1]) {
      if (next >= 0 && next < isTaken.length && isTaken[next] === 0) reached.push(next);
    }
  }
  return false;
}

/** Nearer to the edge than that is not inside. */
const EDGE_M = 1e-9;

/** One ring that turns left everywhere, or several that go round what is forbidden. */
export interface Forbidden {
  readonly rings: readonly Outline[];
  readonly isConvex: boolean;
}

/** Of numbers x, y, x, y..., as many units of a scale from its origin. */
export const outlineIn = (ring: ArrayLike<number>, unitM: number, [originX, originY]: Place): Place[] =>
  Array.from(
    { length: ring.length / 2 },
    (_, i): Place => [originX + (ring[2 * i] ?? 0) * unitM, originY + (ring[2 * i + 1] ?? 0) * unitM],
  );

/** Whether a straight way leads through what is forbidden. */
export function leadsThrough(a: Place, b: Place, { rings, isConvex }: Forbidden): boolean {
  return isConvex ? cutsConvex(a, b, rings[0] as Outline) : cutsAny(a, b, rings);
}

/** What is left of the way when it is cut at the line of each edge. */
function cutsConvex(a: Place, b: Place, ring: Outline): boolean {
  let low = 0;
  let high = 1;
  let [px, py] = ring.at(-1) as Place;
  for (let i = 0; i < ring.length; i++) {
    const q = ring[i] as Place;
    const ex = q[0] - px;
    const ey = q[1] - py;
    const edge = EDGE_M * Math.sqrt(ex * ex + ey * ey);
    const insideA = ex * (a[1] - py) - ey * (a[0] - px) - edge;
    const insideB = ex * (b[1] - py) - ey * (b[0] - px) - edge;
    if (insideA <= 0 && insideB <= 0) return false;
    if (insideA < 0) low = Math.max(low, insideA / (insideA - insideB));
    else if (insideB < 0) high = Math.min(high, insideA / (insideA - insideB));
    if (low >= high) return false;
    px = q[0];
    py = q[1];
  }
  return true;
}

/** Cut wherever it meets an edge: one of the pieces has its middle inside. */
function cutsAny(a: Place, b: Place, rings: readonly Outline[]): boolean {
  const cuts = [0, 1];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const edges = rings.flatMap((ring) => ring.map((p, i) => [p, ring[(i + 1) % ring.length] as Place] as const));
  for (const [p, q] of edges) {
    const [ex, ey] = [q[0] - p[0], q[1] - p[1]];
    const slant = dx * ey - dy * ex;
    if (Math.abs(slant) < 1e-12) continue;
    const share = ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / slant;
    if (share > 0 && share < 1) cuts.push(share);
  }
  cuts.sort((one, other) => one - other);
  return cuts.slice(1).some((cut, i) => {
    const share = (cut + (cuts[i] as number)) / 2;
    const middle: Place = [a[0] + dx * share, a[1] + dy * share];
    const isIn = rings.filter((ring) => isInside(middle, ring)).length % 2 === 1;
    return isIn && edges.every(([p, q]) => toSegmentM(middle, p, q) > EDGE_M);
  });
}

/** The length of the shortest path among forbidden shapes: every corner with every other, then Bellman and Ford. Infinite when there is none. */
export function shortestM(forbidden: readonly Forbidden[], [low, high]: PlanningMap['bounds'], from: Place, to: Place): number {
  const boxes = forbidden.map(({ rings }) => boxOf(rings.flat()));
  const isClear = (a: Place, b: Place): boolean =>
    forbidden.every((shape, i) => {
      const [lowX, lowY, highX, highY] = boxes[i] as ReturnType<typeof boxOf>;
      const isBeside = (a[0] < lowX && b[0] < lowX) || (a[0] > highX && b[0] > highX);
      const isApart = isBeside || (a[1] < lowY && b[1] < lowY) || (a[1] > highY && b[1] > highY);
      return isApart || !leadsThrough(a, b, shape);
    });
  const isInBounds = ([x, y]: Place) => x >= low[0] && y >= low[1] && x <= high[0] && y <= high[1];
  // What is inside of a shape is inside of it on a short way, too.
  const isFree = ([x, y]: Place) => isInBounds([x, y]) && isClear([x - 1e-7, y - 1e-7], [x + 1e-7, y + 1e-7]);
  const corners = forbidden.flatMap(({ rings }) => rings.flat()).filter((corner) => isInBounds(corner) && !isCovered(corner, forbidden));
  if (!isFree(from) || !isFree(to)) return Number.POSITIVE_INFINITY;
  const nodes = [from, to, ...corners];
  const ways: [number, number, number][] = [];
  nodes.forEach((a, i) => {
    for (let k = i + 1; k < nodes.length; k++) {
      const b = nodes[k] as Place;
      if (isClear(a, b)) ways.push([i, k, Math.hypot(b[0] - a[0], b[1] - a[1])]);
    }
  });
  return bellmanFord(nodes.length, ways)[1] as number;
}

/** Deep in some shape, not only at its edge. */
const isCovered = (corner: Place, forbidden: readonly Forbidden[]): boolean =>
  forbidden.some(({ rings }) => {
    const isIn = rings.filter((ring) => isInside(corner, ring)).length % 2 === 1;
    return isIn && rings.every((ring) => ring.every((p, i) => toSegmentM(corner, p, ring[(i + 1) % ring.length] as Place) > EDGE_M));
  });

function bellmanFord(count: number, ways: readonly (readonly [number, number, number])[]): Float64Array {
  const far = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  far[0] = 0;
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false;
    for (const [i, k, lengthM] of ways) {
      const [one, other] = [far[i] as number, far[k] as number];
      if (one + lengthM < other) [far[k], hasChanged] = [one + lengthM, true];
      else if (other + lengthM < one) [far[i], hasChanged] = [other + lengthM, true];
    }
  }
  return far;
}

function boxOf(places: readonly Place[]): [lowX: number, lowY: number, highX: number, highY: number] {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
