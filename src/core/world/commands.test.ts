import { describe, expect, it } from 'vitest';
import {
  type ActionDraft,
  actionSchema,
  type Command,
  check,
  commandSchema,
  decodeJson,
  encodeJson,
  type Reply,
  replySchema,
} from '../api/messages.ts';
import { planarTwist } from '../base/pose.ts';
import { TimeoutError } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { type Actor, Stage, toOne, WORLD } from './stage.contract.ts';

const DRIVE: ActionDraft = { kind: 'drift', twist: planarTwist(1, 0), durationMs: 500 };

/** Sends a command as it goes over the bus, with an id of our choice. */
async function send(stage: Stage, from: Actor, more: Partial<Command>, action: ActionDraft = DRIVE): Promise<Reply> {
  const command = {
    id: 'bob.x1',
    epoch: from.see('cart').epoch,
    expiresAt: from.participant.time.sharedMs + 4000,
    action: check(actionSchema, action),
    ...more,
  };
  const answer = await stage.until(from.bus.request(subjects.command(WORLD, 'cart'), encodeJson(command), { timeoutMs: 800 }));
  return decodeJson(replySchema, answer);
}

describe('a command', () => {
  it('[W40] is applied once, however often it arrives', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    const first = await send(stage, bob, {});
    await stage.run(200);
    expect(await send(stage, bob, {})).toEqual(first);
    await stage.run(1000);
    expect(await send(stage, bob, {})).toEqual(first);
    expect(ann.see('cart').posture.pose.x).toBeCloseTo(0.5, 3);
    await send(stage, bob, { id: 'bob.x2' });
    await stage.run(1000);
    expect(ann.see('cart').posture.pose.x).toBeCloseTo(1, 3);
  });

  it('[W40] that its owner applied is not applied again by the next', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('cart');
    await send(stage, bob, {});
    await stage.run(1000);
    ann.node.crash();
    await stage.run(1200);
    await cid.ask('cart', { kind: 'halt' });
    const { x } = cid.see('cart').posture.pose;
    expect(await send(stage, bob, { epoch: cid.see('cart').epoch })).toMatchObject({ kind: 'applied' });
    await stage.run(1000);
    expect(cid.see('cart').posture.pose.x).toBe(x);
  });

  it("[W40] for another epoch is nobody's: no answer, no effect", async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    const before = ann.see('cart').stateHash;
    const epoch = ann.see('cart').epoch;
    for (const wrong of [epoch - 1, epoch + 1]) await expect(send(stage, bob, { epoch: wrong })).rejects.toThrow(TimeoutError);
    expect(ann.see('cart').stateHash).toBe(before);
  });

  it('[W41] is done when the asker has seen its effect, though some of its states are lost', async () => {
    const stage = new Stage(2);
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    stage.network.faults.loss = 0.1;
    const kinds = [];
    for (let i = 0; i < 40; i++) {
      const asking = bob.participant.command('cart', { kind: 'glide', dof: 0, to: i / 20 });
      const seen = asking.then(() => bob.see('cart').seq);
      const outcome = await stage.until(asking);
      kinds.push(outcome.kind);
      if (outcome.kind === 'done') expect(await seen).toBeGreaterThanOrEqual(outcome.seq);
    }
    stage.network.faults.loss = 0;
    expect(ann.see('cart').isMine).toBe(true);
    expect(kinds.filter((kind) => kind === 'done').length).toBeGreaterThan(35);
  });

  it('[W42] that comes too late moves nothing', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    const expiresAt = bob.participant.time.sharedMs - 1;
    expect(await send(stage, bob, { expiresAt })).toEqual({ kind: 'refused', reason: 'the command came too late; send it again' });
    expect(ann.see('cart').posture.pose.x).toBe(0);
  });

  it("[W42] that may have come too late by the error of its owner's clock moves nothing", async () => {
    const stage = new Stage();
    stage.network.faults.latencyMs = { min: 20, max: 60 };
    const [ann, bob] = await stage.enter('ann', 'bob');
    await bob.insert('cart');
    await stage.run(3000);
    stage.network.faults.latencyMs = { min: 40, max: 40 };
    const arrivingMs = bob.participant.time.sharedMs + 40;
    const { clockErrorMs } = bob.participant.time;
    expect(clockErrorMs).toBeGreaterThan(4);
    const inDoubt = send(stage, ann, { id: 'ann.x1', expiresAt: arrivingMs + clockErrorMs / 2 });
    expect(await inDoubt).toEqual({ kind: 'refused', reason: 'the command came too late; send it again' });
    const inTimeMs = bob.participant.time.sharedMs + 40 + 2 * clockErrorMs;
    expect(await send(stage, ann, { id: 'ann.x2', expiresAt: inTimeMs })).toMatchObject({ kind: 'applied' });
  });

  it('[W42] is good for no longer than its asker says, whatever its own clock is off', async () => {
    const stage = new Stage();
    stage.network.faults.latencyMs = { min: 20, max: 60 };
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    await stage.run(3000);
    const heard = stage.overhear(subjects.command(WORLD, 'cart'));
    const { sharedMs, clockErrorMs } = bob.participant.time;
    // Its clock may be ahead by so much.
    const earliestMs = sharedMs - clockErrorMs;
    await stage.until(bob.participant.command('cart', DRIVE, { goodForMs: 500 }));
    const sent = heard.map(({ payload }) => decodeJson(commandSchema, payload).expiresAt);
    expect(sent.length).toBeGreaterThan(0);
    for (const expiresAt of sent) expect(expiresAt - earliestMs).toBeLessThanOrEqual(500);
  });

  it('[W42] out of a queue of old ones moves nothing', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    stage.network.stall('bob', 'ann', 6000);
    const asked = Array.from({ length: 10 }, () => bob.participant.command('cart', DRIVE));
    await stage.run(8000);
    expect((await Promise.all(asked)).map(({ kind }) => kind)).not.toContain('done');
    expect(ann.see('cart').posture.pose.x).toBe(0);
  });

  it('[W43] whose owner falls silent is lost, and is not given to the next owner', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('cart');
    stage.network.block('ann', 'bob');
    const asking = bob.participant.command('cart', DRIVE);
    await stage.run(100);
    ann.node.crash();
    stage.network.block('ann', 'cid');
    expect(await stage.until(asking)).toMatchObject({ kind: 'lost' });
    expect(bob.see('cart').isMine).toBe(false);
    await stage.run(3000);
    expect(cid.see('cart').posture.pose).toEqual(bob.see('cart').posture.pose);
  });

  it('[W43] that came through before its owner went is done, though its acknowledgement was lost', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('cart');
    stage.network.block('ann', 'bob');
    const asking = bob.participant.command('cart', toOne);
    await stage.run(60);
    stage.reunite();
    await stage.run(700);
    ann.node.crash();
    expect(await stage.until(asking)).toMatchObject({ kind: 'done' });
    expect(bob.see('cart').values[0]).toBeGreaterThan(0.5);
  });

  it('[W43] gets an answer within 4 s, though nobody can be reached', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    stage.isolate(bob, [ann]);
    const askedMs = stage.time.now;
    expect((await bob.ask('cart', DRIVE)).kind).toBe('lost');
    expect(stage.time.now - askedMs).toBeLessThan(4200);
  });

  it('[W43] is answered, though half of all messages are lost', async () => {
    const stage = new Stage(7);
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('cart');
    stage.network.faults.loss = 0.5;
    const asked = [bob, cid].flatMap(({ participant }) => Array.from({ length: 5 }, () => participant.command('cart', toOne)));
    await stage.run(5000);
    stage.network.faults.loss = 0;
    const kinds = (await stage.until(Promise.all(asked))).map(({ kind }) => kind);
    expect(kinds).toHaveLength(10);
  });

  it('[W28] to an entity without an owner is carried out by who asks', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    await stage.until(ann.participant.leave());
    expect(await bob.ask('cart', DRIVE)).toMatchObject({ kind: 'done' });
    await stage.run(1000);
    expect(bob.see('cart')).toMatchObject({ isMine: true, owner: 'bob' });
    expect(bob.see('cart').pose.x).toBeCloseTo(0.5, 3);
  });

  it('[W16] to what is not there is refused', async () => {
    const stage = new Stage();
    const [ann] = await stage.enter('ann');
    expect(await ann.ask('ghost', DRIVE)).toEqual({ kind: 'refused', reason: 'there is no entity ghost' });
  });
});
