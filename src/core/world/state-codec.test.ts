import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedError } from '../base/errors.ts';
import { angleBetween, distance, ORIGIN, type Pose } from '../base/pose.ts';
import { type Control, IDLE_CONTROL } from './control.ts';
import type { Epoch } from './epoch.ts';
import { type BaseMotion, type DofMotion, NEVER, poseAt, valueAt } from './motion.ts';
import type { EntityState } from './state.ts';
import { openState, sealState } from './state-codec.ts';

const id = fc.stringMatching(/^[a-z0-9_-]{1,20}$/);
const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const time = fc.double({ min: 0, max: 1e12, noNaN: true });
const length = fc.double({ min: -1e5, max: 1e5, noNaN: true });
const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const speed = fc.oneof(fc.constant(0), fc.double({ min: -1e3, max: 1e3, noNaN: true }));
const part = fc.double({ min: -1, max: 1, noNaN: true });

const upright = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }).map((yaw) => [0, 0, Math.sin(yaw / 2), Math.cos(yaw / 2)] as const);
const tilted = fc
  .tuple(part, part, part, part)
  .filter((parts) => Math.hypot(...parts) > 0.1)
  .map((parts) => parts.map((one) => one / Math.hypot(...parts)) as [number, number, number, number]);
const pose: fc.Arbitrary<Pose> = fc
  .tuple(length, length, length, fc.oneof(upright, tilted))
  .map(([x, y, z, [qx, qy, qz, qw]]) => ({ x, y, z, qx, qy, qz, qw }));
const twist = fc.record({ vx: speed, vy: speed, vz: speed, wx: speed, wy: speed, wz: speed });
const end = fc.oneof(time, fc.constant(NEVER));
const inOrder = <K extends { readonly t: number }>(knots: readonly K[]): K[] => knots.toSorted((a, b) => a.t - b.t);

const base: fc.Arbitrary<BaseMotion> = fc.oneof(
  fc.record({ kind: fc.constant('still' as const), pose }),
  fc.record({ kind: fc.constant('drift' as const), from: pose, twist, t0: time, t1: end }),
  fc.record({
    kind: fc.constant('path' as const),
    knots: fc.array(fc.record({ t: time, pose }), { minLength: 1, maxLength: 5 }).map(inOrder),
  }),
  fc.record({ kind: fc.constant('ride' as const), parent: id, offset: pose }),
  fc.record({
    kind: fc.constant('ride' as const),
    parent: id,
    offset: pose,
    through: fc.array(
      fc.record({
        dof: fc.integer({ min: -1, max: 3 }),
        kind: fc.constantFrom('rotation' as const, 'translation' as const),
        pivot: fc.tuple(part, part, part),
        axis: fc.constantFrom<[number, number, number]>([0, 0, 1], [1, 0, 0], [0, -1, 0.5]),
        factor: part,
        origin: pose,
      }),
      { minLength: 1, maxLength: 8 },
    ),
  }),
);
const ramp = fc.double({ min: 0, max: 0.5, noNaN: true });
const dof: fc.Arbitrary<DofMotion> = fc.oneof(
  fc.record({ kind: fc.constant('still' as const), value }),
  fc.record({ kind: fc.constant('glide' as const), from: value, to: value, t0: time, t1: time, ramp }),
  fc.record({ kind: fc.constant('drift' as const), from: value, ratePerS: speed, t0: time, t1: end }),
  fc.record({
    kind: fc.constant('path' as const),
    knots: fc.array(fc.record({ t: time, value }), { minLength: 1, maxLength: 5 }).map(inOrder),
  }),
);
const orNone = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const control: fc.Arbitrary<Control> = fc.oneof(
  fc.constant(IDLE_CONTROL),
  fc.record({
    stop: orNone(fc.record({ id: text, by: id, reason: text, recorded: fc.boolean() })),
    lease: orNone(fc.record({ holder: id, reason: text })),
    leaseEpoch: fc.nat(),
    asking: fc.array(id, { maxLength: 16 }),
    driver: orNone(id),
  }),
);
const state: fc.Arbitrary<EntityState> = fc.record({
  epoch: fc.integer({ min: 1, max: 2 ** 40 }).map((epoch) => epoch as Epoch),
  seq: fc.nat(),
  generation: fc.nat({ max: 100 }),
  base,
  dofs: fc.array(dof, { maxLength: 8 }),
  control,
  recent: fc.array(text, { maxLength: 32 }),
  working: fc.boolean(),
  goneTo: orNone(id),
  work: orNone(
    fc.record({
      bytes: fc.uint8Array({ maxLength: 200 }),
      isActive: fc.boolean(),
      haltedMs: orNone(fc.integer({ min: -1e9, max: 1e9 })),
    }),
  ),
  contact: orNone(
    fc.record({
      with: id,
      x: fc.integer({ min: -90, max: 90 }),
      y: fc.constant(-2),
      z: fc.constant(0.5),
      atMs: fc.integer({ min: 0, max: 1e9 }),
    }),
  ),
});

const atRest: EntityState = {
  epoch: 1 as Epoch,
  seq: 1,
  generation: 0,
  base: { kind: 'still', pose: ORIGIN },
  dofs: [],
  control: IDLE_CONTROL,
  recent: [],
  working: false,
  goneTo: undefined,
};
const LONGEST_WAY_S = 1e9;

