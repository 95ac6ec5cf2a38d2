import { describe, expect, it } from 'vitest';
import { delay, every } from './clock.ts';
import { MisuseError } from './errors.ts';
import { integerBelow, seededRandom } from './random.ts';
import { VirtualTime } from './virtual-time.ts';

describe('virtual time', () => {
  it('runs actions in order of time, ties in the order they were asked for (seed 7)', async () => {
    const time = new VirtualTime();
    const random = seededRandom(7);
    const ran: { timeMs: number; order: number }[] = [];
    for (let order = 0; order < 5000; order++) {
      const timeMs = integerBelow(random, 500);
      time.at(timeMs, () => {
        expect(time.now).toBe(timeMs);
        ran.push({ timeMs, order });
      });
    }
    await time.run(1000);
    expect(ran).toHaveLength(5000);
    expect(ran).toEqual(ran.toSorted((a, b) => a.timeMs - b.timeMs || a.order - b.order));
    expect(time.now).toBe(1000);
  });

  it('runs what is due at the end of a run and leaves the rest', async () => {
    const time = new VirtualTime();
    const ran: number[] = [];
    for (const timeMs of [10, 20, 20.001, 30]) time.at(timeMs, () => ran.push(timeMs));
    await time.run(20);
    expect(ran).toEqual([10, 20]);
    await time.run(30);
    expect(ran).toEqual([10, 20, 20.001, 30]);
  });

  it('runs an action of the past now, behind what is due now', async () => {
    const time = new VirtualTime();
    await time.run(100);
    const ran: string[] = [];
    time.at(100, () => ran.push('present'));
    time.at(50, () => ran.push(`past at ${time.now}`));
    await time.run(100);
    expect(ran).toEqual(['present', 'past at 100']);
  });

  it('does not run what was disposed', async () => {
    const time = new VirtualTime();
    const ran: string[] = [];
    const never = time.at(10, () => ran.push('never'));
    const early = time.at(5, () => {
      ran.push('early');
      never[Symbol.dispose]();
      early[Symbol.dispose]();
    });
    await time.run(20);
    expect(ran).toEqual(['early']);
  });

  it('lets promises settle between events, through a few async functions', async () => {
    const time = new VirtualTime();
    const clock = time.clock();
    const ran: string[] = [];
    const inner = async () => delay(clock, 10);
    const middle = async () => {
      await inner();
    };
    void middle().then(() => ran.push(`continued at ${time.now}`));
    time.at(10, () => ran.push('next event'));
    await time.run(20);
    expect(ran).toEqual(['continued at 10', 'next event']);
  });

  it('gives a clock whose timers keep their period', async () => {
    const time = new VirtualTime();
    const clock = time.clock();
    const ticks: number[] = [];
    const ticking = every(clock, 250, () => ticks.push(clock.now()));
    await time.run(1000);
    ticking[Symbol.dispose]();
    await time.run(2000);
    expect(ticks).toEqual([250, 500, 750, 1000]);
  });

  it('rejects with what an action throws, and can go on', async () => {
    const time = new VirtualTime();
    const ran: string[] = [];
    time.at(10, () => {
      throw new RangeError('the action fails');
    });
    time.at(20, () => ran.push('next'));
    await expect(time.run(100)).rejects.toThrow('the action fails');
    expect([time.now, ran]).toEqual([10, []]);
    await time.run(100);
    expect(ran).toEqual(['next']);
  });

  it('refuses to run twice at once, and times that are none', async () => {
    const time = new VirtualTime();
    const first = time.run(10);
    await expect(time.run(10)).rejects.toThrow(MisuseError);
    await first;
    expect(() => time.at(Number.NaN, () => undefined)).toThrow(MisuseError);
  });
});
