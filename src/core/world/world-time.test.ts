import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check, worldTimeSchema } from '../api/messages.ts';
import {
  changed,
  generationAt,
  HIGHEST_RATE,
  initialWorldTime,
  LOWEST_RATE,
  MOST_SEGMENTS,
  NOTICE_MS,
  rateAt,
  type TimeChange,
  type WorldTimeRecord,
  worldTimeAt,
} from './world-time.ts';

const change: fc.Arbitrary<TimeChange> = fc.oneof(
  fc.record({ kind: fc.constant('run' as const), rate: fc.double({ min: -5, max: 200, noNaN: true }) }),
  fc.constant({ kind: 'pause' as const }),
  fc.record({ kind: fc.constant('step' as const), stepMs: fc.double({ min: -100, max: 10_000, noNaN: true }) }),
  fc.constant({ kind: 'reset' as const }),
);
const history = fc.array(fc.record({ afterMs: fc.integer({ min: 1, max: 5000 }), change }), { maxLength: 100 });

/** The records after each change, each decided some time after the one before. */
function lived(changes: readonly { afterMs: number; change: TimeChange }[]): { record: WorldTimeRecord; decidedMs: number }[] {
  let record = initialWorldTime(0);
  let decidedMs = 0;
  return changes.map(({ afterMs, change: next }) => {
    decidedMs += afterMs;
    record = changed(record, next, decidedMs);
    return { record, decidedMs };
  });
}

describe('world time', () => {
  it('[W56] begins at zero and runs with shared time', () => {
    const record = initialWorldTime(5000);
    expect([5000, 6500].map((sharedMs) => worldTimeAt(record, sharedMs))).toEqual([0, 1500]);
    expect([rateAt(record, 5000), generationAt(record, 5000)]).toEqual([1, 0]);
  });

  it('[W56] changes 200 ms after it was decided, not before', () => {
    const record = changed(initialWorldTime(0), { kind: 'run', rate: 10 }, 1000);
    expect([1000, 1199, 1200, 1300].map((sharedMs) => worldTimeAt(record, sharedMs))).toEqual([1000, 1199, 1200, 2200]);
    expect([rateAt(record, 1199), rateAt(record, 1200)]).toEqual([1, 10]);
  });

  it('[W56] never leaps at a change that is neither a step nor a reset', () => {
    fc.assert(
      fc.property(history, (changes) => {
        const plain = changes.filter(({ change: { kind } }) => kind === 'run' || kind === 'pause');
        for (const { record, decidedMs } of lived(plain)) {
          for (const { sharedT0 } of record.segments.filter((segment) => segment.sharedT0 >= decidedMs)) {
            expect(Math.abs(worldTimeAt(record, sharedT0) - worldTimeAt(record, sharedT0 - 1e-6))).toBeLessThan(0.01);
          }
        }
      }),
    );
  });

  it('[W56] is the same as before for what has been, whatever is decided', () => {
    fc.assert(
      fc.property(history, (changes) => {
        const records = lived(changes);
        records.slice(1).forEach(({ record, decidedMs }, i) => {
          const before = records[i]?.record ?? record;
          expect(worldTimeAt(record, decidedMs)).toBe(worldTimeAt(before, decidedMs));
          expect(generationAt(record, decidedMs)).toBe(generationAt(before, decidedMs));
        });
      }),
    );
  });

  it('[W56] is a record that every participant can read, however often it was changed', () => {
    fc.assert(
      fc.property(history, (changes) => {
        for (const { record } of lived(changes)) {
          expect(check(worldTimeSchema, record)).toEqual(record);
          expect(record.segments.length).toBeLessThanOrEqual(MOST_SEGMENTS);
          expect(record.segments.map(({ sharedT0 }) => sharedT0)).toEqual(
            record.segments.map(({ sharedT0 }) => sharedT0).toSorted((a, b) => a - b),
          );
        }
      }),
    );
  });

  it('[W56] takes changes that are decided within the notice of another together with it', () => {
    const stepping = changed(initialWorldTime(0), { kind: 'step', stepMs: 500 }, 1000);
    const twice = changed(stepping, { kind: 'step', stepMs: 250 }, 1150);
    expect(worldTimeAt(twice, 1000 + NOTICE_MS)).toBe(1200 + 750);
    expect(twice.rev).toBe(3);
    const running = changed(twice, { kind: 'run', rate: 2 }, 1199);
    expect(worldTimeAt(running, 1300)).toBe(1950 + 200);
  });

  it('[W57] stands still while it is paused, and goes on from there', () => {
    const paused = changed(initialWorldTime(0), { kind: 'pause' }, 800);
    expect([1000, 9000].map((sharedMs) => worldTimeAt(paused, sharedMs))).toEqual([1000, 1000]);
    const running = changed(paused, { kind: 'run', rate: 1 }, 9800);
    expect(worldTimeAt(running, 10_500)).toBe(1500);
  });

  it('[W57] steps by so much and then stands', () => {
    const stepped = changed(initialWorldTime(0), { kind: 'step', stepMs: 40 }, 800);
    expect([999, 1000, 2000].map((sharedMs) => worldTimeAt(stepped, sharedMs))).toEqual([999, 1040, 1040]);
    expect(worldTimeAt(changed(initialWorldTime(0), { kind: 'step', stepMs: -40 }, 800), 1000)).toBe(1000);
  });

  it('[W57] runs at rates from 0.01 to 100, whatever is asked for', () => {
    const rateOf = (rate: number) => rateAt(changed(initialWorldTime(0), { kind: 'run', rate }, 0), NOTICE_MS);
    expect([-1, 0, 0.5, 1e6].map(rateOf)).toEqual([LOWEST_RATE, LOWEST_RATE, 0.5, HIGHEST_RATE]);
  });

  it('[W58] starts again at zero, as the next generation, at the rate it had', () => {
    const fast = changed(initialWorldTime(0), { kind: 'run', rate: 4 }, 0);
    const reset = changed(fast, { kind: 'reset' }, 5000);
    expect([generationAt(reset, 5199), generationAt(reset, 5200)]).toEqual([0, 1]);
    expect([worldTimeAt(reset, 5200), worldTimeAt(reset, 5300)]).toEqual([0, 400]);
  });
});
