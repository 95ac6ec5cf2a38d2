import type { Clock } from '../../core/base/clock.ts';

/** What has not answered for so long has no round trip to speak of. */
const OVERDUE_MS = 2000;

/** How long somebody takes to answer: asked now and then, one question at a time. */
export class Probe {
  readonly #clock: Clock;
  readonly #ask: () => Promise<unknown>;
  readonly #failed: (error: unknown) => void;
  #askedMs: number | undefined;
  #lastMs: number | undefined;

  /** `ask` resolves when it is answered. What it rejects with is told to `failed`. */
  constructor(clock: Clock, ask: () => Promise<unknown>, failed: (error: unknown) => void) {
    this.#clock = clock;
    this.#ask = ask;
    this.#failed = failed;
  }

  /** The last one; undefined while it is not answered. */
  get roundTripMs(): number | undefined {
    const isOverdue = this.#askedMs !== undefined && this.#clock.now() - this.#askedMs > OVERDUE_MS;
    return isOverdue ? undefined : this.#lastMs;
  }

  async measure(): Promise<void> {
    if (this.#askedMs !== undefined) return;
    const askedMs = this.#clock.now();
    this.#askedMs = askedMs;
    try {
      await this.#ask();
      this.#lastMs = this.#clock.now() - askedMs;
    } catch (error) {
      this.#lastMs = undefined;
      this.#failed(error);
    } finally {
      this.#askedMs = undefined;
    }
  }
}
