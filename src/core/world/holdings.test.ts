import { describe, expect, it } from 'vitest';
import { encodeJson } from '../api/messages.ts';
import { MisuseError } from '../base/errors.ts';
import { distance, planarPose, planarTwist } from '../base/pose.ts';
import type { Message } from '../bus/bus.ts';
import { RECORDS } from '../bus/simulated.ts';
import { subjects } from '../bus/subjects.ts';
import type { Epoch } from './epoch.ts';
import { type Actor, ROBOT, Stage, toOne, WORLD } from './stage.contract.ts';
import { openState, sealState } from './state-codec.ts';

const LONG_DRIVE = { kind: 'drift', twist: planarTwist(0.5, 0.1), durationMs: 60_000 } as const;
const ownersOf = (entity: string, actors: readonly Actor[]): string[] =>
  actors.filter((actor) => actor.see(entity).isMine).map(({ id }) => id);
const versionOf = (message: Message): string => {
  const { epoch, seq } = openState('arm', message.payload).state;
  return `${epoch}/${seq}`;
};

/** Three participants and an arm; its first owner is gone, and Bob has taken it over. */
async function bobHasTaken(stage: Stage): Promise<{ bob: Actor; cid: Actor }> {
  const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
  await ann.insert('arm');
  await stage.until(ann.participant.leave());
  await bob.ask('arm', { kind: 'halt' });
  await stage.run(100);
  return { bob, cid };
}

