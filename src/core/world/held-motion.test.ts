import { describe, expect, it } from 'vitest';
import { check, descriptionSchema } from '../api/messages.ts';
import { NO_TWIST, ORIGIN, planarPose, planarTwist } from '../base/pose.ts';
import type { Posture } from './actions.ts';
import { heldMotion } from './held-motion.ts';
import { type DofMotion, NEVER, valueAt } from './motion.ts';
import { ROBOT } from './stage.contract.ts';

const description = check(descriptionSchema, ROBOT);
const forward = planarTwist(0.5, 0);

const posture = (base: Posture['base'], dofs: readonly DofMotion[] = [STILL, STILL], values = [0, 0]): Posture => ({
  base,
  dofs,
  pose: planarPose(1, 2, 0),
  values,
});
const STILL: DofMotion = { kind: 'still', value: 0 };
const standing: Posture['base'] = { kind: 'still', pose: planarPose(1, 2, 0) };
const driving: Posture['base'] = { kind: 'drift', from: ORIGIN, twist: forward, t0: 0, t1: NEVER };

describe('a held stick', () => {
  it('[W55] drives the base from where it is, without an end', () => {
    const motion = heldMotion({ twist: forward, rates: [] }, posture(standing), description, 5000);
    expect(motion?.base).toEqual({ kind: 'drift', from: planarPose(1, 2, 0), twist: forward, t0: 5000, t1: NEVER });
  });

  it('[W55] asks for nothing new while it stays where it is, to the rounding', () => {
    const rounded = planarTwist(0.50003, 0);
    expect(heldMotion({ twist: rounded, rates: [] }, posture(driving), description, 5000)).toBeUndefined();
    expect(heldMotion({ twist: planarTwist(0.6, 0), rates: [] }, posture(driving), description, 5000)).toBeDefined();
  });

  it('[W55] at rest halts what it drove, and leaves what stands or rides alone', () => {
    expect(heldMotion({ twist: NO_TWIST, rates: [] }, posture(driving), description, 0)?.base).toEqual(standing);
    const riding: Posture['base'] = { kind: 'ride', parent: 'cart', offset: ORIGIN };
    for (const base of [standing, riding])
      expect(heldMotion({ twist: NO_TWIST, rates: [] }, posture(base), description, 0)).toBeUndefined();
  });

  it('[W55] at rest leaves a joint to its scheduled motion', () => {
    const glide: DofMotion = { kind: 'glide', from: 0, to: 1, t0: 0, t1: 1000, ramp: 0 };
    expect(heldMotion({ twist: NO_TWIST, rates: [] }, posture(standing, [glide, STILL]), description, 0)).toBeUndefined();
  });

  it('[W55] jogs a joint no faster than its model allows, and to its limit', () => {
    const jogged = heldMotion({ twist: NO_TWIST, rates: [[1, 50]] }, posture(standing, [STILL, STILL], [0, 2]), description, 5000)?.dofs[1];
    expect(jogged).toEqual({ kind: 'drift', from: 2, ratePerS: 1, t0: 5000, t1: 6000 });
    expect(jogged && valueAt(jogged, 1e9)).toBe(3);
    const back = heldMotion({ twist: NO_TWIST, rates: [[1, -0.5]] }, posture(standing, [STILL, STILL], [0, 2]), description, 5000)?.dofs[1];
    expect(back && valueAt(back, 1e9)).toBe(-3);
  });

  it('[W55] lets a jogged joint rest where it is', () => {
    const jogging: DofMotion = { kind: 'drift', from: 0, ratePerS: 1, t0: 0, t1: 3000 };
    const motion = heldMotion({ twist: NO_TWIST, rates: [] }, posture(standing, [jogging, STILL], [0.7, 0]), description, 700);
    expect(motion?.dofs).toEqual([{ kind: 'still', value: 0.7 }, STILL]);
  });

  it('[W55] does not move a joint that is not there', () => {
    expect(heldMotion({ twist: NO_TWIST, rates: [[7, 1]] }, posture(standing), description, 0)).toBeUndefined();
  });
});
