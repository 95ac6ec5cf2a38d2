import { HELD_BYTES } from '../../channels/channel.ts';
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

/**
 * Since when what was read from one line may have lain here, or was made to wait by us. Nothing that was there at once is taken for new: it may be as old as what came before it. Where so much
 * was there at once that the channel held the other side back, more of that age is still in the system's buffers, here and there, when the channel has nothing left; it has
 * come by when a line could have gone there and back.
 */
export class Residence {
  readonly #clock: Clock;
  readonly #wakefulness: Wakefulness;
  readonly #linkDelayMs: number;
  #sinceMs: number;
  #bytesAtOnce = 0;
  #heldBackUntilMs = 0;

  constructor(clock: Clock, wakefulness: Wakefulness, linkDelayMs: number) {
    this.#clock = clock;
    this.#wakefulness = wakefulness;
    this.#linkDelayMs = linkDelayMs;
    this.#sinceMs = clock.now();
    this.#heldBackUntilMs = this.#sinceMs;
  }

  /** For so many bytes that were asked for at `askedMs` and have just come. */
  arrived(askedMs: number, bytes: number): number {
    const nowMs = this.#clock.now();
    if (nowMs - askedMs < WAITED_MS) {
      this.#bytesAtOnce += bytes;
      return this.#sinceMs;
    }
    if (this.#bytesAtOnce >= HELD_BYTES) this.#heldBackUntilMs = askedMs + 2 * (this.#linkDelayMs + MARK_MS);
    this.#bytesAtOnce = 0;
    if (nowMs >= this.#heldBackUntilMs) this.#sinceMs = this.#wakefulness.lookedMs;
    return this.#sinceMs;
  }
}
