import type { Pose } from '../../core/base/pose.ts';
import { Settable } from '../link/observable.ts';
import type { EntityInfo, Frame, Observable } from '../link/world-link.ts';

const EVERY_MS = 100;
const NUMBERS_PER_POSE = 7;

/**
 * The numbers that panels show, taken out of the frames ten times a second. The frame loop offers every frame; no React state changes in between,
 * and none while everything stands.
 */
export class Samples {
  readonly #count = new Settable(0);
  #poses = new Float32Array(0);
  #values = new Float32Array(0);
  #layout: number | undefined;
  #takenMs = Number.NEGATIVE_INFINITY;

  /** Changes with every sample that has other numbers than the last, or has them in other places. */
  get count(): Observable<number> {
    return this.#count;
  }

  offer(frame: Frame | undefined, nowMs: number): void {
    if (!frame || nowMs - this.#takenMs < EVERY_MS) return;
    this.#takenMs = nowMs;
    if (frame.layout === this.#layout && isSame(this.#poses, frame.poses) && isSame(this.#values, frame.values)) return;
    this.#layout = frame.layout;
    this.#poses = copied(this.#poses, frame.poses);
    this.#values = copied(this.#values, frame.values);
    this.#count.set(this.#count.get() + 1);
  }

  value({ valuesAt }: EntityInfo, dof: number): number {
    return this.#values[valuesAt + dof] ?? 0;
  }

  values({ valuesAt, description }: EntityInfo): number[] {
    return description.dofs.map((_, dof) => this.#values[valuesAt + dof] ?? 0);
  }

  pose({ slot, description }: EntityInfo): Pose {
    const at = slot * NUMBERS_PER_POSE;
    if (at + NUMBERS_PER_POSE > this.#poses.length) return description.initial.pose;
    const [x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 1] = this.#poses.subarray(at, at + NUMBERS_PER_POSE);
    return { x, y, z, qx, qy, qz, qw };
  }
}

const isSame = (a: Float32Array, b: Float32Array): boolean => a.length === b.length && a.every((value, index) => value === b[index]);

function copied(into: Float32Array<ArrayBuffer>, from: Float32Array): Float32Array<ArrayBuffer> {
  const target = into.length === from.length ? into : new Float32Array(from.length);
  target.set(from);
  return target;
}
