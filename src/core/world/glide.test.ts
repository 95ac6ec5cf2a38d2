import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accelerationOf } from '../robots/acceleration.ts';
import { type Glide, type GlideWish, glideFrom } from './glide.ts';
import { rateAt, valueAt } from './motion.ts';

const anyValue = fc.double({ min: -5, max: 5, noNaN: true });
const anyDof = fc.record(
  { speedPerS: fc.double({ min: 0.05, max: 8, noNaN: true }), accelerationPerS2: fc.double({ min: 0.1, max: 40, noNaN: true }) },
  { requiredKeys: ['speedPerS'] },
);
const anyRamp = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.5, noNaN: true }));
const anyWish: fc.Arbitrary<GlideWish> = fc.record(
  {
    to: anyValue,
    ramp: anyRamp,
    durationMs: fc.double({ min: 0, max: 6000, noNaN: true }),
    speedPerS: fc.double({ min: 0.05, max: 20, noNaN: true }),
  },
  { requiredKeys: ['to', 'ramp'] },
);
const START_MS = 1234.5;

/** The largest speed, and the largest change of it each second, by finite differences over the whole glide and a little around it. */
function measured(glide: Glide, fromMs: number): { speed: number; acceleration: number } {
  const stepS = (glide.t1 - fromMs) / 400 / 1000 || 1e-3;
  const at = (index: number) => valueAt(glide, fromMs + 1000 * stepS * index);
  let [speed, acceleration] = [0, 0];
  for (let index = fromMs > glide.t0 ? 1 : -1; index <= 401; index++) {
    const [before, now, after] = [at(index - 1), at(index), at(index + 1)];
    speed = Math.max(speed, Math.abs(after - now) / stepS);
    acceleration = Math.max(acceleration, Math.abs(after - 2 * now + before) / stepS ** 2);
  }
  return { speed, acceleration };
}

describe('a glide', () => {
  it('[W65] exceeds neither the speed nor the acceleration of its model, whatever it is asked for', () => {
    fc.assert(
      fc.property(anyValue, anyWish, anyDof, (value, wish, dof) => {
        fc.pre(Math.abs(wish.to - value) > 1e-3);
        const glide = glideFrom({ value, ratePerS: 0, worldMs: START_MS }, wish, dof);
        const { speed, acceleration } = measured(glide, glide.t0);
        expect(speed).toBeLessThanOrEqual(Math.min(dof.speedPerS, wish.speedPerS ?? dof.speedPerS) + 1e-6);
        expect(acceleration).toBeLessThanOrEqual(accelerationOf(dof) + 1e-6 + (Math.abs(value) + 10) * 1e-9);
        expect(glide.t1 - glide.t0).toBeGreaterThanOrEqual(wish.durationMs ?? 0);
        expect(glide.ramp).toBeGreaterThanOrEqual(wish.ramp);
        expect(valueAt(glide, glide.t1)).toBe(wish.to);
      }),
    );
  });

  const lasts = (distance: number, ramp: number, dof = { speedPerS: 1, accelerationPerS2: 2 }) => {
    const { t0, t1, ramp: made } = glideFrom({ value: 0, ratePerS: 0, worldMs: 0 }, { to: distance, ramp }, dof);
    return [t1 - t0, made];
  };

  it('[W65] is as near to linear as its model can be when it is asked to be', () => {
    // Half a second to speed up over 0.25, one second on the way, half a second to slow down.
    expect(lasts(1.5, 0)).toEqual([2000, 0.25]);
    expect(lasts(0.5, 0)).toEqual([1000, 0.5]);
    expect(lasts(0.125, 0)).toEqual([500, 0.5]);
    expect(lasts(2, 0, { speedPerS: 1, accelerationPerS2: 1e6 })).toEqual([2000, 0]);
  });

  it('[W65] has the ramps it is asked for where they are longer than they must be', () => {
    expect(lasts(3, 0.25)).toEqual([4000, 0.25]);
    expect(lasts(3, 0.5)).toEqual([6000, 0.5]);
  });

  it('[W65] reaches full speed in half a second where its model says nothing', () => {
    const { t1, ramp } = glideFrom({ value: 0, ratePerS: 0, worldMs: 0 }, { to: 1.5, ramp: 0 }, { speedPerS: 1 });
    expect([t1, ramp]).toEqual([2000, 0.25]);
  });

  it('[W66] that goes on the way its joint goes already keeps its speed, and the limits', () => {
    const anyFarther = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 5, noNaN: true }));
    const anyShare = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    let joined = 0;
    fc.assert(
      fc.property(anyValue, anyWish, anyFarther, anyRamp, anyDof, anyShare, (value, first, farther, ramp, dof, share) => {
        fc.pre(Math.abs(first.to - value) > 1e-2);
        const second = { to: first.to + farther * Math.sign(first.to - value), ramp };
        const before = glideFrom({ value, ratePerS: 0, worldMs: 0 }, first, dof);
        const worldMs = before.t1 * share;
        const start = { value: valueAt(before, worldMs), ratePerS: rateAt(before, worldMs), worldMs };
        const after = glideFrom(start, second, dof);
        if (after.t0 === worldMs) return;
        joined++;
        expect(valueAt(after, worldMs)).toBeCloseTo(start.value, 9);
        // Times are kept to the millisecond.
        expect(Math.abs(rateAt(after, worldMs) - start.ratePerS)).toBeLessThan(accelerationOf(dof) * 4e-3);
        const { speed, acceleration } = measured(after, worldMs);
        expect(speed).toBeLessThanOrEqual(dof.speedPerS + 1e-6);
        expect(acceleration).toBeLessThanOrEqual(accelerationOf(dof) * (1 + 1e-6) + 1e-6);
      }),
    );
    expect(joined).toBeGreaterThan(60);
  });

  it('[W66] asked for again on its way is the same glide', () => {
    const dof = { speedPerS: 1, accelerationPerS2: 2 };
    const wish = { to: 1.5, ramp: 0 };
    const first = glideFrom({ value: 0, ratePerS: 0, worldMs: 0 }, wish, dof);
    for (const worldMs of [100, 400, 500]) {
      const again = glideFrom({ value: valueAt(first, worldMs), ratePerS: rateAt(first, worldMs), worldMs }, wish, dof);
      expect([again.t0, again.t1]).toEqual([0, 2000]);
    }
  });

  it('[W66] that turns round, cannot brake in time, is to be slower or to take a given time begins from rest', () => {
    const dof = { speedPerS: 1, accelerationPerS2: 2 };
    const start = { value: 0, ratePerS: 0.8, worldMs: 500 };
    const t0 = (wish: Partial<GlideWish>) => glideFrom(start, { to: 2, ramp: 0, ...wish }, dof).t0;
    expect(t0({})).toBeLessThan(500);
    for (const wish of [{ to: -2 }, { to: 0.1 }, { speedPerS: 0.5 }, { durationMs: 3000 }]) expect(t0(wish)).toBe(500);
  });
});
