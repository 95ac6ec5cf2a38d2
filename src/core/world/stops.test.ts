import { describe, expect, it } from 'vitest';
import { decodeJson, encodeJson, ownershipSchema } from '../api/messages.ts';
import { planarTwist } from '../base/pose.ts';
import { RECORDS } from '../bus/simulated.ts';
import { buckets, subjects } from '../bus/subjects.ts';
import { type Actor, Stage, toOne, WORLD } from './stage.contract.ts';

const DRIVE = { kind: 'drift', twist: planarTwist(1, 0), durationMs: 60_000 } as const;
const stopSeenBy = (actor: Actor): string | undefined => actor.see('cart').control.stop?.id;
const rearm = (stage: Stage, actor: Actor) => stage.until(actor.participant.rearm('cart'));

/** The stop in every record of the cart that is written from now on. */
function recordedStops(stage: Stage): (string | undefined)[] {
  const stops: (string | undefined)[] = [];
  const bucket = stage.stranger('archivist').bucket(buckets.ownership(WORLD));
  let isListed = false;
  bucket.watch((event) => {
    if (event.kind === 'synced') isListed = true;
    else if (event.kind === 'value' && isListed) stops.push(decodeJson(ownershipSchema, event.entry.value).stop?.id);
  });
  return stops;
}

async function cartOfAnn(): Promise<{ stage: Stage; ann: Actor; bob: Actor; cid: Actor }> {
  const stage = new Stage();
  const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
  await ann.insert('cart');
  return { stage, ann, bob, cid };
}

