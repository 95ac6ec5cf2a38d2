import type { Place, Segment } from '../maps/maps.ts';

/**
 * An endless line, in whole numbers, so that all robots name the same line alike and a codec loses nothing. It says nothing of where a wall
 * on it begins or ends: what is measured along it is measured from the foot of the origin.
 */
export interface Line {
  /** Its direction: from 0 to below HALF_TURN, which is half a turn to the left of x. */
  readonly direction: number;
  /** How far to the left of the origin it passes, in steps of OFFSET_M. */
  readonly offset: number;
}

export const HALF_TURN = 2 ** 25;
/** So finely a line is placed: beside it by a hundredth of a millimetre, at a hundred metres. */
export const OFFSET_M = 1e-5;

/** A stretch of a line is given in whole millimetres. */
const PER_M = 1000;
/** What a double may be off after a few sums, in millimetres. */
const ROUNDING_MM = 1e-5;

/** Of unit length; exact where most walls are. */
export function alongLine({ direction }: Line): Place {
  if (direction === 0) return [1, 0];
  if (direction === HALF_TURN / 2) return [0, 1];
  const angle = (direction / HALF_TURN) * Math.PI;
  return [Math.cos(angle), Math.sin(angle)];
}

export function placeOn(line: Line, alongMm: number): Place {
  const [x, y] = alongLine(line);
  const [along, left] = [alongMm / PER_M, line.offset * OFFSET_M];
  return [x * along - y * left, y * along + x * left];
}

/** Where a segment lies on its line: metres from its beginning to metres along the line. */
export interface OnLine {
  readonly line: Line;
  /** Along the line, of the segment's beginning. */
  readonly beginsM: number;
  /** 1: the segment goes the way of the line. */
  readonly way: 1 | -1;
}

export function onLine({ from, to }: Segment): OnLine {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const direction = ((Math.round((angle / Math.PI) * HALF_TURN) % HALF_TURN) + HALF_TURN) % HALF_TURN;
  const [x, y] = alongLine({ direction, offset: 0 });
  const [midX, midY] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const offset = Math.round((x * midY - y * midX) / OFFSET_M) + 0;
  const way = (to[0] - from[0]) * x + (to[1] - from[1]) * y >= 0 ? 1 : -1;
  return { line: { direction, offset }, beginsM: from[0] * x + from[1] * y, way };
}

/** A stretch of a segment, in metres from its beginning, as whole millimetres along the line: never longer than it is. Undefined when nothing is left of it. */
export function millimetresOf({ beginsM, way }: OnLine, fromM: number, toM: number): readonly [fromMm: number, toMm: number] | undefined {
  const [a, b] = [beginsM + way * fromM, beginsM + way * toM];
  const fromMm = Math.ceil(Math.min(a, b) * PER_M - ROUNDING_MM);
  const toMm = Math.floor(Math.max(a, b) * PER_M + ROUNDING_MM);
  return fromMm < toMm ? [fromMm + 0, toMm + 0] : undefined;
}
