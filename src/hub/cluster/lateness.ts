import type { Clock } from '../../core/base/clock.ts';

/** So often it is looked whether the process comes in time. */
const LOOK_MS = 50;

/**
 * How late this process comes to what is due. Node's own measure leaves out what goes on while it is read, and counts a standstill once however long it
 * lasts; here it counts for every look that it cost.
 */
export class Lateness implements Disposable {
  readonly #clock: Clock;
  #lateMs: number[] = [];
  #pending: Disposable;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#pending = this.#await();
  }

  /** Since the last time it was asked. */
  take(): { readonly p99Ms: number; readonly mostMs: number } {
    const sorted = this.#lateMs.sort((a, b) => a - b);
    this.#lateMs = [];
    return { p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0, mostMs: sorted.at(-1) ?? 0 };
  }

  [Symbol.dispose](): void {
    this.#pending[Symbol.dispose]();
  }

  #await(): Disposable {
    const dueMs = this.#clock.now() + LOOK_MS;
    return this.#clock.after(LOOK_MS, () => {
      for (let lateMs = this.#clock.now() - dueMs; lateMs >= 0; lateMs -= LOOK_MS) this.#lateMs.push(lateMs);
      this.#pending = this.#await();
    });
  }
}
