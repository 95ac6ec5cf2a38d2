import { compose, ORIGIN, type Pose } from '../base/pose.ts';
import type { Part } from './shape.ts';

export type Point = readonly [x: number, y: number, z: number];

/** Where the z of a shape is to point. */
export type Direction = 'x' | 'y' | 'z' | '-x' | '-y' | '-z';

const HALF = Math.SQRT1_2;

/** Turned by at most a half turn about x or y, so that sideways stays sideways. */
const directions: Record<Direction, Pose> = {
  x: { ...ORIGIN, qy: HALF, qw: HALF },
  y: { ...ORIGIN, qx: -HALF, qw: HALF },
  z: ORIGIN,
  '-x': { ...ORIGIN, qy: -HALF, qw: HALF },
  '-y': { ...ORIGIN, qx: HALF, qw: HALF },
  '-z': { ...ORIGIN, qx: 1, qw: 0 },
};

export const at = (x: number, y: number, z: number): Pose => ({ ...ORIGIN, x, y, z });

/** At a point, with z along an axis: for what is turned or raised along something else than z. */
export const toward = (direction: Direction, x: number, y: number, z: number): Pose => ({ ...directions[direction], x, y, z });

/** Turned about an axis, which need not have unit length, by the right hand. */
export function turned([x, y, z]: Point, angleRad: number): Pose {
  const length = Math.hypot(x, y, z);
  const sine = Math.sin(angleRad / 2) / length;
  return { ...ORIGIN, qx: x * sine, qy: y * sine, qz: z * sine, qw: Math.cos(angleRad / 2) };
}

/** One after the other, each in the frame of those before it. */
export const chain = (...poses: readonly Pose[]): Pose => poses.reduce(compose, ORIGIN);

/** Parts given in one frame, as they stand in the frame that `pose` is given in. */
export const placed = (pose: Pose, parts: readonly Part[]): Part[] => parts.map((part) => ({ ...part, at: compose(pose, part.at) }));
