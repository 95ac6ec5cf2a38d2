import { describe, expect, it } from 'vitest';
import { decodeJson, encodeJson, nonceSchema } from '../api/messages.ts';
import { planarTwist } from '../base/pose.ts';
import { subjects } from '../bus/subjects.ts';
import { type Actor, Stage, toOne, WORLD } from './stage.contract.ts';

const FORWARD = { twist: planarTwist(1, 0) };
const xOf = (actor: Actor): number => actor.see('cart').posture.pose.x;

async function cartOfAnn(): Promise<{ stage: Stage; ann: Actor; bob: Actor; cid: Actor }> {
  const stage = new Stage();
  const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
  await ann.insert('cart');
  return { stage, ann, bob, cid };
}

describe('a driver', () => {
  it('[W52] is sent a nonce every 50 ms, and moves the robot by sending it back', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    const nonces = stage.overhear(subjects.control(WORLD, 'bob'));
    const drive = await bob.takeStick('cart');
    drive.hold(FORWARD);
    await stage.run(2000);
    expect(nonces.length).toBeGreaterThanOrEqual(38);
    expect(nonces.length).toBeLessThanOrEqual(42);
    expect(xOf(ann)).toBeGreaterThan(1.8);
    expect(Math.abs(xOf(ann) - xOf(cid))).toBeLessThan(0.02);
    expect(cid.see('cart').control.driver).toBe('bob');
  });

  it('[W53] that holds the stick still costs ten states a second', async () => {
    const { stage, bob } = await cartOfAnn();
    const drive = await bob.takeStick('cart');
    drive.hold(FORWARD);
    await stage.run(200);
    const states = stage.overhear(subjects.allStates(WORLD));
    await stage.run(3000);
    expect(states.length).toBeGreaterThanOrEqual(20);
    expect(states.length).toBeLessThanOrEqual(31);
  });

  it('[W53] that owns the robot itself and dies leaves it standing within 400 ms, for everybody', async () => {
    const { stage, ann, cid } = await cartOfAnn();
    const drive = await ann.takeStick('cart');
    drive.hold(FORWARD);
    await stage.run(1000);
    const before = xOf(cid);
    ann.node.crash();
    await stage.run(400);
    const rest = xOf(cid);
    expect(rest).toBeGreaterThan(before);
    await stage.run(300);
    expect(xOf(cid)).toBe(rest);
  });

  it('[W67] gains speed by degrees, and loses it at once', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    await ann.insert('heavy', { driving: { accelerationMPerS2: 0.5, turnRadPerS2: 1 } });
    const drive = await bob.takeStick('heavy');
    drive.hold(FORWARD);
    const places = await stage.watch(2000, 100, () => ann.see('heavy').posture.pose.x);
    // Half a metre per second, each second: a metre after two.
    expect(places.at(-1)).toBeGreaterThan(0.8);
    expect(places.at(-1)).toBeLessThan(1.1);
    const speeds = places.slice(1).map((x, i) => (x - (places[i] ?? 0)) / 0.1);
    for (const [i, speed] of speeds.slice(1).entries()) expect(speed - (speeds[i] ?? 0)).toBeLessThanOrEqual(0.5 * 0.15 + 1e-3);
    await stage.until(drive.release());
    const rest = ann.see('heavy').posture.pose.x;
    await stage.run(1000);
    expect([ann, cid].map((actor) => actor.see('heavy').posture.pose.x)).toEqual([rest, rest]);
  });

  it('[W53] that lets go stops the robot at once', async () => {
    const { stage, ann, bob } = await cartOfAnn();
    const drive = await bob.takeStick('cart');
    drive.hold(FORWARD);
    await stage.run(1000);
    const before = xOf(ann);
    await stage.until(drive.release());
    const rest = xOf(ann);
    expect(rest - before).toBeLessThan(0.05);
    await stage.run(1000);
    expect([xOf(ann), ann.see('cart').control.driver]).toEqual([rest, undefined]);
  });

  it('[W53] that falls silent stops the robot where its last nonce grew 400 ms old', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    const drive = await bob.takeStick('cart');
    drive.hold(FORWARD);
    await stage.run(1000);
    const before = xOf(ann);
    bob.node.crash();
    await stage.run(1000);
    const rest = xOf(ann);
    expect(rest - before).toBeGreaterThan(0.3);
    expect(rest - before).toBeLessThanOrEqual(0.41);
    await stage.run(500);
    expect([xOf(ann), xOf(cid)]).toEqual([rest, rest]);
    expect(ann.see('cart').control.driver).toBe('bob');
    await stage.run(1000);
    expect(ann.see('cart').control.driver).toBeUndefined();
  });

  it('[W53] that falls silent stops what it commanded from the stick where its last nonce grew 400 ms old, though its owner looks late', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    const drive = await bob.takeStick('cart');
    drive.hold(FORWARD);
    await stage.run(1000);
    stage.network.block('ann', 'bob');
    await stage.run(10);
    const before = xOf(ann);
    void bob.participant.command('cart', { kind: 'drift', ...FORWARD, durationMs: 60_000 });
    await stage.run(10);
    expect(ann.see('cart').endsAtMs - ann.participant.time.worldMs).toBeGreaterThan(50_000);
    bob.node.crash();
    ann.node.pause(700);
    await stage.run(1000);
    for (const actor of [ann, cid]) {
      expect(xOf(actor) - before).toBeGreaterThan(0.3);
      expect(xOf(actor) - before).toBeLessThanOrEqual(0.41);
    }
  });

  it('[W53] whose held commands come in a burst after a stall moves nothing by them', async () => {
    const { stage, ann, bob } = await cartOfAnn();
    const drive = await bob.takeStick('cart');
    drive.hold(FORWARD);
    await stage.run(1000);
    stage.network.stall('ann', 'bob', 800);
    stage.network.stall('bob', 'ann', 800);
    await stage.run(600);
    const rest = xOf(ann);
    drive.hold({});
    await stage.run(400);
    expect(xOf(ann)).toBe(rest);
  });

  it('[W54] is the only one whose echo counts', async () => {
    const { stage, ann, bob } = await cartOfAnn();
    const mischief = stage.stranger('mischief');
    let seq = 1000;
    let isEchoing = false;
    mischief.subscribe(subjects.control(WORLD, 'bob'), (message) => {
      const { nonce } = decodeJson(nonceSchema, message.payload);
      if (isEchoing)
        mischief.publish(subjects.urgent(WORLD, 'cart'), encodeJson({ kind: 'hold', nonce, seq: seq++, ...FORWARD, rates: [] }));
    });
    const drive = await bob.takeStick('cart');
    drive.hold(FORWARD);
    await stage.run(500);
    bob.node.crash();
    isEchoing = true;
    await stage.run(600);
    const rest = xOf(ann);
    await stage.run(1000);
    expect(seq).toBeGreaterThan(1010);
    expect(xOf(ann)).toBe(rest);
  });

  it("[W54] drives on under the next owner, by that one's nonces", async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    const drive = await bob.takeStick('cart');
    drive.hold(FORWARD);
    await stage.run(1000);
    ann.node.crash();
    await stage.run(1500);
    const nonces = stage.overhear(subjects.control(WORLD, 'bob'));
    expect(await cid.ask('cart', toOne)).toEqual({ kind: 'refused', reason: 'bob is driving it; wait or ask for the lease' });
    await stage.run(1000);
    expect(new Set(nonces.map(({ from }) => from))).toEqual(new Set(['cid']));
    const moving = xOf(cid);
    await stage.run(500);
    expect(xOf(cid) - moving).toBeCloseTo(0.5, 1);
  });

  it('[W44] keeps others out while it drives, and no longer', async () => {
    const { stage, bob, cid } = await cartOfAnn();
    const drive = await bob.takeStick('cart');
    expect(await stage.until(cid.participant.drive('cart'))).toMatchObject({ kind: 'refused' });
    await stage.until(drive.release());
    expect(await stage.until(cid.participant.drive('cart'))).toMatchObject({ kind: 'driving' });
  });

  it('[W49] loses the stick to a stop', async () => {
    const { stage, ann, bob, cid } = await cartOfAnn();
    const drive = await bob.takeStick('cart');
    drive.hold(FORWARD);
    await stage.run(1000);
    await cid.stop('cart');
    const rest = xOf(ann);
    await stage.run(1000);
    expect([xOf(ann), ann.see('cart').control.driver]).toEqual([rest, undefined]);
  });

  it('[W53] is watched while a joint it commanded glides', async () => {
    const { stage, ann, bob } = await cartOfAnn();
    const drive = await bob.takeStick('cart');
    drive.hold(FORWARD);
    await stage.run(500);
    await bob.ask('cart', { kind: 'glide', dof: 0, to: 3, durationMs: 5000 });
    bob.node.crash();
    await stage.run(600);
    const rest = xOf(ann);
    await stage.run(1000);
    expect(xOf(ann)).toBe(rest);
  });

  it('[W55] jogs a joint to its limit and no further', async () => {
    const { stage, ann, bob } = await cartOfAnn();
    const drive = await bob.takeStick('cart');
    drive.hold({ rates: [[1, 99]] });
    await stage.run(1000);
    expect(ann.see('cart').values[1]).toBeCloseTo(0.97, 1);
    await stage.run(4000);
    expect(ann.see('cart').values).toEqual([0, 3]);
  });

  it('[W52] may be its owner itself', async () => {
    const { stage, ann, cid } = await cartOfAnn();
    const drive = await ann.takeStick('cart');
    drive.hold(FORWARD);
    await stage.run(1000);
    expect(xOf(cid)).toBeGreaterThan(0.9);
    await stage.until(drive.release());
    const rest = xOf(ann);
    await stage.run(500);
    expect(xOf(cid)).toBe(rest);
  });
});