describe('an owner that has gone', () => {
  it('[W27] leaves its entities frozen where its last promise ended, the same for all', async () => {
    const stage = new Stage();
    const ann = await stage.join('ann');
    const bob = await stage.join('bob', { clock: { offsetMs: 3e5, driftPpm: 80 } });
    const cid = await stage.join('cid', { clock: { offsetMs: 7e5, driftPpm: -80 } });
    await ann.insert('arm');
    await ann.ask('arm', LONG_DRIVE);
    await stage.run(3000);
    const lastSeen = bob.see('arm').posture.pose;
    ann.node.crash();
    await stage.run(3000);
    const frozen = bob.see('arm').posture.pose;
    expect(distance(frozen, cid.see('arm').posture.pose)).toBeLessThan(1e-9);
    expect(distance(frozen, lastSeen)).toBeGreaterThan(0.3);
    expect(distance(frozen, lastSeen)).toBeLessThan(0.51);
    await stage.run(5000);
    expect(bob.see('arm').posture.pose).toEqual(frozen);
    expect(bob.see('arm')).toMatchObject({ owner: 'ann', isLive: false });
  });

  it('[W27] leaves what it gave to one who went without a word where both left it, also for who comes later, and for ever', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    await ann.ask('arm', { ...LONG_DRIVE, durationMs: 500 });
    await stage.run(1000);
    void bob.participant.command('arm', { kind: 'handover' });
    for (let ms = 0; ms < 100 && cid.see('arm').owner !== 'bob'; ms++) await stage.run(1);
    bob.node.crash();
    expect([cid.see('arm').owner, cid.see('arm').seq]).toEqual(['bob', ann.see('arm').seq]);
    await stage.run(5000);
    const { pose } = cid.see('arm').posture;
    ann.node.crash();
    await stage.run(5000);
    const dan = await stage.join('dan');
    await stage.run(2000);
    for (const actor of [cid, dan]) expect(distance(actor.see('arm').posture.pose, pose)).toBeLessThan(1e-9);
    await stage.run(120_000);
    for (const actor of [cid, dan]) expect(distance(actor.see('arm').posture.pose, pose)).toBeLessThan(1e-9);
  });

  it('[W28] is followed by the next participant that moves the entity', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    ann.node.crash();
    await stage.run(1100);
    expect(await cid.ask('arm', toOne)).toMatchObject({ kind: 'done' });
    await stage.run(1500);
    expect(ownersOf('arm', [bob, cid])).toEqual(['cid']);
    expect([bob.see('arm').owner, bob.see('arm').values[0]]).toEqual(['cid', 1]);
  });

  it('[W28] is followed by one of several that try at once', async () => {
    const stage = new Stage();
    const [ann, bob, cid, dan] = await stage.enter('ann', 'bob', 'cid', 'dan');
    await ann.insert('arm');
    ann.node.crash();
    await stage.run(1100);
    const asked = [bob, cid, dan].map(({ participant }, i) => participant.command('arm', { kind: 'glide', dof: 0, to: i, ramp: 0 }));
    const outcomes = await stage.until(Promise.all(asked));
    await stage.run(3000);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
    expect(ownersOf('arm', [bob, cid, dan])).toHaveLength(1);
    expect(new Set([bob, cid, dan].map((actor) => actor.see('arm').stateHash)).size).toBe(1);
  });

  it('[W28] that is still live keeps its entities, whoever moves them', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('arm');
    await bob.ask('arm', toOne);
    await stage.run(1000);
    expect(ownersOf('arm', [ann, bob])).toEqual(['ann']);
  });

  it('[W25] is followed under the next epoch', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    const epochs = [ann.see('arm').epoch];
    for (const [owner, next] of [[ann, bob] as const, [bob, cid] as const]) {
      owner.node.crash();
      await stage.run(1100);
      await next.ask('arm', toOne);
      epochs.push(next.see('arm').epoch);
    }
    const [first = 0] = epochs;
    expect(epochs).toEqual([2 ** 20 + 1, first + 1, first + 2]);
  });

  it('[W26] is followed once, though the answers of the records are lost', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    const epoch = ann.see('arm').epoch;
    ann.node.crash();
    await stage.run(1100);
    stage.network.faults.swapReplyLoss = 1;
    const asking = bob.ask('arm', toOne);
    await asking;
    stage.network.faults.swapReplyLoss = 0;
    await stage.run(5000);
    expect(ownersOf('arm', [bob, cid])).toEqual(['bob']);
    expect([bob.see('arm').epoch, cid.see('arm').epoch]).toEqual([epoch + 1, epoch + 1]);
  });

  it('[W26] is not followed by two under one epoch, though neither hears an answer', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    ann.node.crash();
    await stage.run(1100);
    const said = stage.overhear(subjects.allStates(WORLD));
    stage.network.faults.swapReplyLoss = 1;
    for (const { participant } of [bob, cid]) void participant.command('arm', toOne);
    await stage.run(3000);
    stage.network.faults.swapReplyLoss = 0;
    await stage.run(5000);
    const epochs = new Set(said.map(({ payload }) => openState('arm', payload).state.epoch));
    const authors = new Set(said.map(({ from, payload }) => `${openState('arm', payload).state.epoch} by ${from}`));
    expect(authors.size).toBe(epochs.size);
    expect(ownersOf('arm', [bob, cid])).toHaveLength(1);
  });

  it('[W29] hands down stop, lease, line and work; the entity stands still', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    await bob.ask('arm', { kind: 'lease', request: { kind: 'ask' } });
    await cid.ask('arm', { kind: 'lease', request: { kind: 'ask' } });
    ann.participant.setWorking('arm', true);
    await bob.ask('arm', LONG_DRIVE);
    await stage.run(1000);
    const before = cid.see('arm').control;
    ann.node.crash();
    await stage.run(1500);
    expect(await cid.ask('arm', toOne)).toEqual({ kind: 'refused', reason: 'bob has the lease; ask for it' });
    await stage.run(200);
    expect(ownersOf('arm', [bob, cid])).toEqual(['cid']);
    expect(bob.see('arm').control).toEqual(before);
    expect(bob.see('arm').isWorking).toBe(true);
    const { pose } = bob.see('arm').posture;
    await stage.run(2000);
    expect(bob.see('arm').posture.pose).toEqual(pose);
    expect(cid.see('arm').posture.pose).toEqual(pose);
  });

  it('[W32] leaves its work to a resident host, at once and without being asked', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    const host = await stage.join('host', { isResident: true });
    await ann.insert('busy');
    await ann.insert('idle');
    ann.participant.setWorking('busy', true);
    await stage.run(500);
    ann.node.crash();
    await stage.run(1500);
    expect(host.see('busy').isMine).toBe(true);
    expect([bob.see('busy').owner, bob.see('busy').isWorking, bob.see('idle').owner]).toEqual(['host', true, 'ann']);
  });
});

describe('hosts', () => {
  it('[W30] alone insert, take over and are handed what they alone may own', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    const hosts = ['ann', 'bob'];
    await expect(cid.participant.insert({ ...ROBOT, hosts }, 'arm')).rejects.toThrow(MisuseError);
    await ann.insert('arm', { hosts });
    expect(await cid.ask('arm', { kind: 'handover' })).toEqual({ kind: 'refused', reason: 'only ann, bob may own it' });
    expect(await cid.ask('arm', toOne)).toMatchObject({ kind: 'done' });
    ann.node.crash();
    await stage.run(1500);
    expect(await cid.ask('arm', toOne)).toEqual({ kind: 'refused', reason: 'its owner has gone, and only ann, bob may own it' });
    expect(await bob.ask('arm', toOne)).toMatchObject({ kind: 'done' });
    expect(ownersOf('arm', [bob, cid])).toEqual(['bob']);
  });
});

