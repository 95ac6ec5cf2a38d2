import { angleBetween, blend, compose, inverse, ORIGIN, type Pose } from '../base/pose.ts';

/** What a participant shows of an entity. */
export interface Shown {
  readonly pose: Pose;
  readonly values: readonly number[];
}

/** No part that is shown moves back faster than this, so that one frame never takes back 2 cm or 1 degree. */
const SPEED_M_PER_S = 0.8;
const TURN_PER_S = 0.7;
const SHORTEST_MS = 100;
const LONGEST_MS = 1000;

/**
 * The difference between what was shown and what is so, taken out step by step: a late proxy catches up by moving faster,
 * never by jumping, and is there when the motion ends.
 */
export class CatchUp {
  readonly #offset: Pose;
  readonly #values: readonly number[];
  readonly #startMs: number;
  readonly #spanMs: number;

  /** `remainingMs`: how long the motion goes on; when it is positive the catch-up is over by then. */
  constructor(shown: Shown, target: Shown, nowMs: number, remainingMs: number) {
    const turn = compose(inverse({ ...target.pose, x: 0, y: 0, z: 0 }), { ...shown.pose, x: 0, y: 0, z: 0 });
    this.#offset = { ...turn, x: shown.pose.x - target.pose.x, y: shown.pose.y - target.pose.y, z: shown.pose.z - target.pose.z };
    this.#values = target.values.map((value, i) => (shown.values[i] ?? value) - value);
    this.#startMs = nowMs;
    const farthest = Math.max(
      Math.hypot(this.#offset.x, this.#offset.y, this.#offset.z) / SPEED_M_PER_S,
      angleBetween(ORIGIN, turn) / TURN_PER_S,
      ...this.#values.map((value) => Math.abs(value) / TURN_PER_S),
    );
    const neededMs = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, farthest * 1000));
    this.#spanMs = remainingMs > 0 ? Math.min(neededMs, remainingMs) : neededMs;
  }

  isOver(nowMs: number): boolean {
    return nowMs >= this.#startMs + this.#spanMs;
  }

  apply(target: Shown, nowMs: number): Shown {
    const left = 1 - Math.max(0, Math.min(1, (nowMs - this.#startMs) / this.#spanMs));
    if (left === 0) return target;
    const offset = blend(ORIGIN, this.#offset, left);
    const turned = compose({ ...target.pose, x: 0, y: 0, z: 0 }, { ...offset, x: 0, y: 0, z: 0 });
    return {
      pose: { ...turned, x: target.pose.x + offset.x, y: target.pose.y + offset.y, z: target.pose.z + offset.z },
      values: target.values.map((value, i) => value + (this.#values[i] ?? 0) * left),
    };
  }
}
