import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { angleBetween, distance, planarPose, yawOf } from '../base/pose.ts';
import type { Place } from '../maps/maps.ts';
import { aiboErs7 } from '../robots/catalog/aibo-ers-7.ts';
import { amigobot } from '../robots/catalog/amigobot.ts';
import { desk } from '../robots/catalog/furniture.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../robots/catalog/puma-560.ts';
import { type Base, baseOf, planarRadius, slowed } from './base.ts';
import { follow, type Knot, turnBetween } from './following.ts';
import { distanceTo } from './polyline.ts';

const turning = baseOf(pioneer3dx) as Base;
const sliding: Base = { ...turning, kind: 'sliding' };
const start = { ...planarPose(1, 2, 0.3), z: 4 };

const place = fc.tuple(fc.double({ min: -20, max: 20, noNaN: true }), fc.double({ min: -20, max: 20, noNaN: true }));
const heading = fc.option(fc.double({ min: -3.1, max: 3.1, noNaN: true }), { nil: undefined });
const ways = fc.tuple(fc.array(place, { minLength: 1, maxLength: 12 }), heading);

/** Speeds of all pieces, in order. */
function pieces(knots: readonly Knot[]) {
  return knots.map((knot, index) => {
    const before = knots[index - 1] ?? { afterMs: 0, pose: start };
    const seconds = (knot.afterMs - before.afterMs) / 1000;
    return { seconds, mPerS: distance(before.pose, knot.pose) / seconds, radPerS: angleBetween(before.pose, knot.pose) / seconds };
  });
}

describe('a way that is followed', () => {
  it.each([
    ['turning', turning],
    ['sliding', sliding],
  ] as const)('[J8] ends exactly at its last point, turned as asked, on a base that is %s', (_, base) => {
    fc.assert(
      fc.property(ways, ([points, headingRad]) => {
        const last = follow(start, points, base, { headingRad }).at(-1)?.pose;
        fc.pre(points.some(([x, y]) => Math.hypot(x - start.x, y - start.y) > 0.001));
        const [x, y] = points.at(-1) ?? [0, 0];
        expect(Math.hypot((last?.x ?? 0) - x, (last?.y ?? 0) - y)).toBeLessThan(1e-9);
        expect(last?.z).toBe(4);
        if (headingRad !== undefined && last) expect(Math.abs(turnBetween(yawOf(last), headingRad))).toBeLessThan(1e-3);
      }),
    );
  });

  it.each([
    ['turning', turning],
    ['sliding', sliding],
    ['walking', baseOf(aiboErs7) as Base],
  ] as const)('[J9] keeps within the speeds of a base that is %s, with at most 500 knots, and time goes on', (_, base) => {
    fc.assert(
      fc.property(ways, ([points, headingRad]) => {
        const knots = follow(start, points, base, { headingRad });
        expect(knots.length).toBeLessThanOrEqual(500);
        for (const { seconds, mPerS, radPerS } of pieces(knots)) {
          if (seconds === 0) expect([mPerS, radPerS].every((speed) => Number.isNaN(speed))).toBe(true);
          else {
            expect(mPerS).toBeLessThanOrEqual(base.speedMPerS * 1.0001);
            expect(radPerS).toBeLessThanOrEqual(base.turnRadPerS * 1.0001);
          }
        }
      }),
    );
  });

  it('[J9] slides no faster than it can turn on the way', () => {
    const knots = follow(start, [[1.2, 2]], sliding, { headingRad: 3 });
    expect(knots.at(-1)?.pose.x).toBeCloseTo(1.2, 9);
    // Knots are at whole milliseconds.
    for (const { radPerS } of pieces(knots)) expect(radPerS).toBeLessThanOrEqual(sliding.turnRadPerS * 1.01);
  });

  it('[J9] gains and loses speed no faster than the base can', () => {
    const knots = follow(start, [[9, 2]], { ...turning, accelerationMPerS2: 0.3 });
    const speeds = pieces(knots).filter(({ radPerS }) => !(radPerS > 0));
    for (const [index, { mPerS, seconds }] of speeds.entries()) {
      const before = speeds[index - 1] ?? { mPerS: 0, seconds };
      // From the middle of one piece to the middle of the next.
      expect(Math.abs(mPerS - before.mPerS) / ((seconds + before.seconds) / 2)).toBeLessThanOrEqual(0.3 * 1.05 + 1e-9);
    }
    expect(speeds.some(({ mPerS }) => mPerS > turning.speedMPerS * 0.99)).toBe(true);
  });

  it('[J8] stays on the line, and turns only on the spot, where the base has to', () => {
    fc.assert(
      fc.property(ways, ([points]) => {
        const line: Place[] = [[start.x, start.y], ...points];
        const knots = follow(start, points, turning);
        for (const { pose } of knots) expect(distanceTo([pose.x, pose.y], line)).toBeLessThan(1e-3);
        for (const { mPerS, radPerS } of pieces(knots)) expect(mPerS > 1e-6 && radPerS > 1e-4).toBe(false);
      }),
    );
  });

  it('[J9] of more corners than fit is followed as far as they do', () => {
    const points = Array.from({ length: 400 }, (_, index): Place => [index, index % 2]);
    const knots = follow(start, points, turning);
    expect(knots.length).toBeLessThanOrEqual(500);
    const end = knots.at(-1)?.pose;
    expect(points.some(([x, y]) => Math.hypot(x - (end?.x ?? -1), y - (end?.y ?? -1)) < 1e-9)).toBe(true);
  });

  it('[J8] to where it is already is no motion', () => {
    expect(follow(start, [[1, 2]], turning)).toEqual([{ afterMs: 0, pose: start }]);
  });
});

describe('a base', () => {
  it('[J9] is calmer than the model could be, never faster, and slower if asked', () => {
    expect(turning.speedMPerS).toBeCloseTo(0.72, 6);
    expect((baseOf(pioneer3dx, { speedMPerS: 5 }) as Base).speedMPerS).toBe(1.2);
    expect((baseOf(pioneer3dx, { speedMPerS: 0.3 }) as Base).speedMPerS).toBe(0.3);
    const slow = slowed(turning, { speedMPerS: 0.2, turnRadPerS: 9 });
    expect([slow.speedMPerS, slow.turnRadPerS]).toEqual([0.2, turning.turnRadPerS]);
    expect(slow.fastestMPerS).toBeLessThan(turning.fastestMPerS);
    expect([puma560, desk].map((model) => baseOf(model))).toEqual([undefined, undefined]);
  });

  it('[J9] is as large as all that its body sweeps when it turns on the spot', () => {
    // Published: 455 mm long, 381 mm wide, and 330 mm by 280 mm.
    expect(planarRadius(pioneer3dx)).toBeGreaterThan(0.455 / 2);
    expect(planarRadius(pioneer3dx)).toBeLessThan(Math.hypot(0.455, 0.4) / 2 + 0.02);
    expect(planarRadius(amigobot)).toBeGreaterThan(0.33 / 2);
    expect(planarRadius(amigobot)).toBeLessThan(Math.hypot(0.33, 0.28) / 2 + 0.02);
  });
});
