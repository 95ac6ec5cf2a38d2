import { describe, expect, it } from 'vitest';
import { delay, every } from './clock.ts';
import { VirtualTime } from './virtual-time.ts';

describe('every', () => {
  it('can be ended by its own action', async () => {
    const time = new VirtualTime();
    const ticks: number[] = [];
    const ticking = every(time.clock(), 10, () => {
      ticks.push(time.now);
      if (ticks.length === 3) ticking[Symbol.dispose]();
    });
    await time.run(1000);
    expect(ticks).toEqual([10, 20, 30]);
  });

  it('goes on when its action throws', async () => {
    const time = new VirtualTime();
    let ticks = 0;
    every(time.clock(), 10, () => {
      if (++ticks === 1) throw new RangeError('the first one fails');
    });
    await expect(time.run(35)).rejects.toThrow('the first one fails');
    await time.run(35);
    expect(ticks).toBe(3);
  });

  it('does not make up for calls that came late', async () => {
    const time = new VirtualTime();
    const late = time.clock();
    const ticks: number[] = [];
    // Every timer of this clock fires 25 ms late, as on a machine that is busy.
    const busy = { now: late.now, after: (delayMs: number, action: () => void) => late.after(delayMs + 25, action) };
    every(busy, 10, () => ticks.push(time.now));
    await time.run(110);
    expect(ticks).toEqual([35, 70, 105]);
  });
});

describe('delay', () => {
  it('resolves when its time has come, not before', async () => {
    const time = new VirtualTime();
    let isOver = false;
    void delay(time.clock(), 100).then(() => {
      isOver = true;
    });
    await time.run(99);
    expect(isOver).toBe(false);
    await time.run(100);
    expect(isOver).toBe(true);
  });
});
