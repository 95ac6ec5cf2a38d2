import type { Place, Segment } from './segment.ts';

/** Where walls really are, once those that lie on each other are one. */

const HALF_TURN = Math.PI;
/** Walls nearer than this to one line are on it. */
const SAME_LINE_M = 1e-3;
const SAME_ANGLE_RAD = 1e-3;
const TOUCHING_M = 1e-3;

interface Line {
  readonly along: Place;
  readonly offsetM: number;
  readonly spans: (readonly [fromM: number, toM: number])[];
}

/** The walls of a floor: each stretch once, though a border, a wall and a corridor's side may lie on each other. */
export function stretchesOf({ walls }: { readonly walls: readonly Segment[] }): Segment[] {
  const lines = new Map<string, Line>();
  for (const { from, to } of walls) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const long = Math.hypot(dx, dy);
    if (long === 0) continue;
    const angle = Math.atan2(dy, dx);
    // One of the two ways along it, the same for both.
    const turned = angle < -SAME_ANGLE_RAD ? angle + HALF_TURN : angle > HALF_TURN - SAME_ANGLE_RAD ? angle - HALF_TURN : angle;
    const sign = turned === angle ? 1 : -1;
    const along: Place = [(sign * dx) / long, (sign * dy) / long];
    const offsetM = -along[1] * from[0] + along[0] * from[1];
    const key = `${Math.round(turned / SAME_ANGLE_RAD)} ${Math.round(offsetM / SAME_LINE_M)}`;
    const line = lines.get(key) ?? { along, offsetM, spans: [] };
    lines.set(key, line);
    const at = ([x, y]: Place) => x * line.along[0] + y * line.along[1];
    line.spans.push([Math.min(at(from), at(to)), Math.max(at(from), at(to))]);
  }
  return [...lines.values()].flatMap(joined);
}

function joined({ along: [ax, ay], offsetM, spans }: Line): Segment[] {
  const at = (m: number): Place => [ax * m - ay * offsetM, ay * m + ax * offsetM];
  const whole: [number, number][] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = whole.at(-1);
    if (last && from <= last[1] + TOUCHING_M) last[1] = Math.max(last[1], to);
    else whole.push([from, to]);
  }
  return whole.map(([from, to]) => ({ from: at(from), to: at(to) }));
}

/** The pieces of a segment between the lines of a grid. */
export function cutAtCells(segment: Segment, cellM: number): Segment[] {
  const [dx, dy] = [segment.to[0] - segment.from[0], segment.to[1] - segment.from[1]];
  const shares = [0, 1];
  for (const [start, way] of [
    [segment.from[0], dx],
    [segment.from[1], dy],
  ] as const) {
    if (Math.abs(way) < TOUCHING_M) continue;
    const [low, high] = [Math.min(start, start + way), Math.max(start, start + way)];
    for (let line = Math.ceil(low / cellM); line * cellM < high; line++) shares.push((line * cellM - start) / way);
  }
  const long = Math.hypot(dx, dy);
  const cuts = shares
    .toSorted((a, b) => a - b)
    .filter((share, index, all) => index === 0 || (share - (all[index - 1] ?? 0)) * long > TOUCHING_M);
  const at = (share: number): Place => [segment.from[0] + dx * share, segment.from[1] + dy * share];
  return cuts.slice(1).map((share, index) => ({ from: at(cuts[index] ?? 0), to: at(index === cuts.length - 2 ? 1 : share) }));
}

/** Whether another wall, not in line with this one, passes its end: there the two make a corner, which must not have a notch. */
export function meetsAnother(end: Place, segment: Segment, others: Iterable<Segment>): boolean {
  const way = between(segment);
  for (const other of others) {
    if (other === segment) continue;
    const way2 = between(other);
    const cross = Math.abs(way[0] * way2[1] - way[1] * way2[0]) / (Math.hypot(...way) * Math.hypot(...way2));
    if (cross > SAME_ANGLE_RAD && distanceM(end, other) < TOUCHING_M) return true;
  }
  return false;
}

const between = ({ from, to }: Segment): Place => [to[0] - from[0], to[1] - from[1]];

function distanceM([x, y]: Place, { from, to }: Segment): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const share = Math.min(Math.max(((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy), 0), 1);
  return Math.hypot(from[0] + dx * share - x, from[1] + dy * share - y);
}
