/** In the plane, in metres. */
export type Place = readonly [xM: number, yM: number];

export interface Segment {
  readonly from: Place;
  readonly to: Place;
}

/** Lies in the plane, turned by its direction (of unit length). */
export interface Rectangle {
  readonly centre: Place;
  readonly along: Place;
  readonly longM: number;
  readonly wideM: number;
}

const DEGREES = 180 / Math.PI;
const QUARTERS: readonly Place[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** Exact for quarter turns: most walls are square to the field, and shall have round coordinates. */
export function directionOf(deg: number): Place {
  const turned = ((deg % 360) + 360) % 360;
  return QUARTERS[turned / 90] ?? [Math.cos(turned / DEGREES), Math.sin(turned / DEGREES)];
}

export const radiansOf = (deg: number): number => deg / DEGREES;
export const degreesOf = (rad: number): number => rad * DEGREES;

/** A quarter turn to the left. */
export const leftOf = ([x, y]: Place): Place => [-y, x];
export const shifted = ([x, y]: Place, [dx, dy]: Place, byM: number): Place => [x + dx * byM, y + dy * byM];
export const dotted = ([ax, ay]: Place, [bx, by]: Place): number => ax * bx + ay * by;
export const between = ([ax, ay]: Place, [bx, by]: Place): Place => [bx - ax, by - ay];

export const lengthM = ({ from, to }: Segment): number => Math.hypot(to[0] - from[0], to[1] - from[1]);
export const middleOf = ({ from, to }: Segment): Place => [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];

/** Of unit length; of a segment without length along x. */
export function alongOf(segment: Segment): Place {
  const length = lengthM(segment);
  return length === 0 ? [1, 0] : [(segment.to[0] - segment.from[0]) / length, (segment.to[1] - segment.from[1]) / length];
}

export const segmentAbout = (centre: Place, along: Place, lengthM: number): Segment => ({
  from: shifted(centre, along, -lengthM / 2),
  to: shifted(centre, along, lengthM / 2),
});

export function distanceM(place: Place, segment: Segment): number {
  const along = alongOf(segment);
  const t = Math.min(Math.max(dotted(between(segment.from, place), along), 0), lengthM(segment));
  const [dx, dy] = between(shifted(segment.from, along, t), place);
  return Math.hypot(dx, dy);
}

/** The angle between two lines, whichever way they point: 0 to 90 degrees. */
export const lineAngleDeg = (a: Place, b: Place): number =>
  degreesOf(Math.atan2(Math.abs(a[0] * b[1] - a[1] * b[0]), Math.abs(dotted(a, b))));

export const sidesOf = ({ centre, along, longM, wideM }: Rectangle): readonly [left: Segment, right: Segment] => [
  segmentAbout(shifted(centre, leftOf(along), wideM / 2), along, longM),
  segmentAbout(shifted(centre, leftOf(along), -wideM / 2), along, longM),
];

export function cornersOf(rectangle: Rectangle): readonly Place[] {
  const [left, right] = sidesOf(rectangle);
  return [left.from, left.to, right.to, right.from];
}

/** Which part of a segment lies in a rectangle, in metres from its beginning; undefined when none of it does. */
export const insideOf = (segment: Segment, rectangle: Rectangle): { fromM: number; toM: number } | undefined =>
  wayInside(segment.from, alongOf(segment), lengthM(segment), rectangle);

/** Likewise of a way of so many metres from a place, in a direction (of unit length). */
export function wayInside(
  from: Place,
  direction: Place,
  lengthM: number,
  { centre, along, longM, wideM }: Rectangle,
): { fromM: number; toM: number } | undefined {
  const [startX, startY] = [from[0] - centre[0], from[1] - centre[1]];
  let [low, high] = [0, lengthM];
  // Along the rectangle, then across it.
  for (let axis = 0; axis < 2; axis++) {
    const axisX = axis === 0 ? along[0] : -along[1];
    const axisY = axis === 0 ? along[1] : along[0];
    const half = (axis === 0 ? longM : wideM) / 2;
    const at = startX * axisX + startY * axisY;
    const speed = direction[0] * axisX + direction[1] * axisY;
    if (Math.abs(speed) < 1e-12) {
      if (Math.abs(at) > half) return undefined;
      continue;
    }
    const [a, b] = [(-half - at) / speed, (half - at) / speed];
    low = Math.max(low, Math.min(a, b));
    high = Math.min(high, Math.max(a, b));
    if (low > high) return undefined;
  }
  return { fromM: low, toM: high };
}

/** By separating axes; touching is not overlapping. */
export function overlap(a: Rectangle, b: Rectangle): boolean {
  const [cornersA, cornersB] = [cornersOf(a), cornersOf(b)];
  return [a.along, leftOf(a.along), b.along, leftOf(b.along)].every((axis) => {
    const [onA, onB] = [cornersA, cornersB].map((corners) => corners.map((corner) => dotted(corner, axis))) as [number[], number[]];
    return Math.max(...onA) > Math.min(...onB) && Math.max(...onB) > Math.min(...onA);
  });
}
