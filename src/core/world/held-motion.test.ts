import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check, descriptionSchema } from '../api/messages.ts';
import { NO_TWIST, ORIGIN, planarPose, planarTwist, type Twist } from '../base/pose.ts';
import type { Posture } from './actions.ts';
import type { Stick } from './drive.ts';
import { heldMotion } from './held-motion.ts';
import { type DofMotion, poseAt, rateAt, valueAt } from './motion.ts';
import { ROBOT } from './stage.contract.ts';

const description = check(descriptionSchema, ROBOT);
const forward = planarTwist(0.5, 0);
const span = { fromMs: 5000, untilMs: 5400, pulseMs: 50 };

const posture = (base: Posture['base'], dofs: readonly DofMotion[] = [STILL, STILL], values = [0, 0]): Posture => ({
  base,
  dofs,
  pose: planarPose(1, 2, 0),
  values,
});
const STILL: DofMotion = { kind: 'still', value: 0 };
const standing: Posture['base'] = { kind: 'still', pose: planarPose(1, 2, 0) };
const driving: Posture['base'] = { kind: 'drift', from: ORIGIN, twist: forward, t0: 4900, t1: 5350 };

describe('a held stick', () => {
  it('[W53] drives the base from where it is, until its nonce is too old', () => {
    const motion = heldMotion({ twist: forward, rates: [] }, posture(standing), description, span);
    expect(motion?.base).toEqual({ kind: 'drift', from: planarPose(1, 2, 0), twist: forward, t0: 5000, t1: 5400 });
  });

  it('[W53] prolongs its motion ten times a second, and takes a scheduled one over', () => {
    const renewed = (t1: number) => heldMotion({ twist: forward, rates: [] }, posture({ ...driving, t1 }), description, span)?.base;
    expect(renewed(5301)).toBeUndefined();
    expect(renewed(5300)).toMatchObject({ kind: 'drift', t1: 5400 });
    expect(renewed(60_000)).toMatchObject({ kind: 'drift', t1: 5400 });
  });

  it('[W55] asks for nothing new while it stays where it is, to the rounding', () => {
    const rounded = planarTwist(0.50003, 0);
    expect(heldMotion({ twist: rounded, rates: [] }, posture(driving), description, span)).toBeUndefined();
    expect(heldMotion({ twist: planarTwist(0.6, 0), rates: [] }, posture(driving), description, span)).toBeDefined();
  });

  it('[W55] at rest halts what it drove, and leaves what stands or rides alone', () => {
    expect(heldMotion({ twist: NO_TWIST, rates: [] }, posture(driving), description, span)?.base).toEqual(standing);
    const riding: Posture['base'] = { kind: 'ride', parent: 'cart', offset: ORIGIN };
    for (const base of [standing, riding])
      expect(heldMotion({ twist: NO_TWIST, rates: [] }, posture(base), description, span)).toBeUndefined();
  });

  it('[W55] at rest leaves a joint to its scheduled motion', () => {
    const glide: DofMotion = { kind: 'glide', from: 0, to: 1, t0: 0, t1: 1000, ramp: 0 };
    expect(heldMotion({ twist: NO_TWIST, rates: [] }, posture(standing, [glide, STILL]), description, span)).toBeUndefined();
  });

  it('[W55] jogs a joint no faster than its model allows, and to its limit', () => {
    const jog = (rate: number, value: number) =>
      heldMotion({ twist: NO_TWIST, rates: [[1, rate]] }, posture(standing, [STILL, STILL], [0, value]), description, span)?.dofs[1];
    expect(jog(50, 2)).toEqual({ kind: 'drift', from: 2, ratePerS: 1, t0: 5000, t1: 5400 });
    const toLimit = jog(50, 2.9);
    expect(toLimit && valueAt(toLimit, 1e9)).toBeCloseTo(3, 9);
    const back = jog(-0.5, -2.9);
    expect(back && valueAt(back, 1e9)).toBeCloseTo(-3, 9);
  });

  it('[W55] lets a jogged joint rest where it is', () => {
    const jogging: DofMotion = { kind: 'drift', from: 0, ratePerS: 1, t0: 0, t1: 3000 };
    const motion = heldMotion({ twist: NO_TWIST, rates: [] }, posture(standing, [jogging, STILL], [0.7, 0]), description, {
      fromMs: 700,
      untilMs: 1100,
      pulseMs: 50,
    });
    expect(motion?.dofs).toEqual([{ kind: 'still', value: 0.7 }, STILL]);
  });

  it('[W55] does not move a joint that is not there', () => {
    expect(heldMotion({ twist: NO_TWIST, rates: [[7, 1]] }, posture(standing), description, span)).toBeUndefined();
  });

  const slow = check(descriptionSchema, { ...ROBOT, dofs: ROBOT.dofs.map(({ accelerationPerS2: _, ...dof }) => dof), driving: undefined });

  /** Holds a stick for so many pulses, each answered at once, and tells how each motion went on. */
  function held(sticks: readonly Stick[], first: Posture = posture(standing)): Posture[] {
    let now = first;
    return sticks.map((stick, pulse) => {
      const fromMs = 5000 + 50 * pulse;
      const values = now.dofs.map((dof) => valueAt(dof, fromMs));
      const pose = poseAt(now.base, fromMs, () => undefined) ?? ORIGIN;
      now = { ...now, pose, values };
      const motion = heldMotion(stick, now, slow, { fromMs, untilMs: fromMs + 400, pulseMs: 50 });
      now = { ...now, ...motion };
      return now;
    });
  }
  const twistOf = ({ base }: Posture): Twist => (base.kind === 'drift' ? base.twist : NO_TWIST);
  const pulses = (count: number, stick: Partial<Stick>): Stick[] => Array(count).fill({ twist: NO_TWIST, rates: [], ...stick });

  it('[W67] gains speed by its acceleration, and no more', () => {
    const speeds = held(pulses(12, { twist: forward })).map((now) => twistOf(now).vx);
    expect(speeds.slice(0, 3)).toEqual([expect.closeTo(0.05, 9), expect.closeTo(0.1, 9), expect.closeTo(0.15, 9)]);
    expect(speeds.slice(-2)).toEqual([expect.closeTo(0.5, 9), expect.closeTo(0.5, 9)]);
  });

  it('[W67] never changes a speed by more than its acceleration allows, unless to stop', () => {
    const anyStick = fc.record({
      twist: fc.record({ forward: fc.double({ min: -2, max: 2, noNaN: true }), turn: fc.double({ min: -3, max: 3, noNaN: true }) }),
      rate: fc.double({ min: -2, max: 2, noNaN: true }),
      pulses: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(anyStick, { minLength: 1, maxLength: 8 }), (sticks) => {
        const all = sticks.flatMap(({ twist, rate, pulses: count }) =>
          pulses(count, { twist: planarTwist(twist.forward, twist.turn), rates: [[0, rate]] }),
        );
        let [vx, wz, jog] = [0, 0, 0];
        for (const [pulse, now] of held(all).entries()) {
          const next = twistOf(now);
          const nextJog = rateAt(now.dofs[0] ?? STILL, 5000 + 50 * pulse);
          // A speed that was kept for longer than a pulse may change by two pulses' worth at once.
          expect(gain(vx, next.vx)).toBeLessThanOrEqual(0.1 + 1e-6);
          expect(gain(wz, next.wz)).toBeLessThanOrEqual(0.5 + 1e-6);
          // Two a second, each second: full speed in half a second. At its limit it stands.
          if (nextJog !== 0) expect(gain(jog, nextJog)).toBeLessThanOrEqual(0.2 + 1e-6);
          [vx, wz, jog] = [next.vx, next.wz, nextJog];
        }
      }),
    );
  });

  /** What turns round has stood between. */
  const gain = (before: number, after: number): number => (before * after < 0 ? Math.abs(after) : Math.abs(after - before));

  it('[W67] waits for nothing to stop what is let go of or turned round', () => {
    const fast = pulses(12, { twist: forward, rates: [[0, 1]] });
    const [released] = held([...fast, ...pulses(1, {})]).slice(-1);
    expect([released?.base.kind, released?.dofs[0]?.kind]).toEqual(['still', 'still']);
    const [turned] = held([...fast, ...pulses(1, { twist: planarTwist(-0.5, 0), rates: [[0, -1]] })]).slice(-1);
    expect(turned && twistOf(turned).vx).toBeLessThanOrEqual(0);
    expect(turned && rateAt(turned.dofs[0] ?? STILL, 5600)).toBeLessThanOrEqual(0);
  });

  it('[W67] that speaks more often than it is asked is not heard more often', () => {
    const once = held(pulses(1, { twist: forward }))[0] ?? expect.fail('nothing was held');
    const soon = { fromMs: 5010, untilMs: 5400, pulseMs: 50 };
    expect(heldMotion({ twist: forward, rates: [] }, once, slow, soon)).toBeUndefined();
    expect(heldMotion({ twist: planarTwist(-0.5, 0), rates: [] }, once, slow, soon)?.base.kind).toBe('still');
  });

  it('[W67] slows a joint down before its limit, and takes it there', () => {
    const near = posture(standing, [{ kind: 'still', value: 2 }, STILL], [2, 0]);
    const jogged = held(pulses(60, { rates: [[0, 1]] }), near);
    const speeds = jogged.map((now, pulse) => rateAt(now.dofs[0] ?? STILL, 5000 + 50 * pulse));
    expect(Math.max(...speeds)).toBeCloseTo(1, 1);
    const last = speeds.findLast((speed) => speed > 0) ?? expect.fail('it never moved');
    expect(last).toBeLessThan(0.4);
    expect(jogged.at(-1)?.values[0]).toBe(3);
  });
});
