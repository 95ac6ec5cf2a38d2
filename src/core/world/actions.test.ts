import { describe, expect, it } from 'vitest';
import { type ActionDraft, actionSchema, check, descriptionSchema } from '../api/messages.ts';
import { compose, distance, ORIGIN, planarPose, planarTwist } from '../base/pose.ts';
import { halted, type MotionAction, type Plan, type Planning, type Posture, plan } from './actions.ts';
import type { DofMotion } from './motion.ts';
import { ROBOT } from './stage.contract.ts';

const STILL: DofMotion = { kind: 'still', value: 0.5 };
const posture: Posture = {
  base: { kind: 'still', pose: planarPose(1, 0, 0) },
  dofs: [STILL, STILL],
  pose: planarPose(1, 0, 0),
  values: [0.5, 0.5],
};
const planning: Planning = {
  self: 'robot',
  description: check(descriptionSchema, ROBOT),
  posture,
  worldMs: 2000,
  carrierOf: (entity) => (entity === 'cart' ? { pose: planarPose(5, 5, Math.PI / 2), values: [0.5] } : undefined),
  parentOf: () => undefined,
  towerOn: () => 0,
  refusalBy: () => undefined,
};

const planned = (draft: ActionDraft, around: Partial<Planning> = {}): Plan =>
  plan(check(actionSchema, draft) as MotionAction, { ...planning, ...around });

