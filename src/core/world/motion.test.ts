import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, distance, ORIGIN, type Pose, planarPose, planarTwist, yawOf } from '../base/pose.ts';
import { type BaseMotion, type DofMotion, endOf, NEVER, poseAt, progress, rateAt, valueAt } from './motion.ts';

const alone = (): undefined => undefined;
const at = (motion: BaseMotion, t: number): Pose => poseAt(motion, t, alone) ?? expect.fail('a motion that needs no parent has a pose');

const glide = (ramp: number): Extract<DofMotion, { kind: 'glide' }> => ({ kind: 'glide', from: -1, to: 3, t0: 1000, t1: 5000, ramp });
const anyRamp = fc.double({ min: 0, max: 0.5, noNaN: true });
const anyShare = fc.double({ min: 0, max: 1, noNaN: true });

describe('a motion', () => {
  const turning = { kind: 'drift', from: ORIGIN, twist: planarTwist(1, 0.5), t0: 1000, t1: 3000 } as const;
  const path = {
    kind: 'path',
    knots: [
      { t: 1000, pose: planarPose(0, 0, 3) },
      { t: 2000, pose: planarPose(2, 0, -3) },
      { t: 2000, pose: planarPose(2, 1, -3) },
      { t: 3000, pose: planarPose(4, 1, 0) },
    ],
  } as const;

  it('[W11] ends a glide exactly where it was to go', () => {
    const anyValue = fc.double({ min: -10, max: 10, noNaN: true });
    const isThere = (from: number, to: number, ramp: number) => valueAt({ ...glide(ramp), from, to }, 5000) === to;
    expect(() => fc.assert(fc.property(anyValue, anyValue, anyRamp, isThere))).not.toThrow();
  });

  it('[W11] is where it starts before its start, and where it ends after its end', () => {
    const still: DofMotion = { kind: 'still', value: 7 };
    const drift: DofMotion = { kind: 'drift', from: 1, ratePerS: 2, t0: 1000, t1: 2000 };
    expect([-NEVER, 0, NEVER].map((t) => valueAt(still, t))).toEqual([7, 7, 7]);
    expect([Number.NEGATIVE_INFINITY, 1000, 5000, NEVER].map((t) => valueAt(glide(0.25), t))).toEqual([-1, -1, 3, 3]);
    expect([Number.NEGATIVE_INFINITY, 1000, 2000, NEVER].map((t) => valueAt(drift, t))).toEqual([1, 1, 3, 3]);
    expect(at(turning, 0)).toEqual(ORIGIN);
    expect(at(turning, 9e9)).toEqual(advance(ORIGIN, planarTwist(1, 0.5), 2));
    expect([at(path, 0), at(path, 9e9)]).toEqual([path.knots[0].pose, path.knots[3].pose]);
  });

  it('[W11] knows when it has nothing more to do', () => {
    expect(endOf({ kind: 'still', value: 1 })).toBe(-NEVER);
    expect(endOf(glide(0))).toBe(5000);
    expect(endOf(path)).toBe(3000);
    expect(endOf({ kind: 'drift', from: 0, ratePerS: 1, t0: 0, t1: NEVER })).toBe(NEVER);
    expect(endOf({ kind: 'ride', parent: 'cart', offset: ORIGIN })).toBe(NEVER);
  });

  it('[W12] glides evenly without a ramp', () => {
    expect([1000, 2000, 3000, 4500].map((t) => valueAt(glide(0), t))).toEqual([-1, 0, 1, 2.5]);
  });

  it('[W12] glides with constant acceleration and deceleration over its ramps', () => {
    // Half the time at full speed, a quarter each to reach and to leave it: a sixth, two thirds and a sixth of the way.
    const parts = [2000, 3000, 4000].map((t) => (valueAt(glide(0.25), t) + 1) / 4);
    expect(parts[0]).toBeCloseTo(1 / 6, 10);
    expect(parts[1]).toBeCloseTo(1 / 2, 10);
    expect(parts[2]).toBeCloseTo(5 / 6, 10);
  });

  it('[W12] never glides back, and never faster than its ramp says', () => {
    fc.assert(
      fc.property(anyRamp, anyShare, anyShare, (ramp, one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        const moved = progress(late, ramp) - progress(early, ramp);
        expect(moved).toBeGreaterThanOrEqual(-1e-12);
        expect(moved).toBeLessThanOrEqual((late - early) / (1 - ramp) + 1e-9);
        expect([progress(0, ramp), progress(1, ramp)]).toEqual([0, 1]);
      }),
    );
  });

  it('[W11] knows how fast it is: what its values say a moment later', () => {
    const knots = [
      { t: 1000, value: 0 },
      { t: 2000, value: 1 },
      { t: 5000, value: -3 },
    ];
    const motions: DofMotion[] = [
      { kind: 'still', value: 1 },
      { kind: 'drift', from: 1, ratePerS: -0.5, t0: 1000, t1: 4000 },
      { kind: 'path', knots },
      ...[0, 0.25, 0.5].map(glide),
    ];
    for (const motion of motions) {
      for (let t = 505; t < 6000; t += 50)
        expect(rateAt(motion, t)).toBeCloseTo((valueAt(motion, t + 0.01) - valueAt(motion, t - 0.01)) / 2e-5, 4);
    }
  });

  it('[W13] drifts along the arc of its twist, exactly at any time', () => {
    for (const t of [1000, 1234.5, 2500]) expect(at(turning, t)).toEqual(advance(ORIGIN, turning.twist, (t - 1000) / 1000));
    expect(valueAt({ kind: 'drift', from: 1, ratePerS: -0.5, t0: 0, t1: NEVER }, 10_000)).toBe(-4);
  });

  it('[W14] is at each knot of a path at its time, straight and evenly turning between', () => {
    expect(at(path, 1000)).toEqual(path.knots[0].pose);
    expect(at(path, 2000)).toEqual(path.knots[2].pose);
    const middle = at(path, 1500);
    expect([middle.x, middle.y]).toEqual([1, 0]);
    expect(Math.abs(yawOf(middle))).toBeCloseTo(Math.PI, 9);
    expect(yawOf(at(path, 2500))).toBeCloseTo(-1.5, 9);
  });

  it('[W14] finds its place on a path of many knots', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 1e6 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(times, fc.integer({ min: -10, max: 1e6 + 10 }), (unsorted, t) => {
        const knots = unsorted.toSorted((a, b) => a - b).map((time) => ({ t: time, value: time * 3 }));
        const [first, last] = [knots[0]?.t ?? 0, knots.at(-1)?.t ?? 0];
        expect(valueAt({ kind: 'path', knots }, t)).toBeCloseTo(3 * Math.min(Math.max(t, first), last), 6);
      }),
    );
  });

  it("[W15] rides at a fixed place in its parent's frame, and nowhere while the parent is not known", () => {
    const ride: BaseMotion = { kind: 'ride', parent: 'cart', offset: planarPose(1, 0, 0) };
    const pose = poseAt(ride, 0, (parent) => (parent === 'cart' ? { pose: planarPose(5, 5, Math.PI / 2), values: [] } : undefined));
    expect(pose && distance(pose, planarPose(5, 6, 0))).toBeCloseTo(0, 10);
    expect(poseAt(ride, 0, alone)).toBeUndefined();
  });
});
