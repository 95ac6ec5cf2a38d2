import { describe, expect, it } from 'vitest';
import { distance, planarPose, planarTwist } from '../base/pose.ts';
import { RECORDS } from '../bus/simulated.ts';
import { subjects } from '../bus/subjects.ts';
import { type Actor, ROBOT, Stage, toOne, WORLD } from './stage.contract.ts';
import { openState } from './state-codec.ts';

const LONG_DRIVE = { kind: 'drift', twist: planarTwist(0.5, 0.1), durationMs: 60_000 } as const;
const SPEED_M_PER_S = 0.5;
const ownersOf = (actors: readonly Actor[]): string[] => actors.filter((actor) => actor.see('arm').isMine).map(({ id }) => id);
const poseOf = (actor: Actor) => actor.see('arm').posture.pose;

/** Waits until somebody sees who owns the arm. */
async function untilOwner(stage: Stage, actor: Actor, owner: string): Promise<void> {
  for (let ms = 0; ms < 200 && actor.see('arm').owner !== owner; ms++) await stage.run(1);
  expect(actor.see('arm').owner).toBe(owner);
}

describe('an entity whose next owner has not spoken yet', () => {
  it('[W27] freezes where the promise of that one ends, the same for all, though its former owner is there', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    await ann.ask('arm', LONG_DRIVE);
    await stage.run(1000);
    void bob.participant.command('arm', { kind: 'handover' });
    await untilOwner(stage, cid, 'bob');
    bob.node.crash();
    await untilOwner(stage, ann, 'bob');
    const given = poseOf(cid);
    await stage.run(3000);
    const frozen = poseOf(cid);
    expect(distance(given, frozen)).toBeLessThanOrEqual(SPEED_M_PER_S * 1.01);
    expect(ann.see('arm').owner).toBe('bob');
    await stage.run(2000);
    const dan = await stage.join('dan');
    for (const actor of [ann, cid, dan]) expect(distance(poseOf(actor), frozen)).toBeLessThan(1e-9);
    void cid.participant.command('arm', { kind: 'halt' });
    const moved = await stage.watch(300, 1, () => Math.max(...[ann, cid, dan].map((actor) => distance(poseOf(actor), frozen))));
    expect(Math.max(...moved)).toBeLessThan(1e-3);
    expect(cid.see('arm').isMine).toBe(true);
  });

  it('[W71] tells who adopts it when it froze, and its work with it', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    await stage.run(500);
    const startMs = cid.participant.time.worldMs;
    const glide = { kind: 'glide', dof: 0, to: 3, durationMs: 30_000, ramp: 0 } as const;
    ann.participant.perform('arm', { action: glide, work: { bytes: new Uint8Array([1]), isActive: true } });
    await stage.run(1000);
    void bob.participant.command('arm', { kind: 'handover' });
    await untilOwner(stage, cid, 'bob');
    bob.node.crash();
    await stage.run(5000);
    await cid.ask('arm', { kind: 'halt' });
    const { work, posture } = ann.see('arm');
    const frozenMs = (work?.haltedMs ?? 0) - startMs;
    expect(posture.values[0]).toBeCloseTo((3 * frozenMs) / 30_000, 2);
  });

  it('[W2] goes on in the hands of one who rested, before anybody has heard that it works', async () => {
    const stage = new Stage();
    const [ann, cid] = await stage.enter('ann', 'cid');
    const bob = await stage.join('bob', { isKeeper: false });
    await ann.insert('arm');
    await stage.run(8000);
    await ann.ask('arm', LONG_DRIVE);
    await stage.run(500);
    stage.network.stall('bob', 'cid', 300);
    void bob.participant.command('arm', { kind: 'handover' });
    await untilOwner(stage, cid, 'bob');
    const poses = await stage.watch(1000, 20, () => poseOf(cid));
    const steps = poses.slice(1).map((pose, i) => distance(pose, poses[i] ?? pose));
    for (const step of steps) expect(step).toBeCloseTo(0.02 * SPEED_M_PER_S, 3);
    expect(bob.see('arm').isMine).toBe(true);
  });
});

describe('a hand-over', () => {
  it('[W31] ends what its owner says: its last word is the one before the record is written', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    const said = stage.overhear(subjects.allStates(WORLD));
    stage.network.stall(RECORDS, 'ann', 500);
    void ann.participant.handOver('arm', 'bob');
    void cid.participant.command('arm', toOne);
    await stage.run(300);
    ann.participant.observe('arm', { pose: planarPose(3, 0, 0) });
    await stage.run(100);
    expect(said.filter(({ from }) => from === 'ann')).toHaveLength(1);
    await stage.run(1500);
    expect(ownersOf([ann, bob, cid])).toEqual(['bob']);
    expect(cid.see('arm').values[0]).toBe(1);
  });

  it('[W27] by an owner that is gone when it becomes known leaves the entity where it froze', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    await ann.ask('arm', LONG_DRIVE);
    await stage.run(500);
    stage.network.stall(RECORDS, 'bob', 2500);
    void ann.participant.handOver('arm', 'bob');
    await stage.run(100);
    ann.node.crash();
    await stage.run(1500);
    const frozen = poseOf(cid);
    await stage.run(3000);
    expect(ownersOf([bob, cid])).toEqual(['bob']);
    for (const actor of [bob, cid]) expect(distance(poseOf(actor), frozen)).toBeLessThan(1e-3);
  });
});

