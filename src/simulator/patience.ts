import type { VirtualTime } from '../core/base/virtual-time.ts';
import type { Actor, Cast } from './cast.ts';
import type { Witness } from './witness.ts';

/** Longer than a command may take, with the slack of clocks that were stepped. */
export const SILENCE_MS = 9000;

/** I4: who asks gets an answer, never silence. */
export class Patience {
  readonly #time: VirtualTime;
  readonly #cast: Cast;
  readonly #witness: Witness;

  constructor(time: VirtualTime, cast: Cast, witness: Witness) {
    this.#time = time;
    this.#cast = cast;
    this.#witness = witness;
  }

  /** `silenceMs`: more for what takes several commands. */
  watch(actor: Actor, what: string, promise: Promise<unknown>, silenceMs: number = SILENCE_MS): void {
    const askedMs = this.#time.now;
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, (error) => {
      settle();
      this.#witness.violate('error', `${actor.id} ${what}: ${error}`);
    });
    const look = () => {
      if (isSettled || !this.#cast.isHere(actor)) return;
      if (actor.pausedUntilMs + silenceMs > this.#time.now) this.#time.at(actor.pausedUntilMs + silenceMs + 1, look);
      else
        this.#witness.violate(
          'I4',
          `${actor.id} asked for ${what} at ${askedMs.toFixed(0)} ms and has heard nothing for ${(this.#time.now - askedMs).toFixed(0)} ms`,
        );
    };
    this.#time.at(askedMs + silenceMs, look);
  }
}
