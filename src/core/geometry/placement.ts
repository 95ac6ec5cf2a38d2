import { compose, inverse, ORIGIN, type Pose } from '../base/pose.ts';
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

export const at = (x: number, y: number, z: number): Pose => ({ x, y, z, qx: 0, qy: 0, qz: 0, qw: 1 });

/** At a point, with z along an axis: for what is turned or raised along something else than z. */
export const toward = (direction: Direction, x: number, y: number, z: number): Pose => ({ ...directions[direction], x, y, z });

/** Turned about an axis, which need not have unit length, by the right hand. */
export function turned([x, y, z]: Point, angleRad: number): Pose {
  const length = Math.sqrt(x * x + y * y + z * z);
  const sine = Math.sin(angleRad / 2) / length;
  return { x: 0, y: 0, z: 0, qx: x * sine, qy: y * sine, qz: z * sine, qw: Math.cos(angleRad / 2) };
}

/** One after the other, each in the frame of those before it. */
export const chain = (...poses: readonly Pose[]): Pose => poses.reduce(compose, ORIGIN);

/** Radians about the fixed axes x, y and z, one after the other: how URDF says an attitude. */
export type RollPitchYaw = readonly [rollRad: number, pitchRad: number, yawRad: number];

export const fromRollPitchYaw = ([roll, pitch, yaw]: RollPitchYaw): Pose =>
  chain(turned([0, 0, 1], yaw), turned([0, 1, 0], pitch), turned([1, 0, 0], roll));

export function rollPitchYaw({ qx, qy, qz, qw }: Pose): RollPitchYaw {
  const [xx, yx, zx] = [1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qz * qw), 2 * (qx * qz - qy * qw)];
  const [xy, yy] = [2 * (qx * qy - qz * qw), 1 - 2 * (qx * qx + qz * qz)];
  const pitch = Math.atan2(-zx, Math.hypot(xx, yx));
  // Looking straight up or down, roll and yaw are one: all of it is yaw. Close to there, what is left is taken from the rest of the turn.
  const yaw = Math.hypot(xx, yx) > 1e-9 ? Math.atan2(yx, xx) : Math.atan2(-xy, yy);
  const rest = compose(inverse(fromRollPitchYaw([0, pitch, yaw])), { ...ORIGIN, qx, qy, qz, qw });
  return [2 * Math.atan2(rest.qx, rest.qw), pitch, yaw];
}

/** Parts given in one frame, as they stand in the frame that `pose` is given in. */
export const placed = (pose: Pose, parts: readonly Part[]): Part[] => parts.map((part) => ({ ...part, at: compose(pose, part.at) }));
