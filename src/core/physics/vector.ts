import type { Pose } from '../base/pose.ts';

/** A point or a direction, in metres. */
export type Vector = readonly [x: number, y: number, z: number];

export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const times = (a: Vector, by: number): Vector => [a[0] * by, a[1] * by, a[2] * by];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** Not Math.hypot: its last digit differs between engines, and replicas of a simulation must not. */
export const lengthOf = (a: Vector): number => Math.sqrt(dot(a, a));

/** The axes of a pose's frame, in the frame the pose is given in. */
export function axesOf({ qx, qy, qz, qw }: Pose): readonly [Vector, Vector, Vector] {
  return [
    [1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy + qw * qz), 2 * (qx * qz - qw * qy)],
    [2 * (qx * qy - qw * qz), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz + qw * qx)],
    [2 * (qx * qz + qw * qy), 2 * (qy * qz - qw * qx), 1 - 2 * (qx * qx + qy * qy)],
  ];
}

/** The shortest turn that takes one direction to another. */
export function turnTo(from: Vector, to: Vector): Pick<Pose, 'qx' | 'qy' | 'qz' | 'qw'> {
  const [a, b] = [times(from, 1 / (lengthOf(from) || 1)), times(to, 1 / (lengthOf(to) || 1))];
  const [x, y, z] = cross(a, b);
  const w = 1 + dot(a, b);
  // Opposite: half a turn about anything across.
  if (w < 1e-9) return Math.abs(a[0]) < 0.9 ? unit(0, a[2], -a[1], 0) : unit(-a[2], 0, a[0], 0);
  return unit(x, y, z, w);
}

function unit(qx: number, qy: number, qz: number, qw: number): Pick<Pose, 'qx' | 'qy' | 'qz' | 'qw'> {
  const length = Math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
  return { qx: qx / length, qy: qy / length, qz: qz / length, qw: qw / length };
}
