import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planarPose } from '../base/pose.ts';
import type { Place } from '../maps/maps.ts';
import type { Base } from './base.ts';
import { follow } from './following.ts';
import { conflictMs, type Mover, passingM, placeAt, remaining, standing, type TimedWay, timedWay } from './timed-way.ts';

const base: Base = {
  ...{ kind: 'turning', speedMPerS: 0.7, turnRadPerS: 1.5, accelerationMPerS2: 1, turnRadPerS2: 5, radiusM: 0.27, reachM: 0.4 },
  fastestMPerS: 1.3,
};
const mover = (way: TimedWay): Mover => ({ way, radiusM: base.radiusM, speedMPerS: base.fastestMPerS });
const drive = (fromMs: number, from: Place, ...points: Place[]): TimedWay =>
  timedWay(fromMs, from, follow(planarPose(from[0], from[1], 0), points, base));

const place = fc.tuple(fc.double({ min: 0, max: 8, noNaN: true }), fc.double({ min: 0, max: 8, noNaN: true }));

describe('a way in time', () => {
  it('[J10] is told with a few places, and is off by less than two centimetres at any instant', () => {
    fc.assert(
      fc.property(place, fc.array(place, { minLength: 1, maxLength: 6 }), (from, points) => {
        const knots = follow(planarPose(from[0], from[1], 0), points, base);
        const whole: TimedWay = [[1000, ...from], ...knots.map(({ afterMs, pose }) => [1000 + afterMs, pose.x, pose.y] as const)];
        const told = timedWay(1000, from, knots);
        expect(told.length).toBeLessThanOrEqual(whole.length + 1);
        for (let ms = 900; ms < (whole.at(-1)?.[0] ?? 0) + 200; ms += 37) {
          const [a, b] = [placeAt(whole, ms), placeAt(told, ms)];
          expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeLessThan(0.022);
        }
      }),
      { numRuns: 50 },
    );
    expect(drive(0, [0, 0], [5, 0]).length).toBeLessThan(8);
  });

  it('[J10] ends where it is left to stand, and what is left of it shrinks', () => {
    const way = drive(0, [0, 0], [4, 0], [4, 3]);
    expect(placeAt(way, -5)).toEqual([0, 0]);
    expect(placeAt(way, 1e6)).toEqual([4, 3]);
    expect(remaining(way, 1e6)).toEqual([[4, 3]]);
    expect(remaining(way, 0)[0]).toEqual([0, 0]);
  });

  it('[J11] is in conflict exactly when two come nearer than both need, at any instant, one being early or late', () => {
    const slackMs = 800;
    fc.assert(
      fc.property(place, fc.array(place, { minLength: 1, maxLength: 3 }), place, fc.array(place, { maxLength: 3 }), (a, aWay, b, bWay) => {
        fc.pre(Math.hypot(a[0] - b[0], a[1] - b[1]) > 3);
        const [mine, other] = [mover(drive(0, a, ...aWay)), mover(bWay.length > 0 ? drive(0, b, ...bWay) : standing(b))];
        const found = conflictMs(mine, other, 0, { slackMs });
        const least = leastApart(mine, other, slackMs, found ?? Number.POSITIVE_INFINITY);
        // Standing for good they need less than while both go.
        if (found === undefined) expect(least).toBeGreaterThan(2 * base.radiusM);
        else {
          expect(leastApart(mine, other, slackMs, found + 1)).toBeLessThan(passingM(mine, base.radiusM) + 0.1 * base.fastestMPerS + 0.05);
          expect(least).toBeGreaterThan(2 * base.radiusM - 0.2);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('[J11] keeps away from the edge of what stands there, not from its middle', () => {
    const passing = mover(drive(0, [0, 0], [8, 0]));
    const large = (y: number): Mover => ({ way: standing([4, y]), radiusM: 1, speedMPerS: 0 });
    // Its own 0.27 m, the other's 1 m, and the room that it needs while it goes.
    expect(conflictMs(passing, large(1.35), 0, { slackMs: 1000 })).toBeDefined();
    expect(conflictMs(passing, large(1.6), 0, { slackMs: 1000 })).toBeUndefined();
  });

  it('[J11] lets one follow another, but not come towards it', () => {
    const first = mover(drive(0, [2, 0], [8, 0]));
    expect(conflictMs(mover(drive(0, [0, 0], [6, 0])), first, 0, { slackMs: 1000 })).toBeUndefined();
    expect(conflictMs(mover(drive(0, [10, 0.2], [3, 0.2])), first, 0, { slackMs: 1000 })).toBeDefined();
    expect(conflictMs(mover(drive(0, [0, 0], [8, 0])), first, 0, { slackMs: 1000 })).toBeDefined();
  });

  it('[J11] may begin beside another, if it comes no nearer', () => {
    const near = mover(standing([0.6, 0]));
    expect(conflictMs(mover(drive(0, [0, 0], [-3, 0])), near, 0, { slackMs: 1000 })).toBeUndefined();
    expect(conflictMs(mover(drive(0, [0, 0], [3, 0])), near, 0, { slackMs: 1000 })).toBeDefined();
  });
});

/** Looked at every few milliseconds, as plainly as can be. */
function leastApart(mine: Mover, other: Mover, slackMs: number, untilMs: number): number {
  let leastM = Number.POSITIVE_INFINITY;
  const endMs = Math.min(untilMs, Math.max(mine.way.at(-1)?.[0] ?? 0, (other.way.at(-1)?.[0] ?? 0) + slackMs));
  for (let ms = 0; ms <= endMs; ms += 50) {
    const [x, y] = placeAt(mine.way, ms);
    for (let late = -slackMs; late <= slackMs; late += 100) {
      const [otherX, otherY] = placeAt(other.way, ms + late);
      leastM = Math.min(leastM, Math.hypot(x - otherX, y - otherY));
    }
  }
  return leastM;
}
