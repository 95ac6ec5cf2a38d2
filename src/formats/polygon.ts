type Point = readonly [number, number];

/** How much work may go into faces that are not convex; when it is used up, they are shown by their fans. */
export interface EarAllowance {
  left: number;
}

/**
 * The triangles of a face, three corners each, as indices into `points` (x, y, z one after the other). One that is convex is its fan; of others
 * ears are cut off. What crosses itself comes out somehow, and whole.
 */
export function trianglesOf(points: ArrayLike<number>, allowance: EarAllowance): number[] {
  const count = Math.floor(points.length / 3);
  if (count < 3) return [];
  const flat = count === 3 ? [] : flattened(points, count);
  const corners = Array.from({ length: count }, (_, i) => i);
  return flat.length === 0 || isConvex(flat) ? fan(corners) : earsOf(flat, allowance);
}

function fan(corners: readonly number[]): number[] {
  const triangles: number[] = [];
  for (let i = 2; i < corners.length; i++) triangles.push(corners[0] ?? 0, corners[i - 1] ?? 0, corners[i] ?? 0);
  return triangles;
}

/** Seen from where it goes round against the clock; empty for one without area. */
function flattened(points: ArrayLike<number>, count: number): Point[] {
  const at = (i: number, axis: number) => points[3 * (i % count) + axis] ?? 0;
  const normal = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    for (const axis of [0, 1, 2]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      normal[axis] = (normal[axis] ?? 0) + (at(i, u) - at(i + 1, u)) * (at(i, v) + at(i + 1, v));
    }
  }
  const sizes = normal.map(Math.abs);
  const axis = sizes.indexOf(Math.max(...sizes));
  const up = normal[axis] ?? 0;
  if (!(Math.abs(up) > 0)) return [];
  // Newell's sum counts area with the sign of (u, v) from above the axis.
  const [u, v] = up > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  return Array.from({ length: count }, (_, i): Point => [at(i, u), at(i, v)]);
}

/** Positive when c is to the left of who goes from a to b. */
const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

function isConvex(points: readonly Point[]): boolean {
  let turnsBack = 0;
  for (let i = 0; i < points.length; i++) {
    const [a, b, c] = [pointAt(points, i), pointAt(points, i + 1), pointAt(points, i + 2)];
    if (turn(a, b, c) < 0) return false;
    // A star of stars turns left at every corner, and goes round twice.
    if (b[1] > a[1] !== c[1] > b[1]) turnsBack++;
  }
  return turnsBack <= 2;
}

const pointAt = (points: readonly Point[], i: number): Point => points[i % points.length] ?? [0, 0];

function earsOf(points: readonly Point[], allowance: EarAllowance): number[] {
  const triangles: number[] = [];
  const left = points.map((_, i) => i);
  let misses = 0;
  for (let i = 0; left.length > 3 && misses < left.length; ) {
    const [before, here, after] = [
      left[(i + left.length - 1) % left.length] ?? 0,
      left[i % left.length] ?? 0,
      left[(i + 1) % left.length] ?? 0,
    ];
    allowance.left -= left.length;
    if (allowance.left < 0) break;
    if (isEar(points, left, before, here, after)) {
      triangles.push(before, here, after);
      left.splice(i % left.length, 1);
      misses = 0;
      // The next but one: ears side by side would make a fan of slivers.
      i = (i + 1) % left.length;
    } else {
      misses++;
      i = (i + 1) % left.length;
    }
  }
  for (const corner of fan(left)) triangles.push(corner);
  return triangles;
}

function isEar(points: readonly Point[], left: readonly number[], before: number, here: number, after: number): boolean {
  const [a, b, c] = [pointAt(points, before), pointAt(points, here), pointAt(points, after)];
  if (turn(a, b, c) <= 0) return false;
  return !left.some((i) => {
    if (i === before || i === here || i === after) return false;
    const p = pointAt(points, i);
    // A corner in the same place, as where a hole is joined on, is in nobody's way.
    if (isSame(p, a) || isSame(p, b) || isSame(p, c)) return false;
    return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
  });
}

const isSame = (a: Point, b: Point): boolean => a[0] === b[0] && a[1] === b[1];