describe('a hand-over', () => {
  it('[W31] gives the entity to who asked, and its motion goes on without a gap', async () => {
    const stage = new Stage();
    const { bob, cid } = await bobHasTaken(stage);
    const epoch = bob.see('arm').epoch;
    await bob.ask('arm', LONG_DRIVE);
    await stage.run(500);
    const asking = cid.participant.command('arm', { kind: 'handover' });
    const frames = await stage.watch(1000, 20, () => bob.see('arm').pose);
    expect(await asking).toMatchObject({ kind: 'done' });
    expect(ownersOf('arm', [bob, cid])).toEqual(['cid']);
    expect(cid.see('arm').epoch).toBe(epoch + 1);
    const steps = frames.slice(1).map((pose, i) => distance(pose, frames[i] ?? pose));
    for (const step of steps) expect(step).toBeCloseTo(0.01, 3);
  });

  it('[W31] stops a motion that a sensor drove', async () => {
    const stage = new Stage();
    const { bob, cid } = await bobHasTaken(stage);
    bob.participant.observe('arm', { pose: planarPose(1, 0, 0), twist: planarTwist(1, 0) });
    await stage.run(300);
    await cid.ask('arm', { kind: 'handover' });
    await stage.run(300);
    const { pose } = cid.see('arm').posture;
    await stage.run(1000);
    expect(ownersOf('arm', [bob, cid])).toEqual(['cid']);
    expect(bob.see('arm').posture.pose).toEqual(pose);
  });

  it('[W31] gives the entity to whom its owner wants to have it, unasked', async () => {
    const stage = new Stage();
    const { bob, cid } = await bobHasTaken(stage);
    await bob.ask('arm', LONG_DRIVE);
    await stage.run(500);
    const before = bob.see('arm').pose;
    expect(await stage.until(bob.participant.handOver('arm', 'cid'))).toMatchObject({ kind: 'done' });
    await stage.run(300);
    expect(ownersOf('arm', [bob, cid])).toEqual(['cid']);
    expect(distance(before, cid.see('arm').pose)).toBeGreaterThan(0.1);
    expect(await bob.participant.handOver('arm', 'cid')).toMatchObject({ kind: 'refused', reason: 'arm is not ours to give' });
    expect(await cid.participant.handOver('arm', 'nobody')).toMatchObject({ kind: 'refused', reason: 'nobody is not here to take arm' });
  });

  it('[W31] to its owner changes nothing', async () => {
    const stage = new Stage();
    const { bob } = await bobHasTaken(stage);
    const before = bob.see('arm').stateHash;
    expect(await bob.ask('arm', { kind: 'handover' })).toMatchObject({ kind: 'done' });
    expect(bob.see('arm').stateHash).toBe(before);
  });
});