describe('an entity whose next owner is heard before the records tell of that one', () => {
  /** Bob takes the arm from ann and drives it; cid hears bob, and hears from the records only `lateMs` later. */
  async function heardEarly(stage: Stage, lateMs: number): Promise<{ ann: Actor; bob: Actor; cid: Actor }> {
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    await stage.run(500);
    stage.network.stall(RECORDS, 'cid', lateMs);
    await bob.ask('arm', { kind: 'handover' });
    await bob.ask('arm', LONG_DRIVE);
    await stage.run(100);
    expect([cid.see('arm').owner, cid.see('arm').epoch]).toEqual(['ann', bob.see('arm').epoch]);
    return { ann, bob, cid };
  }

  it('[W27] does not freeze with its former owner when the records tell of its next owner late', async () => {
    const stage = new Stage();
    const { ann, bob, cid } = await heardEarly(stage, 500);
    await stage.run(1000);
    expect(cid.see('arm').owner).toBe('bob');
    ann.node.crash();
    await stage.run(4000);
    expect(distance(poseOf(cid), poseOf(bob))).toBeLessThan(0.02);
  });

  it('[W27] does not freeze with its former owner while the records have not told of its next owner', async () => {
    const stage = new Stage();
    const { ann, bob, cid } = await heardEarly(stage, 6000);
    ann.node.crash();
    await stage.run(3000);
    expect(cid.see('arm').owner).toBe('ann');
    expect(distance(poseOf(cid), poseOf(bob))).toBeLessThan(0.02);
  });
});

describe('who takes something over', () => {
  it('[W28] keeps it, though nobody has heard yet that it works', async () => {
    const stage = new Stage();
    const [ann, cid] = await stage.enter('ann', 'cid');
    const bob = await stage.join('bob', { isKeeper: false });
    await ann.insert('arm');
    await stage.run(8000);
    ann.node.crash();
    await stage.run(1500);
    stage.network.stall('bob', 'cid', 300);
    void bob.participant.command('arm', toOne);
    await untilOwner(stage, cid, 'bob');
    const { epoch } = bob.see('arm');
    expect(await cid.ask('arm', { kind: 'halt' })).toMatchObject({ kind: 'done' });
    expect(ownersOf([bob, cid])).toEqual(['bob']);
    expect(cid.see('arm').epoch).toBe(Math.max(epoch, bob.see('arm').epoch));
  });

  it('[W34] and sleeps over the answer of the records says nothing of what somebody else took from it meanwhile', async () => {
    const stage = new Stage();
    const [eve, ann, cid, dan] = await stage.enter('eve', 'ann', 'cid', 'dan');
    await ann.insert('arm');
    ann.node.crash();
    await stage.run(1500);
    stage.network.stall(RECORDS, 'cid', 1700);
    stage.network.block('dan', 'cid');
    void cid.participant.command('arm', toOne);
    await untilOwner(stage, dan, 'cid');
    cid.node.pause(1300);
    await stage.run(1150);
    expect(await dan.ask('arm', { kind: 'halt' })).toMatchObject({ kind: 'done' });
    const { epoch } = dan.see('arm');
    const said = stage.overhear(subjects.allStates(WORLD));
    await stage.run(2000);
    const bySleeper = said.filter(({ from }) => from === 'cid').map(({ payload }) => openState('arm', payload).state.epoch);
    for (const later of bySleeper) expect(later).toBeGreaterThan(epoch);
    stage.reunite();
    await stage.run(3000);
    expect([eve, cid, dan].filter((actor) => actor.see('arm').isMine)).toHaveLength(1);
  });

  it.each([0, 10, 20, 30, 40])(
    '[W34] and finds the answer of the records when it wakes, before it looks at the clock, says nothing under an epoch that is over (%i ms)',
    async (offsetMs) => {
      const stage = new Stage();
      const [, ann, cid, dan] = await stage.enter('eve', 'ann', 'cid', 'dan');
      await ann.insert('arm');
      ann.node.crash();
      await stage.run(1500 + offsetMs);
      void cid.participant.command('arm', toOne);
      await stage.run(1);
      cid.node.pause(2500);
      await stage.run(1500);
      expect(await dan.ask('arm', { kind: 'halt' })).toMatchObject({ kind: 'done' });
      expect(dan.see('arm').isMine).toBe(true);
      const said = stage.overhear(subjects.allStates(WORLD));
      await stage.run(3000);
      expect(said.filter(({ from }) => from === 'cid')).toEqual([]);
    },
  );

  it('[W28] does not take what it inserted from who owns it by now, and is there', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    const inserting = ann.participant.insert({ ...ROBOT, name: 'arm' }, 'arm').catch(() => undefined);
    for (let ms = 0; ms < 200 && !bob.participant.entity('arm'); ms++) await stage.run(1);
    ann.node.pause(2500);
    await stage.run(1300);
    expect(await bob.ask('arm', { kind: 'halt' })).toMatchObject({ kind: 'done' });
    const { epoch } = bob.see('arm');
    await stage.run(4500);
    expect([bob, cid].map((actor) => [actor.see('arm').owner, actor.see('arm').epoch])).toEqual([
      ['bob', epoch],
      ['bob', epoch],
    ]);
    expect(bob.see('arm').isMine).toBe(true);
    await stage.until(inserting);
  });
});
