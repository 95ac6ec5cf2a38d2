import { describe, expect, it } from 'vitest';
import { delay } from '../core/base/clock.ts';
import { systemClock } from './system-clock.ts';
import { systemRandom } from './system-random.ts';

describe('systemClock', () => {
  it('never runs an action before its delay has passed', async () => {
    for (const delayMs of [0, 0.5, 1, 3.7, 10]) {
      const startMs = systemClock.now();
      await delay(systemClock, delayMs);
      expect(systemClock.now() - startMs).toBeGreaterThanOrEqual(delayMs);
    }
  });

  it('does not run a disposed action', async () => {
    let runs = 0;
    const pending = systemClock.after(5, () => runs++);
    pending[Symbol.dispose]();
    await delay(systemClock, 15);
    expect(runs).toBe(0);
  });

  it('waits for a delay longer than a platform timer takes', async () => {
    let runs = 0;
    using _pending = systemClock.after(2 ** 40, () => runs++);
    await delay(systemClock, 15);
    expect(runs).toBe(0);
  });
});

describe('systemRandom', () => {
  it('is spread over [0, 1) and does not repeat', () => {
    const numbers = Array.from({ length: 10_000 }, () => systemRandom.next());
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.reduce((sum, number) => sum + number, 0) / numbers.length).toBeCloseTo(0.5, 1);
  });
});
