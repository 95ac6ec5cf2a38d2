import type { PlacedConvex } from './convex.ts';
import type { Vector } from './vector.ts';

/** Between the hulls of two bodies, without their radii. */
export interface Gap {
  /** From the nearest point of the second hull to that of the first. */
  readonly between: Vector;
  /** The nearest point of the first. */
  readonly onHull: Vector;
}

const MOST_ROUNDS = 40;
/** Nearer than this hulls count as touching, in square metres. */
const TOUCHING = 1e-14;
const MOST_CORNERS = 4;
const FACES: readonly (readonly [number, number, number, number])[] = [
  [0, 1, 2, 3],
  [0, 2, 3, 1],
  [0, 3, 1, 2],
  [1, 3, 2, 0],
];

/** Some corners of the difference of two hulls, each with the point of the first that it was made from: x, y and z of one behind the other. */
interface Corners {
  readonly points: Float64Array;
  readonly firsts: Float64Array;
}

const corners = (): Corners => ({ points: new Float64Array(3 * MOST_CORNERS), firsts: new Float64Array(3 * MOST_CORNERS) });

/** Some of the corners, and how much of each makes up the point of their hull that is nearest to the origin. */
class Choice {
  readonly of = [0, 0, 0, 0];
  readonly shares = [0, 0, 0, 0];
  count = 0;

  take(corner: number, share: number): void {
    this.of[this.count] = corner;
    this.shares[this.count] = share;
    this.count++;
  }

  copy(other: Choice): void {
    this.count = 0;
    for (let index = 0; index < other.count; index++) this.take(other.of[index] as number, other.shares[index] as number);
  }
}

/** A look ahead asks for tens of thousands of gaps in a second: all of them are reckoned in the same place, one at a time, and leave nothing behind to be cleared away. */
let simplex = corners();
let spare = corners();
let count = 0;
const choice = new Choice();
const best = new Choice();
/** The point of the simplex that is nearest to the origin. */
const towards = new Float64Array(3);

/** By Gilbert, Johnson and Keerthi. Undefined where the hulls overlap. */
export function gapBetween(a: PlacedConvex, b: PlacedConvex): Gap | undefined {
  begin(a, b);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    blend(simplex.points, towards);
    const [x, y, z] = [towards[0] as number, towards[1] as number, towards[2] as number];
    const gap = x * x + y * y + z * z;
    if (gap < TOUCHING || count === MOST_CORNERS) return undefined;
    corner(a, b, -x, -y, -z);
    const at = 3 * count;
    const { points } = simplex;
    const along = x * (points[at] as number) + y * (points[at + 1] as number) + z * (points[at + 2] as number);
    if (gap - along <= 1e-9 * gap + 1e-13 || isKnown()) break;
    count++;
    choose();
  }
  return { between: blended(simplex.points), onHull: blended(simplex.firsts) };
}

function begin(a: PlacedConvex, b: PlacedConvex): void {
  count = 0;
  corner(a, b, b.centre[0] - a.centre[0], b.centre[1] - a.centre[1], b.centre[2] - a.centre[2]);
  count = 1;
  choice.count = 0;
  choice.take(0, 1);
}

/** Writes the corner that lies farthest along a direction behind the others. */
function corner(a: PlacedConvex, b: PlacedConvex, x: number, y: number, z: number): void {
  const { points, firsts } = simplex;
  const at = 3 * count;
  farthest(a, x, y, z, firsts, at);
  farthest(b, -x, -y, -z, points, at);
  for (let index = at; index < at + 3; index++) points[index] = (firsts[index] as number) - (points[index] as number);
}

function farthest(
  { convex: { points }, axes, origin }: PlacedConvex,
  x: number,
  y: number,
  z: number,
  into: Float64Array,
  at: number,
): void {
  const [ax, ay, az] = axes;
  const localX = ax[0] * x + ax[1] * y + ax[2] * z;
  const localY = ay[0] * x + ay[1] * y + ay[2] * z;
  const localZ = az[0] * x + az[1] * y + az[2] * z;
  let found = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < points.length; index++) {
    const point = points[index] as Vector;
    const far = point[0] * localX + point[1] * localY + point[2] * localZ;
    if (far <= most) continue;
    most = far;
    found = index;
  }
  const [px, py, pz] = points[found] ?? ORIGIN_POINT;
  into[at] = origin[0] + ax[0] * px + ay[0] * py + az[0] * pz;
  into[at + 1] = origin[1] + ax[1] * px + ay[1] * py + az[1] * pz;
  into[at + 2] = origin[2] + ax[2] * px + ay[2] * py + az[2] * pz;
}

const ORIGIN_POINT: Vector = [0, 0, 0];

/** The one behind the others is one of them. */
function isKnown(): boolean {
  const { points } = simplex;
  const at = 3 * count;
  for (let index = 0; index < at; index += 3)
    if (points[index] === points[at] && points[index + 1] === points[at + 1] && points[index + 2] === points[at + 2]) return true;
  return false;
}

