import { type Clock, every } from '../../core/base/clock.ts';

const MARK_MS = 20;
/** Who had to wait for bytes for so long found none that were there before. */
const WAITED_MS = 1;

/**
 * Shows how long this process may have left bytes unread: it notes when it was last awake. After a standstill the system reads what has piled up in the same breath, so
 * only the note before the last one is proof that there was a look at all lines in between.
 */
export class Wakefulness implements Disposable {
  readonly #marking: Disposable;
  #lastMs: number;
  #beforeMs: number;

  constructor(clock: Clock) {
    this.#lastMs = clock.now();
    this.#beforeMs = this.#lastMs;
    this.#marking = every(clock, MARK_MS, () => {
      this.#beforeMs = this.#lastMs;
      this.#lastMs = clock.now();
    });
  }

  /** On the clock: what is read now, and was looked for, came no earlier. */
  get lookedMs(): number {
    return this.#beforeMs;
  }

  [Symbol.dispose](): void {
    this.#marking[Symbol.dispose]();
  }
}

/** Since when what was read from one line may have lain here. */
export class Residence {
  readonly #clock: Clock;
  readonly #wakefulness: Wakefulness;
  #sinceMs: number;

  constructor(clock: Clock, wakefulness: Wakefulness) {
    this.#clock = clock;
    this.#wakefulness = wakefulness;
    this.#sinceMs = clock.now();
  }

  /** For bytes that were asked for at `askedMs` and have just come. Those that were there at once may be as old as the ones before them. */
  arrived(askedMs: number): number {
    if (this.#clock.now() - askedMs >= WAITED_MS) this.#sinceMs = this.#wakefulness.lookedMs;
    return this.#sinceMs;
  }
}
