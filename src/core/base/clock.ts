/** A local monotonic clock. All times are milliseconds; its zero means nothing outside this process. */
export interface Clock {
  /** Milliseconds since this clock's own zero. Monotonic while the process runs; may leap after a laptop slept. */
  now(): number;
  /** Runs `action` once, not before `delayMs` from now. Disposing cancels it. */
  after(delayMs: number, action: () => void): Disposable;
}

/** Runs `action` every `periodMs` until disposed. A late call is not made up for: the next one is a full period later. */
export function every(clock: Clock, periodMs: number, action: () => void): Disposable {
  let pending: Disposable;
  const schedule = () => {
    pending = clock.after(periodMs, () => {
      schedule();
      action();
    });
  };
  schedule();
  return { [Symbol.dispose]: () => pending[Symbol.dispose]() };
}

/** Resolves after `delayMs`. */
export function delay(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}
