import type { Field } from './field.ts';
import type { Stand } from './polygon.ts';

/** How far the nearest point is that is seen within `halfRad` of straight ahead, or `rangeM`. `halfRad` is less than a quarter of a turn. */
export function nearestInCone(field: Field, eye: Stand, halfRad: number, rangeM: number, but?: string): number {
  const count = field.look(eye, rangeM, halfRad, but);
  const { points, starts, ends, found } = field;
  const [ahead, aside] = [Math.sin(halfRad), Math.cos(halfRad)];
  let square = rangeM * rangeM;
  for (let place = 0; place < count; place++) {
    const end = ends[found[place] as number] as number;
    let [x, y] = seenFrom(eye, points[end - 2] as number, points[end - 1] as number);
    for (let at = starts[found[place] as number] as number; at < end; at += 2) {
      const [nextX, nextY] = seenFrom(eye, points[at] as number, points[at + 1] as number);
      if (nextX * y - nextY * x > 0) square = Math.min(square, leastSquare(x, y, nextX, nextY, ahead, aside));
      [x, y] = [nextX, nextY];
    }
  }
  return Math.sqrt(square);
}

const seenFrom = ({ x, y, cos, sin }: Stand, px: number, py: number): [number, number] => [
  cos * (px - x) + sin * (py - y),
  cos * (py - y) - sin * (px - x),
];

/** From the eye to the part of an edge that is between the two sides of the cone: the square, or infinite when none is. */
function leastSquare(x: number, y: number, nextX: number, nextY: number, ahead: number, aside: number): number {
  let [from, to] = [0, 1];
  for (const side of [aside, -aside]) {
    const [before, behind] = [ahead * x + side * y, ahead * nextX + side * nextY];
    if (before < 0 && behind < 0) return Number.POSITIVE_INFINITY;
    if (before < 0) from = Math.max(from, before / (before - behind));
    else if (behind < 0) to = Math.min(to, before / (before - behind));
  }
  if (from > to) return Number.POSITIVE_INFINITY;
  const [dx, dy] = [nextX - x, nextY - y];
  const share = Math.min(Math.max(-(x * dx + y * dy) / (dx * dx + dy * dy), from), to);
  return (x + share * dx) ** 2 + (y + share * dy) ** 2;
}