/** The corners in their order, each by its share. */
function blend(of: Float64Array, into: Float64Array): void {
  let [x, y, z] = [0, 0, 0];
  for (let index = 0; index < choice.count; index++) {
    const at = 3 * (choice.of[index] as number);
    const share = choice.shares[index] as number;
    x += (of[at] as number) * share;
    y += (of[at + 1] as number) * share;
    z += (of[at + 2] as number) * share;
  }
  into[0] = x;
  into[1] = y;
  into[2] = z;
}

function blended(of: Float64Array): Vector {
  blend(of, towards);
  return [towards[0] as number, towards[1] as number, towards[2] as number];
}

/** Which of the corners hold the point nearest to the origin: these alone are kept. All four of them: the origin is inside. */
function choose(): void {
  choice.count = 0;
  if (count === 2) nearestOnEdge(0, 1);
  else if (count === 3) nearestOnTriangle(0, 1, 2);
  else nearestOnTetrahedron();
  for (let index = 0; index < choice.count; index++) {
    const from = 3 * (choice.of[index] as number);
    for (let axis = 0; axis < 3; axis++) {
      spare.points[3 * index + axis] = simplex.points[from + axis] as number;
      spare.firsts[3 * index + axis] = simplex.firsts[from + axis] as number;
    }
    choice.of[index] = index;
  }
  [simplex, spare] = [spare, simplex];
  count = choice.count;
}

/** Of the way from one corner to another, by that to a third one, or to the origin. */
function along(from: number, to: number, other: number): number {
  const { points } = simplex;
  const [f, t, o] = [3 * from, 3 * to, 3 * other];
  const ofAxis = (axis: number) => ((points[t + axis] as number) - (points[f + axis] as number)) * (points[o + axis] as number);
  return ofAxis(0) + ofAxis(1) + ofAxis(2);
}

function nearestOnEdge(a: number, b: number): void {
  const { points } = simplex;
  const x = (points[3 * b] as number) - (points[3 * a] as number);
  const y = (points[3 * b + 1] as number) - (points[3 * a + 1] as number);
  const z = (points[3 * b + 2] as number) - (points[3 * a + 2] as number);
  const length = x * x + y * y + z * z;
  const share = length === 0 ? 0 : -along(a, b, a) / length;
  if (share <= 0) choice.take(a, 1);
  else if (share >= 1) choice.take(b, 1);
  else {
    choice.take(a, 1 - share);
    choice.take(b, share);
  }
}

/** By the regions of Ericson, Real-Time Collision Detection, 5.1.5. */
function nearestOnTriangle(a: number, b: number, c: number): void {
  const [d1, d2] = [-along(a, b, a), -along(a, c, a)];
  if (d1 <= 0 && d2 <= 0) {
    choice.take(a, 1);
    return;
  }
  const [d3, d4] = [-along(a, b, b), -along(a, c, b)];
  if (d3 >= 0 && d4 <= d3) {
    choice.take(b, 1);
    return;
  }
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    nearestOnEdge(a, b);
    return;
  }
  const [d5, d6] = [-along(a, b, c), -along(a, c, c)];
  if (d6 >= 0 && d5 <= d6) {
    choice.take(c, 1);
    return;
  }
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    nearestOnEdge(a, c);
    return;
  }
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    nearestOnEdge(b, c);
    return;
  }
  const sum = va + vb + vc;
  choice.take(a, va / sum);
  choice.take(b, vb / sum);
  choice.take(c, vc / sum);
}

const normal = new Float64Array(3);

function nearestOnTetrahedron(): void {
  const { points } = simplex;
  let least = Number.POSITIVE_INFINITY;
  best.count = 0;
  for (const [p, q, r, opposite] of FACES) {
    across(p, q, r);
    const inner = byNormal(opposite, p);
    // The origin lies on the far side of this face, or the four are flat.
    if (-byNormal(p, undefined) * inner > 0 && Math.abs(inner) > 1e-18) continue;
    choice.count = 0;
    nearestOnTriangle(p, q, r);
    blend(points, towards);
    const [x, y, z] = [towards[0] as number, towards[1] as number, towards[2] as number];
    const away = x * x + y * y + z * z;
    if (away >= least) continue;
    least = away;
    best.copy(choice);
  }
  if (best.count > 0) choice.copy(best);
  else {
    choice.count = 0;
    for (let index = 0; index < MOST_CORNERS; index++) choice.take(index, 0.25);
  }
}

/** What is normal to a face. */
function across(p: number, q: number, r: number): void {
  const { points } = simplex;
  const side = (to: number, axis: number) => (points[3 * to + axis] as number) - (points[3 * p + axis] as number);
  normal[0] = side(q, 1) * side(r, 2) - side(q, 2) * side(r, 1);
  normal[1] = side(q, 2) * side(r, 0) - side(q, 0) * side(r, 2);
  normal[2] = side(q, 0) * side(r, 1) - side(q, 1) * side(r, 0);
}

/** How far a corner lies along the normal, from another one or from the origin. */
function byNormal(corner: number, from: number | undefined): number {
  const { points } = simplex;
  const part = (axis: number) =>
    (normal[axis] as number) * ((points[3 * corner + axis] as number) - (from === undefined ? 0 : (points[3 * from + axis] as number)));
  return part(0) + part(1) + part(2);
}
