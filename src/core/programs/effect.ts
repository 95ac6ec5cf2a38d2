/** What programs do: what others see of them. */

/** Motions, which follow from a model and where it stands. */
export type MovingDeed =
  /** To a taught position: by its name, or by its number from 1. */
  | { readonly kind: 'move'; readonly position: string | number; readonly speedPercent: number }
  /** One degree of freedom, by degrees or millimetres: by its name, or by its number from 1. */
  | { readonly kind: 'move-by'; readonly dof: string | number; readonly by: number; readonly speedPercent: number }
  | { readonly kind: 'drive'; readonly forwardMm: number; readonly turnDeg: number; readonly speedPercent: number }
  | {
      readonly kind: 'goto-point';
      readonly xMm: number;
      readonly yMm: number;
      readonly headingDeg: number | null;
      readonly speedPercent: number;
    };

/** Robots do these and need time for it. */
export type RobotDeed =
  | MovingDeed
  /** To a point, room or floor of the map. */
  | { readonly kind: 'goto'; readonly place: string; readonly speedPercent: number }
  | { readonly kind: 'grip' }
  | { readonly kind: 'release' };

export type Deed =
  | RobotDeed
  /** Until this time of the world. */
  | { readonly kind: 'wait'; readonly untilMs: number }
  | { readonly kind: 'flag'; readonly value: number }
  | { readonly kind: 'cell-flag'; readonly flag: number; readonly value: number }
  | { readonly kind: 'print'; readonly text: string }
  /** The last of all. */
  | { readonly kind: 'end'; readonly outcome: 'finished' | 'failed'; readonly message: string };

/** Something that a program does, seen by others. */
export interface Effect {
  /** Counts from 1 in each run: whoever gets one again knows it by this. */
  readonly number: number;
  /** Where in the program, from 1. */
  readonly line: number;
  readonly deed: Deed;
}
