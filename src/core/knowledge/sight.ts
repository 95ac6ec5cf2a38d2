import type { Place } from '../maps/maps.ts';

/** Where a robot looks from, how far and how wide. */
export interface Eye {
  readonly at: Place;
  /** Where the middle of its field is, to the left of x. */
  readonly yawRad: number;
  readonly rangeM: number;
  /** How wide its field is; a whole turn, or more: all round. */
  readonly fieldRad: number;
}

/** A stretch of a member that is seen, in metres from the member's beginning. */
export interface SeenStretch {
  /** Its place among the walls, or the openings, of the plan. */
  readonly index: number;
  readonly fromM: number;
  readonly toM: number;
}

/** What an eye sees of a floor at one instant. */
export interface Sight {
  readonly eye: Eye;
  /** By wall, each stretch by itself: between two of them something hides the wall. */
  readonly walls: readonly SeenStretch[];
  readonly openings: readonly SeenStretch[];
  /** Of the openings that are seen: those that were shut. */
  readonly shut: ReadonlySet<number>;
  /** Places among the notices, and the points, of the plan. */
  readonly notices: readonly number[];
  readonly points: readonly number[];
  /** All that is seen through, as a polygon to the left round the eye; x and y by turns. Where nothing is in the way its edge is a little within the range. */
  readonly outline: Float64Array;
}