describe('a stop', () => {
  it('[W49] by anybody halts everything where it is, as all can see', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    await ann.ask('cart', DRIVE);
    await ann.ask('cart', { kind: 'glide', dof: 0, to: 3, durationMs: 10_000 });
    await stage.run(1000);
    await cid.stop('cart', 'a hand in the way');
    const posture = ann.see('cart').posture;
    expect(posture.pose.x).toBeGreaterThan(0.9);
    expect(posture.pose.x).toBeLessThan(1.3);
    await stage.run(2000);
    for (const actor of [ann, bob, cid]) {
      expect(actor.see('cart').posture).toMatchObject({ pose: posture.pose, values: posture.values });
      expect(actor.see('cart').control.stop).toMatchObject({ by: 'cid', reason: 'a hand in the way' });
    }
  });

  it('[W49] keeps everybody from moving it, the leaseholder too', async () => {
    const { bob, ann, cid } = await cartOfAnn();
    await bob.ask('cart', { kind: 'lease', request: { kind: 'ask' } });
    await cid.stop('cart');
    for (const actor of [ann, bob, cid]) {
      for (const action of [toOne, DRIVE, { kind: 'halt' }, { kind: 'drive' }, { kind: 'handover' }] as const) {
        const reason = 'stopped by cid (a hand in the way); re-arm it first';
        expect(await actor.ask('cart', action)).toEqual({ kind: 'refused', reason });
      }
    }
    expect(ann.see('cart').control.lease?.holder).toBe('bob');
  });

  it('[W49] is repeated every 50 ms until it is latched', async () => {
    const { stage, ann, bob } = await cartOfAnn();
    await ann.ask('cart', DRIVE);
    stage.network.block('bob', 'ann');
    const words = stage.overhear(subjects.urgent(WORLD, 'cart'));
    const stopping = bob.participant.stop('cart', 'far away');
    await stage.run(1000);
    expect(words.length).toBeGreaterThanOrEqual(19);
    expect(words.length).toBeLessThanOrEqual(22);
    expect(stopSeenBy(ann)).toBeUndefined();
    stage.reunite();
    await stage.run(100);
    expect(stopSeenBy(ann)).toBe(await stage.until(stopping));
    await stage.run(200);
    words.length = 0;
    await stage.run(1000);
    expect(words).toEqual([]);
  });

  it('[W49] of what nobody owns makes the one who stops it its owner', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    await ann.ask('cart', DRIVE);
    await stage.run(300);
    ann.node.crash();
    await stage.run(1200);
    await bob.stop('cart');
    await stage.run(100);
    expect([bob.see('cart').isMine, cid.see('cart').owner, stopSeenBy(cid)]).toEqual([true, 'bob', stopSeenBy(bob)]);
  });

  it('[W50] is confirmed once it is in the record, where no crash can lose it', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    const id = await cid.stop('cart');
    expect(cid.see('cart').control.stop).toMatchObject({ id, recorded: true });
    ann.node.crash();
    await stage.run(1200);
    expect(await bob.ask('cart', toOne)).toMatchObject({ kind: 'refused' });
    await stage.run(100);
    expect([bob.see('cart').isMine, stopSeenBy(bob), stopSeenBy(cid)]).toEqual([true, id, id]);
  });

  it('[W50] stays in the record though its owner was stopped once more while it was cut off', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    await cid.stop('cart');
    stage.isolate(ann, [bob, cid]);
    const again = ann.participant.stop('cart', 'once more').catch(() => undefined);
    await stage.run(1500);
    stage.network.unblock('ann', RECORDS);
    stage.network.unblock(RECORDS, 'ann');
    await stage.run(80);
    ann.node.crash();
    await stage.run(1200);
    expect(await bob.ask('cart', toOne)).toMatchObject({ kind: 'refused' });
    void again;
  });

  it('[W50] is found latched by a taker that never saw a state of it', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    stage.network.block('ann', 'bob');
    const id = await cid.stop('cart');
    ann.node.crash();
    stage.part(bob, cid);
    await stage.run(1200);
    expect(await bob.ask('cart', toOne)).toMatchObject({ kind: 'refused' });
    expect(stopSeenBy(bob)).toBe(id);
  });

  it('[W49] takes the stick from its driver, though the taker heard of the driver and not of the stop', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    await cid.takeStick('cart');
    await stage.run(100);
    stage.network.block('ann', 'bob');
    stage.part(bob, cid);
    const id = await cid.stop('cart');
    ann.node.crash();
    await stage.run(1200);
    await bob.ask('cart', toOne);
    expect(bob.see('cart')).toMatchObject({ isMine: true, control: { stop: { id }, driver: undefined } });
  });

  it('[W51] that was re-armed stays so for a taker that heard of the stop and not of the re-arm', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    await cid.stop('cart');
    await stage.run(100);
    stage.network.block('ann', 'bob');
    stage.part(bob, cid);
    expect(await rearm(stage, cid)).toMatchObject({ kind: 'done' });
    ann.node.crash();
    await stage.run(1500);
    expect(await bob.ask('cart', toOne)).toMatchObject({ kind: 'done' });
  });

  it('[W50] is not confirmed while the records cannot be written, and holds all the same', async () => {
    const { stage, ann, cid } = await cartOfAnn();
    await ann.ask('cart', DRIVE);
    stage.network.stallRecords(1500);
    let isConfirmed = false;
    void cid.participant.stop('cart', 'now').then(() => {
      isConfirmed = true;
    });
    await stage.run(1000);
    const { pose } = ann.see('cart').posture;
    expect([isConfirmed, cid.see('cart').control.stop?.recorded]).toEqual([false, false]);
    await stage.run(2000);
    expect(isConfirmed).toBe(true);
    expect(cid.see('cart').posture.pose).toEqual(pose);
  });

  it('[W50] goes along with a robot that its owner gives away', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    const id = await cid.stop('cart');
    expect(await stage.until(ann.participant.handOver('cart', 'bob'))).toMatchObject({ kind: 'done' });
    await stage.run(300);
    expect(bob.see('cart').isMine).toBe(true);
    for (const actor of [ann, bob, cid]) expect(actor.see('cart').control.stop).toMatchObject({ id, by: 'cid', recorded: true });
    expect(await cid.ask('cart', toOne)).toMatchObject({ kind: 'refused' });
  });

  it('[W50] is in every record that an owner in doubt writes, though it was stopped once more', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    const first = await cid.stop('cart');
    const recorded = recordedStops(stage);
    await stage.run(100);
    ann.node.pause(1500);
    await stage.run(2500);
    expect(ann.see('cart').isMine).toBe(true);
    expect([recorded.length > 0, new Set(recorded)]).toEqual([true, new Set([first])]);
    recorded.length = 0;
    stage.isolate(ann, [bob, cid]);
    const stopping = ann.participant.stop('cart', 'once more');
    await stage.run(5000);
    stage.reunite();
    const second = await stage.until(stopping);
    await stage.run(1000);
    expect([recorded.length > 0, new Set(recorded)]).toEqual([true, new Set([second])]);
  });

  it('[W50] stays latched however often its robot changes owners', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    const id = await cid.stop('cart');
    for (const [owner, next] of [[ann, bob] as const, [bob, cid] as const]) {
      owner.node.crash();
      await stage.run(1200);
      expect(await next.ask('cart', toOne)).toMatchObject({ kind: 'refused' });
      expect([next.see('cart').isMine, stopSeenBy(next)]).toEqual([true, id]);
    }
  });

  it('[W50] is kept by a taker though nobody could record it', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    stage.network.block('ann', RECORDS);
    void cid.participant.stop('cart', 'now');
    await stage.run(100);
    const id = stopSeenBy(bob);
    for (const gone of [ann, cid]) gone.node.crash();
    await stage.run(3000);
    expect(id).toBeDefined();
    expect(await bob.ask('cart', toOne)).toMatchObject({ kind: 'refused' });
    await stage.run(300);
    expect(bob.see('cart').control.stop).toMatchObject({ id, recorded: true });
  });

  it('[W50] gives way to none that came before it and is recorded later', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    stage.network.stallRecords(500);
    const first = bob.participant.stop('cart', 'one');
    await stage.run(100);
    const second = cid.participant.stop('cart', 'two');
    await stage.run(1500);
    expect(stopSeenBy(ann)).toBe(await second);
    expect(await bob.ask('cart', { kind: 'rearm', stop: await first })).toMatchObject({ kind: 'refused' });
  });

  it('[W50] that still shows as recorded is found by the next owner, though the answer to a re-arm was lost', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    await cid.stop('cart');
    stage.network.faults.swapReplyLoss = 1;
    void cid.participant.rearm('cart');
    await stage.run(10_000);
    stage.network.faults.swapReplyLoss = 0;
    await stage.run(3000);
    const shown = stopSeenBy(bob);
    const owner = [ann, bob, cid].find((actor) => actor.see('cart').isMine) ?? expect.fail('nobody owns it');
    owner.node.crash();
    await stage.run(1500);
    const taker = [bob, cid].find((actor) => actor !== owner) ?? bob;
    await taker.ask('cart', { kind: 'halt' });
    await stage.run(100);
    expect([taker.see('cart').isMine, stopSeenBy(taker)]).toEqual([true, shown]);
  });

  it('[W51] ends when it is re-armed, by anybody', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    await cid.stop('cart');
    expect(await rearm(stage, bob)).toMatchObject({ kind: 'done' });
    await stage.run(50);
    expect([ann, bob, cid].map(stopSeenBy)).toEqual([undefined, undefined, undefined]);
    expect(await cid.ask('cart', toOne)).toMatchObject({ kind: 'done' });
    expect(await rearm(stage, bob)).toEqual({ kind: 'refused', reason: 'cart is not stopped' });
  });

  it('[W51] that was re-armed does not come back with the next owner', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    await cid.stop('cart');
    await rearm(stage, bob);
    await stage.run(100);
    const owner = [ann, bob, cid].find((actor) => actor.see('cart').isMine) ?? ann;
    owner.node.crash();
    await stage.run(1200);
    expect(await cid.ask('cart', toOne)).toMatchObject({ kind: 'done' });
  });

  it('[W51] is not ended by the re-arm of an earlier one', async () => {
    const { bob, cid, stage } = await cartOfAnn();
    const first = await bob.stop('cart', 'one');
    const second = await cid.stop('cart', 'two');
    await stage.run(50);
    expect(await bob.ask('cart', { kind: 'rearm', stop: first })).toMatchObject({ kind: 'refused' });
    expect(stopSeenBy(bob)).toBe(second);
    expect(await bob.ask('cart', { kind: 'rearm', stop: second })).toMatchObject({ kind: 'done' });
  });

  it('[W51] is confirmed to who did not hear that it was latched before it was re-armed', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    stage.network.block('ann', 'bob');
    stage.part(bob, cid);
    const stopping = bob.participant.stop('cart', 'far away');
    await stage.run(200);
    const id = stopSeenBy(cid);
    expect(await rearm(stage, cid)).toMatchObject({ kind: 'done' });
    stage.reunite();
    expect(await stage.until(stopping)).toBe(id);
    expect(stopSeenBy(ann)).toBeUndefined();
  });

  it('[W51] that was re-armed is not brought back by a late copy of it', async () => {
    const { stage, ann, bob } = await cartOfAnn();
    const id = await bob.stop('cart');
    await rearm(stage, bob);
    bob.bus.publish(subjects.urgent(WORLD, 'cart'), encodeJson({ kind: 'stop', id, reason: 'a late copy' }));
    await stage.run(200);
    expect(stopSeenBy(ann)).toBeUndefined();
  });
});
