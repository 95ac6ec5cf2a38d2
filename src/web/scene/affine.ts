import type { Pose } from '../../core/base/pose.ts';

/** Sixteen numbers a matrix, column by column, as WebGL has them. */
export const MATRIX_NUMBERS = 16;

/** A rigid movement that is written over again and again: the frame loop allocates nothing. Rows of a rotation, each with its shift. */
export class Affine {
  xx = 1;
  xy = 0;
  xz = 0;
  x = 0;
  yx = 0;
  yy = 1;
  yz = 0;
  y = 0;
  zx = 0;
  zy = 0;
  zz = 1;
  z = 0;

  setPose(pose: Pose): this {
    this.#setRotation(pose.qx, pose.qy, pose.qz, pose.qw);
    this.x = pose.x;
    this.y = pose.y;
    this.z = pose.z;
    return this;
  }

  /** From x y z qx qy qz qw. */
  setFrom(numbers: Float32Array, at: number): void {
    this.#setRotation(numbers[at + 3] ?? 0, numbers[at + 4] ?? 0, numbers[at + 5] ?? 0, numbers[at + 6] ?? 1);
    this.x = numbers[at] ?? 0;
    this.y = numbers[at + 1] ?? 0;
    this.z = numbers[at + 2] ?? 0;
  }

  #setRotation(qx: number, qy: number, qz: number, qw: number): void {
    this.xx = 1 - 2 * (qy * qy + qz * qz);
    this.xy = 2 * (qx * qy - qz * qw);
    this.xz = 2 * (qx * qz + qy * qw);
    this.yx = 2 * (qx * qy + qz * qw);
    this.yy = 1 - 2 * (qx * qx + qz * qz);
    this.yz = 2 * (qy * qz - qx * qw);
    this.zx = 2 * (qx * qz - qy * qw);
    this.zy = 2 * (qy * qz + qx * qw);
    this.zz = 1 - 2 * (qx * qx + qy * qy);
  }

  /** A turn about the line through (px, py, pz) along the unit vector (ax, ay, az). */
  setTurn(ax: number, ay: number, az: number, px: number, py: number, pz: number, angleRad: number): void {
    const sine = Math.sin(angleRad);
    const cosine = Math.cos(angleRad);
    const versine = 1 - cosine;
    this.xx = cosine + ax * ax * versine;
    this.xy = ax * ay * versine - az * sine;
    this.xz = ax * az * versine + ay * sine;
    this.yx = ax * ay * versine + az * sine;
    this.yy = cosine + ay * ay * versine;
    this.yz = ay * az * versine - ax * sine;
    this.zx = ax * az * versine - ay * sine;
    this.zy = ay * az * versine + ax * sine;
    this.zz = cosine + az * az * versine;
    this.x = px - (this.xx * px + this.xy * py + this.xz * pz);
    this.y = py - (this.yx * px + this.yy * py + this.yz * pz);
    this.z = pz - (this.zx * px + this.zy * py + this.zz * pz);
  }

  setShift(x: number, y: number, z: number): void {
    this.#setRotation(0, 0, 0, 1);
    this.x = x;
    this.y = y;
    this.z = z;
  }

  /** Neither of the two may be this one. */
  setProduct(a: Affine, b: Affine): void {
    this.xx = a.xx * b.xx + a.xy * b.yx + a.xz * b.zx;
    this.xy = a.xx * b.xy + a.xy * b.yy + a.xz * b.zy;
    this.xz = a.xx * b.xz + a.xy * b.yz + a.xz * b.zz;
    this.x = a.xx * b.x + a.xy * b.y + a.xz * b.z + a.x;
    this.yx = a.yx * b.xx + a.yy * b.yx + a.yz * b.zx;
    this.yy = a.yx * b.xy + a.yy * b.yy + a.yz * b.zy;
    this.yz = a.yx * b.xz + a.yy * b.yz + a.yz * b.zz;
    this.y = a.yx * b.x + a.yy * b.y + a.yz * b.z + a.y;
    this.zx = a.zx * b.xx + a.zy * b.yx + a.zz * b.zx;
    this.zy = a.zx * b.xy + a.zy * b.yy + a.zz * b.zy;
    this.zz = a.zx * b.xz + a.zy * b.yz + a.zz * b.zz;
    this.z = a.zx * b.x + a.zy * b.y + a.zz * b.z + a.z;
  }

  write(out: Float32Array, at: number): void {
    out[at] = this.xx;
    out[at + 1] = this.yx;
    out[at + 2] = this.zx;
    out[at + 3] = 0;
    out[at + 4] = this.xy;
    out[at + 5] = this.yy;
    out[at + 6] = this.zy;
    out[at + 7] = 0;
    out[at + 8] = this.xz;
    out[at + 9] = this.yz;
    out[at + 10] = this.zz;
    out[at + 11] = 0;
    out[at + 12] = this.x;
    out[at + 13] = this.y;
    out[at + 14] = this.z;
    out[at + 15] = 1;
  }
}