describe('the plan of an action', () => {
  it('[W12] to glide takes as long as the model needs, or as it is told', () => {
    const endOf = (draft: Extract<ActionDraft, { kind: 'glide' }>) => {
      const made = planned(draft);
      const glide = made.kind === 'motion' ? made.dofs[0] : undefined;
      return glide?.kind === 'glide' ? glide.t1 - glide.t0 : undefined;
    };
    const toTwo = { kind: 'glide', dof: 0, to: 2.5, ramp: 0 } as const;
    expect(endOf(toTwo)).toBe(2000);
    expect(endOf({ ...toTwo, ramp: 0.5 })).toBe(4000);
    expect(endOf({ ...toTwo, speedPerS: 0.5 })).toBe(4000);
    expect(endOf({ ...toTwo, speedPerS: 50 })).toBe(2000);
    expect(endOf({ ...toTwo, durationMs: 5000 })).toBe(5000);
    expect(endOf({ ...toTwo, durationMs: 10 })).toBe(2000);
  });

  it('[W12] to glide one joint leaves the others and the base as they move', () => {
    expect(planned({ kind: 'glide', dof: 1, to: 1, ramp: 0 })).toEqual({
      kind: 'motion',
      base: posture.base,
      dofs: [STILL, { kind: 'glide', from: 0.5, to: 1, t0: 2000, t1: 2500, ramp: 0 }],
    });
  });

  it('[W68] to assume a posture moves several joints as one, in the time of the slowest', () => {
    expect(planned({ kind: 'assume', values: [2.5, 1], ramp: 0 })).toEqual({
      kind: 'motion',
      base: posture.base,
      dofs: [
        { kind: 'glide', from: 0.5, to: 2.5, t0: 2000, t1: 4000, ramp: 0 },
        { kind: 'glide', from: 0.5, to: 1, t0: 2000, t1: 4000, ramp: 0 },
      ],
    });
    expect(planned({ kind: 'assume', values: [null, 1], durationMs: 3000, ramp: 0 })).toMatchObject({ dofs: [STILL, { to: 1, t1: 5000 }] });
  });

  it('[W68] [W16] to assume a posture moves nothing if one joint cannot', () => {
    expect(planned({ kind: 'assume', values: [2.5, 99] })).toMatchObject({ kind: 'refused', reason: expect.stringContaining('outside') });
    expect(planned({ kind: 'assume', values: [1, 1, 1] })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('no number 2'),
    });
  });

  it('[W13] to drift starts where the base is, and ends', () => {
    const drift = planned({ kind: 'drift', twist: planarTwist(1, 0), durationMs: 700 });
    expect(drift).toMatchObject({ base: { kind: 'drift', from: planarPose(1, 0, 0), t0: 2000, t1: 2700 } });
  });

  it('[W14] to follow a path starts where the base is', () => {
    const path = planned({ kind: 'follow', knots: [{ afterMs: 1000, pose: planarPose(2, 0, 0) }] });
    expect(path).toMatchObject({
      base: {
        kind: 'path',
        knots: [
          { t: 2000, pose: planarPose(1, 0, 0) },
          { t: 3000, pose: planarPose(2, 0, 0) },
        ],
      },
    });
  });

  it('[W15] to ride keeps the place where it is, or takes the one it is given', () => {
    const made = planned({ kind: 'ride', parent: 'cart' });
    const ride = made.kind === 'motion' && made.base.kind === 'ride' ? made.base : expect.fail('it does not ride');
    expect(distance(compose(planarPose(5, 5, Math.PI / 2), ride.offset), posture.pose)).toBeCloseTo(0, 9);
    expect(planned({ kind: 'ride', parent: 'cart', offset: ORIGIN })).toMatchObject({ base: { parent: 'cart', offset: ORIGIN } });
  });

  it('[W15] to ride on itself, or on what rides on it, is refused', () => {
    const riding: Record<string, string> = { cart: 'lift', lift: 'robot' };
    expect(planned({ kind: 'ride', parent: 'robot' })).toMatchObject({ kind: 'refused' });
    expect(planned({ kind: 'ride', parent: 'cart' }, { parentOf: (entity) => riding[entity] })).toEqual({
      kind: 'refused',
      reason: 'cart rides on robot already',
    });
  });

  it('[W15] to ride on a tower without an end is refused', () => {
    const tower = planned({ kind: 'ride', parent: 'cart' }, { parentOf: (entity) => `${entity}-` });
    expect(tower).toEqual({ kind: 'refused', reason: 'at most 8 entities may ride on one another' });
  });

  it.each<[string, ActionDraft, string]>([
    ['a value above the limits', { kind: 'glide', dof: 0, to: 3.1 }, 'joint goes from -3 to 3; 3.1 is outside'],
    ['a value below the limits', { kind: 'glide', dof: 0, to: -3.1 }, 'joint goes from -3 to 3; -3.1 is outside'],
    ['a joint that is not there', { kind: 'glide', dof: 2, to: 0 }, 'robot has 2 degrees of freedom; there is no number 2'],
    ['a parent that is not here', { kind: 'ride', parent: 'ghost' }, 'ghost is not here to ride on'],
    [
      'a path that goes back in time',
      { kind: 'follow', knots: [900, 400].map((afterMs) => ({ afterMs, pose: ORIGIN })) },
      'knot 1 of the path is 500 ms before the one it follows',
    ],
  ])('[W16] with %s is refused', (_, draft, reason) => {
    expect(planned(draft)).toEqual({ kind: 'refused', reason });
  });

  it('[W9] that would move a static entity is refused, unless it is placed', () => {
    const table = { description: check(descriptionSchema, { ...ROBOT, name: 'table', kind: 'static' }) };
    const moves: ActionDraft[] = [
      { kind: 'glide', dof: 0, to: 1 },
      { kind: 'drift', twist: planarTwist(1, 0), durationMs: 10 },
      { kind: 'follow', knots: [{ afterMs: 1, pose: ORIGIN }] },
      { kind: 'ride', parent: 'cart' },
    ];
    for (const move of moves) expect(planned(move, table)).toEqual({ kind: 'refused', reason: "table is static; only 'place' moves it" });
    expect(planned({ kind: 'place', pose: ORIGIN }, table)).toMatchObject({ kind: 'motion', base: { kind: 'still', pose: ORIGIN } });
  });

  it('[W49] to halt leaves everything where it is', () => {
    const expected = { base: { kind: 'still', pose: posture.pose }, dofs: [STILL, STILL] };
    expect(planned({ kind: 'halt' })).toEqual({ kind: 'motion', ...expected });
    expect(halted({ ...posture, dofs: [{ kind: 'drift', from: 0, ratePerS: 1, t0: 0, t1: 9e9 }, STILL] })).toEqual(expected);
  });
});
