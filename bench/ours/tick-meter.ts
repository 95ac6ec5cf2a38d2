/** What an owner's ticks take, and all else that falls into their periods. */
import type { Clock } from '../../src/core/base/clock.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { processorMs } from '../harness/processor-time.ts';
import { quantile } from '../harness/statistics.ts';

/** How often an owner ticks. */
export const TICK_MS = 50;

interface Tick {
  /** By the clock: what neighbours on the machine take meanwhile is counted, too. */
  ms: number;
  /** Of the processor, by its own thread: what the tick costs, whoever else is busy. */
  processorMs: number;
}

export interface TickTimes {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly processorP50Ms: number;
  readonly processorP99Ms: number;
}

let ticks: Tick[] = [];
let tick: Tick = { ms: 0, processorMs: 0 };
let tickFromMs = 0;

export function metered(action: () => void): void {
  const nowMs = systemClock.now();
  if (nowMs >= tickFromMs + TICK_MS) {
    ticks.push(tick);
    tickFromMs = nowMs;
    tick = { ms: 0, processorMs: 0 };
  }
  const before = { ms: performance.now(), processorMs: processorMs() };
  action();
  tick.ms += performance.now() - before.ms;
  tick.processorMs += processorMs() - before.processorMs;
}

/** The system's, with all that its timers do metered. */
export const meteredClock: Clock = {
  now: () => systemClock.now(),
  after: (delayMs, action) => systemClock.after(delayMs, () => metered(action)),
};

/** Of all ticks since `from` was told. */
export const meter = {
  from(): void {
    ticks = [];
  },

  times(): TickTimes {
    const spent = ticks.map((each) => each.processorMs);
    const taken = ticks.map(({ ms }) => ms);
    return {
      p50Ms: quantile(taken, 0.5),
      p99Ms: quantile(taken, 0.99),
      processorP50Ms: quantile(spent, 0.5),
      processorP99Ms: quantile(spent, 0.99),
    };
  },
};
