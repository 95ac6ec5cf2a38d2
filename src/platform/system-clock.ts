import type { Clock } from '../core/base/clock.ts';

/** The longest delay a platform timer takes; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The process's monotonic clock, the same in Node and in the browser. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(delayMs, action) {
    const dueMs = performance.now() + delayMs;
    let timer: ReturnType<typeof setTimeout>;
    const arm = () => {
      // Platform timers may fire a fraction of a millisecond early: whoever asked for a delay must not see less.
      const restMs = dueMs - performance.now();
      if (restMs <= 0) action();
      else timer = setTimeout(arm, Math.min(Math.ceil(restMs), LONGEST_TIMER_MS));
    };
    timer = setTimeout(arm, Math.min(Math.max(0, delayMs), LONGEST_TIMER_MS));
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};
