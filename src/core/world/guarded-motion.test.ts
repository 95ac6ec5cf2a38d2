import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, ORIGIN, planarPose, planarTwist } from '../base/pose.ts';
import { type Contact, cutAt, isStill, type WholeMotion } from './guarded-motion.ts';
import { poseAt, type RideJoint, valueAt } from './motion.ts';
import { Stage } from './stage.contract.ts';

const alone = (): undefined => undefined;
const CONTACT: Contact = { with: 'table', x: 1, y: 0.5, z: 0.72, atMs: 0 };

const motion: WholeMotion = {
  base: { kind: 'drift', from: ORIGIN, twist: planarTwist(1, 0.5), t0: 0, t1: 4000 },
  dofs: [
    { kind: 'glide', from: 0, to: 2, t0: 0, t1: 3000, ramp: 0.25 },
    { kind: 'glide', from: 0, to: 2, t0: 0, t1: 3000, ramp: 0 },
    { kind: 'drift', from: 1, ratePerS: -0.5, t0: 0, t1: 4000 },
    {
      kind: 'path',
      knots: [
        { t: 0, value: 0 },
        { t: 1000, value: 1 },
        { t: 3000, value: -1 },
      ],
    },
    { kind: 'still', value: 0.3 },
  ],
};

describe('a motion that is cut', () => {
  it('[W63] is the same up to that instant and still from then on', () => {
    const instant = fc.integer({ min: 1, max: 4500 });
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 5000 }), (atMs, lookMs) => {
        const cut = cutAt(motion, 0, atMs);
        const sameMs = Math.min(lookMs, atMs);
        const [before, after] = [motion, cut].map((one, index) => poseAt(one.base, index === 0 ? sameMs : lookMs, alone) ?? ORIGIN);
        expect(distance(before ?? ORIGIN, after ?? ORIGIN)).toBeLessThan(1e-9);
        for (const [index, dof] of cut.dofs.entries()) {
          const whole = motion.dofs[index] ?? dof;
          // Ramps are followed by straight pieces.
          expect(Math.abs(valueAt(dof, lookMs) - valueAt(whole, sameMs))).toBeLessThan(0.002);
        }
        expect(isStill(cut, Math.min(atMs, 4000))).toBe(true);
      }),
    );
  });

  it('[W63] is halted when the instant is now', () => {
    const cut = cutAt(motion, 1500, 1500);
    expect(cut.base.kind).toBe('still');
    expect(cut.dofs.map(({ kind }) => kind)).toEqual(['still', 'still', 'still', 'still', 'still']);
  });

  it('[W63] never begins when it was to begin later: a clock that was ahead was set', () => {
    const later: WholeMotion = {
      base: { kind: 'drift', from: ORIGIN, twist: planarTwist(1, 0.5), t0: 2000, t1: 4000 },
      dofs: [
        { kind: 'glide', from: 0.5, to: 2, t0: 2000, t1: 3000, ramp: 0.25 },
        { kind: 'drift', from: 1, ratePerS: -0.5, t0: 2000, t1: 4000 },
      ],
    };
    expect(cutAt(later, 1000, 1500)).toEqual({
      base: { kind: 'still', pose: ORIGIN },
      dofs: [
        { kind: 'still', value: 0.5 },
        { kind: 'still', value: 1 },
      ],
    });
  });

  it('[W63] is shown to everybody with what was in its way, until the next motion; one that cannot begin is refused', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await owner.insert('arm');
    let room = 500;
    using _guard = owner.participant.guardMotions(() => ({ ...CONTACT, atMs: owner.participant.time.worldMs + room }));
    expect((await guest.ask('arm', { kind: 'glide', dof: 0, to: 2, ramp: 0 })).kind).toBe('done');
    expect(guest.see('arm').contact).toMatchObject({ with: 'table', x: 1, y: 0.5, z: 0.72 });
    await stage.run(2000);
    expect(guest.see('arm').posture.values[0]).toBeCloseTo(0.5, 2);
    room = 0;
    expect(await guest.ask('arm', { kind: 'glide', dof: 0, to: 2 })).toEqual({ kind: 'refused', reason: 'table is in its way' });
    await guest.ask('arm', { kind: 'halt' });
    expect(guest.see('arm').contact).toBeUndefined();
  });
});

describe('a ride on a link', () => {
  const through: RideJoint[] = [
    { dof: -1, kind: 'rotation', pivot: [0, 0, 0], axis: [0, 0, 1], factor: 0, origin: planarPose(0, 0, 0) },
    { dof: 0, kind: 'rotation', pivot: [0, 0, 0], axis: [0, 0, 1], factor: 1, origin: planarPose(1, 0, 0) },
    { dof: 1, kind: 'translation', pivot: [0, 0, 0], axis: [1, 0, 0], factor: 0.5, origin: ORIGIN },
  ];

  it('[W64] goes where the joints take it, for everybody, and nobody else gets it until it is let go of', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await owner.insert('arm');
    await owner.insert('other');
    await owner.insert('part', { dofs: [], initial: { pose: planarPose(1.2, 0, 0), values: [] } });
    await owner.ask('part', { kind: 'ride', parent: 'arm', through });
    await owner.ask('arm', { kind: 'glide', dof: 0, to: Math.PI / 2 });
    await owner.ask('arm', { kind: 'glide', dof: 1, to: 0.4 });
    await stage.run(5000);
    const { pose } = guest.see('part').posture;
    expect([pose.x, pose.y]).toEqual([expect.closeTo(0, 3), expect.closeTo(1.4, 3)]);
    expect(guest.see('part').heldBy).toBe('arm');
    const reason = 'arm has it in its gripper';
    expect(await guest.ask('part', { kind: 'handover' })).toEqual({ kind: 'refused', reason });
    expect(await guest.ask('part', { kind: 'ride', parent: 'other' })).toEqual({ kind: 'refused', reason });
    await guest.ask('part', { kind: 'halt' });
    expect(guest.see('part').heldBy).toBeUndefined();
    expect((await guest.ask('part', { kind: 'handover' })).kind).toBe('done');
    await stage.run(500);
    expect(guest.see('part').isMine).toBe(true);
  });

  it('[W69] is protected by the lease of what carries it, and a stop leaves it where it is', async () => {
    const stage = new Stage();
    const [owner, guest] = await stage.enter('owner', 'guest');
    await owner.insert('arm');
    await owner.insert('part', { dofs: [], initial: { pose: planarPose(1.2, 0, 0), values: [] } });
    await owner.insert('spare', { dofs: [], initial: { pose: planarPose(1.2, 0, 0), values: [] } });
    await owner.ask('arm', { kind: 'lease', request: { kind: 'ask' } });
    const refused = { kind: 'refused', reason: 'arm: owner has the lease; ask for it' };
    expect(await guest.ask('spare', { kind: 'ride', parent: 'arm', through })).toEqual(refused);
    expect((await owner.ask('part', { kind: 'ride', parent: 'arm', through })).kind).toBe('done');
    expect(await guest.ask('part', { kind: 'halt' })).toEqual(refused);
    expect(await guest.ask('part', { kind: 'place', pose: ORIGIN })).toEqual(refused);
    await guest.stop('part');
    await stage.run(500);
    expect(guest.see('part').control.stop).toBeDefined();
    expect(guest.see('part').heldBy).toBe('arm');
  });
});
