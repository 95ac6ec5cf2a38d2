import type { Pose } from '../core/base/pose.ts';

/** Three rows of four: a linear map and a shift. Files allow shears and mirrors, which poses cannot say. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** From y up to z up: x stays, y becomes z, z becomes -y. */
export const Y_UP: Matrix = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0];
/** From x up to z up, as COLLADA means it: x becomes z, y becomes -x. */
export const X_UP: Matrix = [0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0];

export const scaling = (x: number, y: number, z: number): Matrix => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0];
export const shift = (x: number, y: number, z: number): Matrix => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];

/** `inner` first, then `outer`. */
export function product(outer: Matrix, inner: Matrix): Matrix {
  const result: number[] = [];
  for (let row = 0; row < 12; row += 4) {
    const [a, b, c, d] = [outer[row] ?? 0, outer[row + 1] ?? 0, outer[row + 2] ?? 0, outer[row + 3] ?? 0];
    for (let column = 0; column < 4; column++) {
      const own = column === 3 ? d : 0;
      result.push(a * (inner[column] ?? 0) + b * (inner[column + 4] ?? 0) + c * (inner[column + 8] ?? 0) + own);
    }
  }
  return result as unknown as Matrix;
}

export const applied = (m: Matrix, x: number, y: number, z: number): [number, number, number] => [
  m[0] * x + m[1] * y + m[2] * z + m[3],
  m[4] * x + m[5] * y + m[6] * z + m[7],
  m[8] * x + m[9] * y + m[10] * z + m[11],
];

/** Negative for a mirror, which turns triangles inside out. */
export const determinant = (m: Matrix): number =>
  m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]);

export const isFiniteMatrix = (matrix: Matrix): boolean => matrix.every((value) => Number.isFinite(value));

/** About an axis that need not have unit length; none at all for an axis that points nowhere. */
export function rotation(x: number, y: number, z: number, angleRad: number): Matrix {
  const length = Math.hypot(x, y, z);
  if (!(length > 0)) return IDENTITY;
  const half = Math.sin(angleRad / 2) / length;
  return ofQuaternion(x * half, y * half, z * half, Math.cos(angleRad / 2));
}

export function ofQuaternion(qx: number, qy: number, qz: number, qw: number): Matrix {
  const length = Math.hypot(qx, qy, qz, qw);
  if (!(length > 0)) return IDENTITY;
  const [x, y, z, w] = [qx / length, qy / length, qz / length, qw / length];
  const [xx, yy, zz, xy, xz, yz, wx, wy, wz] = [x * x, y * y, z * z, x * y, x * z, y * z, w * x, w * y, w * z];
  const top = [1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy), 0] as const;
  const middle = [2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx), 0] as const;
  return [...top, ...middle, 2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy), 0];
}

export const ofPose = ({ x, y, z, qx, qy, qz, qw }: Pose): Matrix => product(shift(x, y, z), ofQuaternion(qx, qy, qz, qw));
