import { describe, expect, it } from 'vitest';
import type { LeaseRequest } from '../api/messages.ts';
import { planarTwist } from '../base/pose.ts';
import { subjects } from '../bus/subjects.ts';
import { type Actor, Stage, toOne, WORLD } from './stage.contract.ts';
import { openState } from './state-codec.ts';

const lease = (request: LeaseRequest) => ({ kind: 'lease', request }) as const;
const toZero = { kind: 'glide', dof: 0, to: 0, ramp: 0 } as const;
const ASK = lease({ kind: 'ask' });
const holderIn = (actor: Actor): string | undefined => actor.see('arm').control.lease?.holder;

async function armOfAnn(): Promise<{ stage: Stage; ann: Actor; bob: Actor; cid: Actor }> {
  const stage = new Stage();
  const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
  await ann.insert('arm');
  return { stage, ann, bob, cid };
}

describe('the lease of a robot', () => {
  it('[W44] is needed by nobody while nobody holds it', async () => {
    const { bob, cid } = await armOfAnn();
    for (const actor of [bob, cid]) expect(await actor.ask('arm', toOne)).toMatchObject({ kind: 'done' });
  });

  it('[W44] keeps others from moving it, its owner too', async () => {
    const { stage, ann, bob, cid } = await armOfAnn();
    await bob.ask('arm', ASK);
    await stage.run(50);
    expect([ann, bob, cid].map(holderIn)).toEqual(['bob', 'bob', 'bob']);
    for (const actor of [ann, cid]) {
      for (const action of [toOne, { kind: 'handover' }, { kind: 'drive' }] as const) {
        expect(await actor.ask('arm', action)).toEqual({ kind: 'refused', reason: 'bob has the lease; ask for it' });
      }
    }
    expect(await bob.ask('arm', toOne)).toMatchObject({ kind: 'done' });
  });

  it('[W45] passes from its holder to who asked, as all can see', async () => {
    const { stage, ann, bob, cid } = await armOfAnn();
    await bob.ask('arm', ASK);
    await cid.ask('arm', ASK);
    await stage.run(50);
    expect(ann.see('arm').control.asking).toEqual(['cid']);
    await bob.ask('arm', lease({ kind: 'grant', to: 'cid' }));
    await stage.run(50);
    expect([ann, bob, cid].map(holderIn)).toEqual(['cid', 'cid', 'cid']);
    await cid.ask('arm', lease({ kind: 'release' }));
    await stage.run(50);
    expect([ann, bob, cid].map(holderIn)).toEqual([undefined, undefined, undefined]);
  });

  it('[W46] taken by force stops the hand that was on the stick', async () => {
    const { stage, ann, bob, cid } = await armOfAnn();
    const drive = await bob.takeStick('arm');
    drive.hold({ twist: planarTwist(0.5, 0) });
    await stage.run(1000);
    await cid.ask('arm', lease({ kind: 'force', reason: 'fire drill' }));
    const { pose } = ann.see('arm').posture;
    expect(pose.x).toBeGreaterThan(0.3);
    await stage.run(1000);
    expect(ann.see('arm').posture.pose).toEqual(pose);
    expect(bob.see('arm').control).toMatchObject({ lease: { holder: 'cid', reason: 'fire drill' }, driver: undefined });
  });

  it('[W47] ends 3 s after the promise of its holder, and goes to the next in line', async () => {
    const { stage, ann, bob, cid } = await armOfAnn();
    await bob.ask('arm', ASK);
    await cid.ask('arm', ASK);
    bob.node.crash();
    await stage.run(3600);
    expect(holderIn(ann)).toBe('bob');
    await stage.run(600);
    expect([ann, cid].map(holderIn)).toEqual(['cid', 'cid']);
  });

  it('[W47] outlasts a short absence of its holder', async () => {
    const { stage, ann, bob } = await armOfAnn();
    await bob.ask('arm', ASK);
    bob.node.pause(2500);
    await stage.run(5000);
    expect(holderIn(ann)).toBe('bob');
  });

  it('[W48] is claimed back from a taker that never heard of it', async () => {
    const { stage, ann, bob, cid } = await armOfAnn();
    stage.network.block('ann', 'cid');
    await bob.ask('arm', ASK);
    ann.node.crash();
    stage.part(bob, cid);
    await stage.run(1200);
    await cid.ask('arm', toOne);
    expect(holderIn(cid)).toBeUndefined();
    stage.reunite();
    await stage.run(3000);
    expect([bob, cid].map(holderIn)).toEqual(['bob', 'bob']);
    expect(await cid.ask('arm', toOne)).toMatchObject({ kind: 'refused' });
  });

  it('[W72] changes in a state of its own, before anybody else moves the robot', async () => {
    const { stage, ann, bob, cid } = await armOfAnn();
    await bob.ask('arm', ASK);
    await bob.ask('arm', { kind: 'glide', dof: 0, to: 1, ramp: 0, durationMs: 20_000 });
    const states = stage.overhear(subjects.allStates(WORLD));
    const [forced, moved] = [
      cid.participant.command('arm', lease({ kind: 'force', reason: 'fire drill' })),
      cid.participant.command('arm', toZero),
    ];
    await stage.until(Promise.all([forced, moved]));
    await cid.ask('arm', toOne);
    await stage.run(50);
    const log = states.map(({ payload }) => openState('arm', payload).state);
    const targets = log.map(({ control, dofs: [joint] }) => [control.lease?.holder, joint?.kind === 'glide' && joint.to]);
    expect(targets[0]).toEqual(['cid', 1]);
    expect(targets.at(-1)).toEqual(['cid', 1]);
    expect(log.findIndex(({ control }) => control.lease?.holder === 'cid')).toBeLessThan(
      log.findIndex(({ dofs: [joint] }) => joint?.kind === 'glide' && joint.t1 - joint.t0 < 10_000),
    );
    expect(ann.see('arm').control.leaseEpoch).toBe(2);
  });

  it.each(['moves', 'is stopped'])('[W72] goes with the robot to its next owner while that %s', async (how) => {
    const { stage, ann, bob, cid } = await armOfAnn();
    await bob.ask('arm', ASK);
    await cid.ask('arm', ASK);
    if (how === 'is stopped') await cid.stop('arm');
    const { control } = ann.see('arm');
    expect(await stage.until(ann.participant.handOver('arm', 'cid'))).toMatchObject({ kind: 'done' });
    await stage.run(100);
    expect([cid.see('arm').isMine, cid.see('arm').control, ann.see('arm').control]).toEqual([true, control, control]);
    cid.node.crash();
    await stage.run(1500);
    await bob.ask('arm', ASK);
    expect([bob.see('arm').isMine, bob.see('arm').control]).toEqual([true, control]);
  });
});
