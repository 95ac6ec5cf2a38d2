import { describe, expect, it } from 'vitest';
import { check, descriptionSchema } from '../api/messages.ts';
import { NO_TWIST, ORIGIN, planarPose, planarTwist } from '../base/pose.ts';
import type { Posture } from './actions.ts';
import { heldMotion } from './held-motion.ts';
import { type DofMotion, valueAt } from './motion.ts';
import { ROBOT } from './stage.contract.ts';

const description = check(descriptionSchema, ROBOT);
const forward = planarTwist(0.5, 0);
const span = { fromMs: 5000, untilMs: 5400 };

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
    });
    expect(motion?.dofs).toEqual([{ kind: 'still', value: 0.7 }, STILL]);
  });

  it('[W55] does not move a joint that is not there', () => {
    expect(heldMotion({ twist: NO_TWIST, rates: [[7, 1]] }, posture(standing), description, span)).toBeUndefined();
  });
});
