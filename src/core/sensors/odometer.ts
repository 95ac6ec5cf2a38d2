import { compose, inverse, type Pose, planarPose, yawOf } from '../base/pose.ts';
import type { Random } from '../base/random.ts';
import type { SensorNoise } from '../robots/robots.ts';
import { normal, withinHalfTurn } from './noise.ts';

/** Metres and radians, in the frame of where it began. */
export type Reckoned = readonly [x: number, y: number, yawRad: number];

/** What an odometer goes on from: what another one told, and where the base was then. */
export interface Leg {
  readonly reckoned: Reckoned;
  readonly pose: Pose;
}

const NOWHERE: Reckoned = [0, 0, 0];

/** Where a base believes to be by how it moved: it errs a little with each step, and what it erred stays. */
export class Odometer {
  readonly #noise: SensorNoise;
  readonly #random: Random;
  /** Of all ways and all turns, as long as it lasts. */
  readonly #wayFactor: number;
  readonly #turnFactor: number;
  #reckoned: Reckoned;
  #last: Pose | undefined;

  /** Goes on from where another left off, if there was one. */
  constructor(noise: SensorNoise, random: Random, from?: Leg) {
    this.#noise = noise;
    this.#random = random;
    this.#reckoned = from?.reckoned ?? NOWHERE;
    this.#last = from?.pose;
    this.#wayFactor = 1 + this.#erring(noise.wayShare);
    this.#turnFactor = 1 + this.#erring(noise.turnShare);
  }

  /** It is here now, and came here by itself. */
  travel(pose: Pose): Reckoned {
    const last = this.#last;
    this.#last = pose;
    if (!last) return this.#reckoned;
    const step = compose(inverse(last), pose);
    const [wayM, turnRad] = [Math.hypot(step.x, step.y), yawOf(step)];
    if (wayM === 0 && turnRad === 0) return this.#reckoned;
    const share = this.#wayFactor + this.#erring(this.#noise.wayDeviationM, wayM) / (wayM || 1);
    const veerRad = this.#erring(this.#noise.veerDeviationRad, wayM) + this.#erring(this.#noise.turnDeviationRad, Math.abs(turnRad));
    const [x, y, yawRad] = this.#reckoned;
    const next = compose(planarPose(x, y, yawRad), { ...step, x: step.x * share, y: step.y * share });
    this.#reckoned = [next.x, next.y, withinHalfTurn(yawRad + turnRad * this.#turnFactor + veerRad)];
    return this.#reckoned;
  }

  /** It is here now, and was carried or put here. */
  carry(pose: Pose): Reckoned {
    this.#last = pose;
    return this.#reckoned;
  }

  /** Errors of many small steps add up to that of a large one by their squares. */
  #erring(deviation = 0, amount = 1): number {
    return deviation > 0 && amount > 0 ? deviation * Math.sqrt(amount) * normal(this.#random) : 0;
  }
}
