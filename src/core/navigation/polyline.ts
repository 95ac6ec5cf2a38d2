import type { Place } from '../maps/maps.ts';

/** Of a line of straight stretches. */
export const lengthOf = (points: readonly Place[]): number =>
  points.reduce((sum, [x, y], index) => {
    const before = points[index - 1];
    return before ? sum + Math.hypot(x - before[0], y - before[1]) : 0;
  }, 0);

/** The place so far along a way. */
export function placeAlong(points: readonly Place[], atM: number): Place {
  let leftM = atM;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (!from) continue;
    const stretchM = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (leftM <= stretchM && stretchM > 0) {
      const share = leftM / stretchM;
      return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    }
    leftM -= stretchM;
  }
  return points.at(-1) ?? [0, 0];
}

/** From a place to a line of straight stretches. */
export function distanceTo([x, y]: Place, line: readonly Place[]): number {
  let leastM = Number.POSITIVE_INFINITY;
  for (const [index, to] of line.entries()) {
    const from = line[Math.max(0, index - 1)] ?? to;
    leastM = Math.min(leastM, toStretch(x, y, from[0], from[1], to[0], to[1]));
  }
  return leastM;
}

/** From a place to one straight stretch. */
export function toStretch(x: number, y: number, fromX: number, fromY: number, toX: number, toY: number): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / square));
  return Math.hypot(fromX + dx * share - x, fromY + dy * share - y);
}