describe('a sealed state', () => {
  it('[W18] opens to what was sealed, to the rounding', () => {
    fc.assert(
      fc.property(state, (original) => {
        const { state: opened } = openState('arm', sealState('arm', original).bytes);
        const { base: openedBase, dofs: openedDofs, ...rest } = opened;
        const { base: originalBase, dofs: originalDofs, ...expected } = original;
        expect(rest).toEqual(expected);
        expect(openedBase.kind).toBe(originalBase.kind);
        expect(openedDofs.map(({ kind }) => kind)).toEqual(originalDofs.map(({ kind }) => kind));
      }),
    );
  });

  it('[W17] is rounded once: its owner evaluates the very motion that the bytes say', () => {
    fc.assert(
      fc.property(state, time, (original, t) => {
        const sealed = sealState('arm', original);
        const opened = openState('arm', sealed.bytes);
        expect(opened.state).toEqual(sealed.state);
        expect(opened.hash).toBe(sealed.hash);
        const poses = [sealed, opened].map((one) => poseAt(one.state.base, t, () => ({ pose: ORIGIN, values: [0.3] })));
        expect(poses[0]).toEqual(poses[1]);
      }),
    );
  });

  it('[W17] keeps places to 0.1 mm, attitudes to 0.1 mrad and values to 0.01 mrad', () => {
    fc.assert(
      fc.property(pose, value, (where, angle) => {
        const { state: opened } = sealState('arm', {
          ...atRest,
          base: { kind: 'still', pose: where },
          dofs: [{ kind: 'still', value: angle }],
        });
        const kept = poseAt(opened.base, 0, () => undefined) ?? expect.fail('it stands somewhere');
        expect(distance(kept, where)).toBeLessThanOrEqual(0.5e-4 * Math.sqrt(3) + 1e-9);
        expect(angleBetween(kept, where)).toBeLessThanOrEqual(1e-4);
        expect(Math.abs(valueAt(opened.dofs[0] ?? expect.fail('it has a joint'), 0) - angle)).toBeLessThanOrEqual(0.5e-5 + 1e-9);
      }),
    );
  });

  it('[W17] keeps a drift without an end without an end', () => {
    const drifting: DofMotion = { kind: 'drift', from: 0, ratePerS: 1, t0: 0, t1: NEVER };
    const moving: BaseMotion = { kind: 'drift', from: ORIGIN, twist: { vx: 1, vy: 0, vz: 0, wx: 0, wy: 0, wz: 0 }, t0: 0, t1: NEVER };
    const { state: opened } = sealState('arm', { ...atRest, base: moving, dofs: [drifting] });
    expect(opened.base).toEqual(moving);
    expect(opened.dofs).toEqual([drifting]);
    expect(valueAt(opened.dofs[0] ?? drifting, LONGEST_WAY_S * 1000)).toBe(LONGEST_WAY_S);
  });

  it('[W18] of an entity at rest is short', () => {
    expect(sealState('arm', atRest).bytes.length).toBeLessThanOrEqual(12);
  });

  it('[W35] has a hash of its entity and its bytes', () => {
    const { bytes, hash } = sealState('arm', atRest);
    expect(openState('arm', bytes.slice()).hash).toBe(hash);
    expect(openState('leg', bytes).hash).not.toBe(hash);
    expect(sealState('arm', { ...atRest, seq: 2 }).hash).not.toBe(hash);
  });

  it('[W18] is not made of random bytes: they are refused with MalformedError and nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => expectOnlyMalformed(() => openState('arm', bytes))),
      { numRuns: 2000 },
    );
  });

  it('[W18] with a byte changed or cut short opens, or is refused with MalformedError', () => {
    fc.assert(
      fc.property(state, fc.nat(), fc.nat({ max: 255 }), (original, where, byte) => {
        const { bytes } = sealState('arm', original);
        const changed = bytes.slice();
        changed[where % bytes.length] = byte;
        expectOnlyMalformed(() => openState('arm', changed));
        expect(() => openState('arm', bytes.subarray(0, where % bytes.length))).toThrow(MalformedError);
        expect(() => openState('arm', Uint8Array.of(...bytes, byte))).toThrow('bytes left over');
      }),
    );
  });

  it('[W18] says what is wrong with it', () => {
    const { bytes } = sealState('arm', atRest);
    const patched = (offset: number, byte: number) => () =>
      openState(
        'arm',
        Uint8Array.from(bytes, (old, i) => (i === offset ? byte : old)),
      );
    expect(patched(4, 9)).toThrow('motion kind 9 is not known');
    expect(patched(bytes.length - 1, 0x7f)).toThrow('needed 1 bytes');
    const tooMany = Array.from({ length: 257 }, (): DofMotion => ({ kind: 'still', value: 0 }));
    expect(() => sealState('arm', { ...atRest, dofs: tooMany })).toThrow('257 degrees of freedom, at most 256 are allowed');
    const backwards: BaseMotion = { kind: 'path', knots: [5, 3].map((t) => ({ t, pose: ORIGIN })) };
    expect(() => sealState('arm', { ...atRest, base: backwards })).toThrow('a path goes back in time, from 5 ms to 3 ms');
    expect(() => sealState('arm', { ...atRest, base: { kind: 'path', knots: [] } })).toThrow('a path without knots');
  });
});

function expectOnlyMalformed(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedError);
  }
}