describe('an owner that slept', () => {
  it('[W33] says nothing more of what was taken over meanwhile', async () => {
    const stage = new Stage();
    const { bob, cid } = await bobHasTaken(stage);
    bob.node.pause(2500);
    await stage.run(1500);
    await cid.ask('arm', toOne);
    const said = stage.overhear(subjects.allStates(WORLD));
    await stage.run(4000);
    expect(said.filter(({ from }) => from === 'bob')).toEqual([]);
    expect(ownersOf('arm', [bob, cid])).toEqual(['cid']);
    expect(bob.see('arm').stateHash).toBe(cid.see('arm').stateHash);
  });

  it('[W33] tells that something is its own again, though nothing of it has changed', async () => {
    const stage = new Stage();
    const { bob } = await bobHasTaken(stage);
    bob.node.pause(1500);
    await stage.run(1490);
    const seen: boolean[] = [];
    bob.participant.changes.on(({ entity }) => entity === 'arm' && seen.push(bob.see('arm').isMine));
    await stage.run(3000);
    expect(bob.see('arm').isMine).toBe(true);
    expect(seen.at(-1)).toBe(true);
  });

  it.each([0, 10, 20, 30, 40])(
    '[W33] obeys nothing that it finds when it wakes, before it looks at the clock (%i ms)',
    async (offsetMs) => {
      const stage = new Stage();
      const { bob, cid } = await bobHasTaken(stage);
      await stage.run(offsetMs);
      const command = { id: 'x.1', epoch: bob.see('arm').epoch, expiresAt: cid.participant.time.sharedMs + 60_000, action: toOne };
      stage
        .stranger()
        .request(subjects.command(WORLD, 'arm'), encodeJson(command), { timeoutMs: 9000 })
        .catch(() => undefined);
      bob.node.pause(2500);
      await stage.run(1500);
      await cid.ask('arm', { kind: 'halt' });
      const said = stage.overhear(subjects.allStates(WORLD));
      await stage.run(3000);
      expect(said.filter(({ from }) => from === 'bob')).toEqual([]);
    },
  );

  it('[W33] says nothing before the records have answered, though its copy of them names it', async () => {
    const stage = new Stage();
    const { bob, cid } = await bobHasTaken(stage);
    stage.network.block('bob', RECORDS);
    bob.node.pause(1500);
    await stage.run(1600);
    const said = stage.overhear(subjects.allStates(WORLD));
    bob.participant.observe('arm', { pose: planarPose(9, 9, 0) });
    expect([bob.see('arm').owner, bob.see('arm').isMine]).toEqual(['bob', false]);
    await stage.run(300);
    expect(said).toEqual([]);
    stage.reunite();
    await stage.run(3000);
    expect(ownersOf('arm', [bob, cid])).toEqual(['bob']);
  });

  it('[W33] goes on with what nobody took', async () => {
    const stage = new Stage();
    const { bob, cid } = await bobHasTaken(stage);
    bob.node.pause(1500);
    await stage.run(3000);
    expect(ownersOf('arm', [bob, cid])).toEqual(['bob']);
    expect(await cid.ask('arm', toOne)).toMatchObject({ kind: 'done' });
  });
});

describe('an owner that lost its record', () => {
  it('[W34] steps down when it sees that another has it', async () => {
    const stage = new Stage();
    const { bob, cid } = await bobHasTaken(stage);
    stage.isolate(bob, [cid]);
    await stage.run(1500);
    await cid.ask('arm', toOne);
    expect(cid.see('arm').isMine).toBe(true);
    stage.reunite();
    await stage.run(3000);
    expect(ownersOf('arm', [bob, cid])).toEqual(['cid']);
    expect(bob.see('arm').stateHash).toBe(cid.see('arm').stateHash);
  });

  it('[W34] steps down at a state of a later epoch, before any record tells it', async () => {
    const stage = new Stage();
    const { bob } = await bobHasTaken(stage);
    const mine = stage.overhear(subjects.allStates(WORLD));
    await bob.ask('arm', toOne);
    const { state } = openState('arm', mine[0]?.payload ?? expect.fail('nothing was said'));
    const later = sealState('arm', { ...state, epoch: (state.epoch + 5) as Epoch, seq: 1 });
    stage.stranger('cad').publish(subjects.state(WORLD, 'f0', 'arm'), later.bytes);
    await stage.run(6);
    expect(bob.see('arm').isMine).toBe(false);
  });

  it('[W34] never says two things under one epoch and number, however often its clock is lost', async () => {
    const stage = new Stage();
    const { bob, cid } = await bobHasTaken(stage);
    const said = stage.overhear(subjects.allStates(WORLD));
    for (let i = 0; i < 3; i++) {
      bob.node.stepClock(5000);
      await stage.run(3000);
      await cid.ask('arm', { kind: 'glide', dof: 0, to: i, ramp: 0 });
    }
    const byVersion = new Map(said.map((message) => [versionOf(message), message]));
    expect(byVersion.size).toBe(said.length);
    expect(ownersOf('arm', [bob, cid])).toHaveLength(1);
  });

  it('[W20] is not believed: one epoch has one author, the one in the record', async () => {
    const stage = new Stage();
    const { bob, cid } = await bobHasTaken(stage);
    const said = stage.overhear(subjects.allStates(WORLD));
    await bob.ask('arm', toOne);
    const { state } = openState('arm', said[0]?.payload ?? expect.fail('nothing was said'));
    const forged = sealState('arm', { ...state, seq: state.seq + 1, base: { kind: 'still', pose: planarPose(99, 0, 0) } });
    stage.stranger('cad').publish(subjects.state(WORLD, 'f0', 'arm'), forged.bytes);
    await stage.run(200);
    for (const actor of [bob, cid]) expect([actor.see('arm').seq, actor.see('arm').posture.pose.x]).toEqual([state.seq, 0]);
  });
});
