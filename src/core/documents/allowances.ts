import type { Clock } from '../base/clock.ts';
import { type Rate, TokenBucket } from '../base/token-bucket.ts';

/** So many are remembered; those that have used nothing lately need not be. */
const MOST = 1000;

/** How much each participant may ask for, so that none holds up all others. */
export class Allowances {
  readonly #rate: Rate;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(rate: Rate, clock: Clock) {
    this.#rate = rate;
    this.#clock = clock;
  }

  /** Takes it only if there is so much left. */
  take(participant: string, messages: number, bytes: number): 'kept' | 'exceeded' {
    return this.#of(participant).takeIfKept(messages, bytes, this.#clock.now());
  }

  /** What something has cost, as shown only afterwards: nothing more is given until that is made up for. */
  charge(participant: string, bytes: number): void {
    this.#of(participant).take(0, bytes, this.#clock.now());
  }

  #of(participant: string): TokenBucket {
    const nowMs = this.#clock.now();
    const known = this.#buckets.get(participant);
    if (known) return known;
    if (this.#buckets.size >= MOST) for (const [other, bucket] of this.#buckets) if (bucket.isFull(nowMs)) this.#buckets.delete(other);
    const bucket = new TokenBucket(this.#rate, nowMs);
    this.#buckets.set(participant, bucket);
    return bucket;
  }
}
