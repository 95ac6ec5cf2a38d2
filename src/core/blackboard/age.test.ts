import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageAt, certainMs, elapsedMs, type Stamp } from './age.ts';

const HOUR_MS = 3_600_000;
/** Clocks run fast or slow by as much as quartz may, 100 ppm. */
const MOST_DRIFT = 1e-4;

const drift = fc.double({ min: -MOST_DRIFT, max: MOST_DRIFT, noNaN: true });
const errorMs = fc.double({ min: 0, max: 50, noNaN: true });
/** A clock and how far it is off, as a share of what it may be. */
const clock = fc.tuple(errorMs, fc.double({ min: -1, max: 1, noNaN: true }));
const passedMs = fc.double({ min: 0, max: HOUR_MS, noNaN: true });
/** Rounding alone. */
const EXACT_MS = 1e-6;

const stamped = (atMs: number, bound: number | undefined, term = 1): Stamp => ({ atMs, errorMs: bound, term });

describe('the age by a stamp', () => {
  it('[K10] is never below the truth, and above it by no more than the errors of both clocks and their drift', () => {
    fc.assert(
      fc.property(passedMs, drift, clock, clock, (trueMs, leaderDrift, [ofWriter, writerOff], [ours, weAreOff]) => {
        const stamp = stamped(1000 + ofWriter * writerOff, ofWriter);
        const now = stamped(1000 + trueMs * (1 + leaderDrift) + ours * weAreOff, ours);
        const ageMs = certainMs(stamp, now) ?? Number.NaN;
        expect(ageMs).toBeGreaterThanOrEqual(trueMs - EXACT_MS);
        expect(ageMs).toBeLessThan(trueMs * (1 + 4 * MOST_DRIFT) + 2.01 * (ofWriter + ours) + 0.01);
      }),
    );
  });

  it('[K10] is not below the truth after an hour under a leading clock that runs slow', () => {
    expect(certainMs(stamped(0, 0), stamped(HOUR_MS * (1 - MOST_DRIFT), 0))).toBeGreaterThanOrEqual(HOUR_MS);
  });

  it('[K10] counts the error of the writer as well as our own', () => {
    expect(certainMs(stamped(0, 30), stamped(100, 5))).toBeGreaterThanOrEqual(135);
  });

  it('[K11] cannot be told under another leading clock, nor without a comparison at either end', () => {
    expect(certainMs(stamped(0, 1, 1), stamped(100, 1, 2))).toBeUndefined();
    expect(certainMs(stamped(0, undefined), stamped(100, 1))).toBeUndefined();
    expect(certainMs(stamped(0, 1), stamped(100, undefined))).toBeUndefined();
  });
});

describe('the age by our own clock', () => {
  it('[K10] is not below the truth after an hour of a clock that runs slow', () => {
    expect(elapsedMs(0, HOUR_MS * (1 - MOST_DRIFT))).toBeGreaterThanOrEqual(HOUR_MS);
  });
});

describe('the age of a value', () => {
  const now = stamped(100_000, 0);

  it('[K10] is the larger of the two, whichever clock has missed something', () => {
    // Our own clock stood still while the machine slept.
    expect(ageAt(50, now, stamped(92_000, 0), 0, { atMs: 0, ageMs: 10 })).toMatchObject({ kind: 'known', ageMs: expect.closeTo(8000, -1) });
    // Shared time was set back.
    expect(ageAt(8000, now, stamped(99_990, 0), 0, { atMs: 0, ageMs: 10 })).toMatchObject({
      kind: 'known',
      ageMs: expect.closeTo(8010, -1),
    });
  });

  it('[K10] [K13] has what earlier hops reported, by the stamp as well', () => {
    expect(ageAt(0, now, stamped(99_000, 0), 500, undefined)).toMatchObject({ kind: 'known', ageMs: expect.closeTo(1500, 0) });
  });

  it('[K11] is unknown under another leading clock, unless it was certain before', () => {
    const stamp = stamped(99_000, 0, 7);
    expect(ageAt(200, now, stamp, 0, undefined)).toEqual({ kind: 'unknown', reason: 'it was stamped while another clock led' });
    expect(ageAt(200, now, stamp, 0, { atMs: 0, ageMs: 10 })).toMatchObject({ kind: 'known', ageMs: expect.closeTo(210, 0) });
  });
});
