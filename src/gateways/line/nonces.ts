import type { Clock } from '../../core/base/clock.ts';
import { type Random, randomId } from '../../core/base/random.ts';

const LETTERS = 6;
const MOST = 64;
/** Nothing that a nonce vouches for may be older. */
export const LONGEST_NONCE_MS = 10_000;

/**
 * What proves that a line was sent lately: whoever sends it has seen the nonce before, so the line is no older than that, however long it lay in whose buffer. No clocks are
 * compared, and nothing has to be believed of the link. They cannot be guessed, so that none is used before it was given out.
 */
export class Nonces {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #givenMs = new Map<string, number>();

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  give(): string {
    const nonce = randomId(this.#random, LETTERS);
    this.#givenMs.set(nonce, this.#clock.now());
    for (const [old] of this.#givenMs) {
      if (this.#givenMs.size <= MOST) break;
      this.#givenMs.delete(old);
    }
    return nonce;
  }

  /** How long ago it was given out: what carries it is at most so old. Undefined: it was not given here, or too long ago. */
  ageMs(nonce: string): number | undefined {
    const givenMs = this.#givenMs.get(nonce);
    if (givenMs === undefined) return undefined;
    const ageMs = this.#clock.now() - givenMs;
    return ageMs <= LONGEST_NONCE_MS ? ageMs : undefined;
  }
}
