import type { Clock } from '../base/clock.ts';
import { TimeoutError } from './bus.ts';
import { requireTimeout } from './limits.ts';

/** What one connection has asked for and not yet been answered. */
export class PendingCalls {
  readonly #clock: Clock;
  readonly #calls = new Set<{ reject(error: Error): void }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  open<T>(subject: string, timeoutMs: number): PendingCall<T> {
    requireTimeout(timeoutMs);
    const timer = this.#clock.after(timeoutMs, () => call.reject(new TimeoutError(subject, timeoutMs)));
    const call = new PendingCall<T>(() => {
      timer[Symbol.dispose]();
      this.#calls.delete(call);
    });
    this.#calls.add(call);
    return call;
  }

  rejectAll(error: Error): void {
    for (const call of this.#calls) call.reject(error);
  }
}

/** The first of `resolve` and `reject` decides; later ones do nothing. */
export class PendingCall<T> {
  readonly answer: Promise<T>;
  readonly #settled: () => void;
  #resolve: ((value: T) => void) | undefined;
  #isSettled = false;
  #reject: ((error: Error) => void) | undefined;

  constructor(settled: () => void) {
    this.#settled = settled;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  resolve(value: T): void {
    this.#isSettled = true;
    this.#resolve?.(value);
    this.#settled();
  }

  reject(error: Error): void {
    this.#isSettled = true;
    this.#reject?.(error);
    this.#settled();
  }
}
