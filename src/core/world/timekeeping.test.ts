import { describe, expect, it } from 'vitest';
import { distance, ORIGIN, planarTwist } from '../base/pose.ts';
import { subjects } from '../bus/subjects.ts';
import { type Actor, Stage, toOne, WORLD } from './stage.contract.ts';
import type { TimeChange } from './world.ts';

const CIRCLE = { kind: 'drift', twist: planarTwist(0.5, 0.3), durationMs: 600_000 } as const;

/** Three participants with clocks of their own and a cart on its way; the third joins late. */
async function cartOnItsWay(): Promise<{ stage: Stage; actors: [Actor, Actor, Actor] }> {
  const stage = new Stage();
  const ann = await stage.join('ann');
  const bob = await stage.join('bob', { clock: { offsetMs: 4e5, driftPpm: 60 } });
  await ann.insert('cart');
  await ann.ask('cart', CIRCLE);
  await stage.run(1000);
  const cid = await stage.join('cid', { clock: { offsetMs: 8e5, driftPpm: -60 } });
  await stage.run(500);
  return { stage, actors: [ann, bob, cid] };
}

async function change(stage: Stage, actor: Actor, to: TimeChange): Promise<void> {
  await stage.until(actor.participant.changeTime(to));
  await stage.run(400);
}

/** All show the same, to the error of their clocks. */
function expectAgreement([ann, bob, cid]: readonly [Actor, Actor, Actor]): void {
  for (const other of [bob, cid]) {
    const allowedMs = other.participant.time.clockErrorMs * Math.max(1, ann.participant.time.rate) + 1;
    expect(Math.abs(other.participant.time.worldMs - ann.participant.time.worldMs)).toBeLessThanOrEqual(allowedMs);
    expect(distance(other.see('cart').posture.pose, ann.see('cart').posture.pose)).toBeLessThanOrEqual((0.5 * allowedMs) / 1000 + 1e-6);
    expect(other.participant.time).toMatchObject({ rate: ann.participant.time.rate, generation: ann.participant.time.generation });
  }
}

describe('world time', () => {
  it('[W56] changes for all at the same instant, 200 ms after it was decided', async () => {
    const { stage, actors } = await cartOnItsWay();
    const [ann, bob, cid] = actors;
    const decidedMs = stage.time.now;
    const changing = bob.participant.changeTime({ kind: 'pause' });
    const rates = await stage.watch(300, 1, () => [ann, bob, cid].map(({ participant }) => participant.time.rate));
    await changing;
    const pausedAt = [0, 1, 2].map((i) => rates.findIndex((row) => row[i] === 0) + 1);
    for (const ms of pausedAt) expect(Math.abs(ms - 200)).toBeLessThanOrEqual(12);
    expect(stage.time.now - decidedMs).toBe(300);
    expectAgreement(actors);
  });

  it('[W57] stands still while paused, and so does all that moves in it', async () => {
    const { stage, actors } = await cartOnItsWay();
    await change(stage, actors[1], { kind: 'pause' });
    const { pose } = actors[2].see('cart').posture;
    await stage.run(3000);
    for (const actor of actors) expect(actor.see('cart').posture.pose).toEqual(pose);
    await change(stage, actors[2], { kind: 'run', rate: 1 });
    await stage.run(1000);
    expect(distance(actors[0].see('cart').posture.pose, pose)).toBeGreaterThan(0.4);
    expectAgreement(actors);
  });

  it.each([0.5, 10])('[W57] runs at a rate of %f for all', async (rate) => {
    const { stage, actors } = await cartOnItsWay();
    await change(stage, actors[0], { kind: 'run', rate });
    const before = actors[1].participant.time.worldMs;
    await stage.run(2000);
    expect(actors[1].participant.time.worldMs - before).toBeCloseTo(2000 * rate, -1.5);
    expectAgreement(actors);
  });

  it('[W57] steps by what it is told, and stands then', async () => {
    const { stage, actors } = await cartOnItsWay();
    await change(stage, actors[0], { kind: 'pause' });
    const before = actors[1].participant.time.worldMs;
    await change(stage, actors[2], { kind: 'step', stepMs: 250 });
    await stage.run(1000);
    expect(actors[1].participant.time.worldMs - before).toBeCloseTo(250, 6);
    expectAgreement(actors);
  });

  it('[W57] does not hold up beats, commands or held control', async () => {
    const { stage, actors } = await cartOnItsWay();
    const [ann, bob, cid] = actors;
    await change(stage, ann, { kind: 'pause' });
    const beats = stage.overhear(subjects.beat(WORLD, 'bob'));
    await stage.run(5000);
    expect(beats.length).toBeGreaterThanOrEqual(19);
    expect(await bob.ask('cart', toOne)).toMatchObject({ kind: 'done' });
    expect(cid.see('cart').values[0]).toBe(0);
    await cid.stop('cart');
    expect(ann.see('cart').control.stop).toMatchObject({ by: 'cid' });
  });

  it('[W57] lets nobody be taken for dead while it is paused, nor its frozen motions go on', async () => {
    const { stage, actors } = await cartOnItsWay();
    const [ann, bob, cid] = actors;
    ann.node.crash();
    await stage.run(2000);
    const { pose } = bob.see('cart').posture;
    await change(stage, bob, { kind: 'run', rate: 10 });
    await stage.run(2000);
    expect(cid.see('cart').posture.pose).toEqual(pose);
  });

  it('[W58] reset puts everything back as it was described, for late joiners too', async () => {
    const { stage, actors } = await cartOnItsWay();
    const [ann, bob, cid] = actors;
    await ann.ask('cart', toOne);
    await stage.run(2000);
    await change(stage, bob, { kind: 'reset' });
    const late = await stage.join('late');
    for (const actor of [ann, bob, cid, late]) {
      expect(actor.participant.time.generation).toBe(1);
      expect(actor.participant.time.worldMs).toBeLessThan(1000);
      expect(actor.see('cart').posture).toMatchObject({ pose: { x: 0, y: 0 }, values: [0, 0] });
    }
    await bob.ask('cart', toOne);
    await stage.run(1500);
    for (const actor of [ann, bob, cid, late]) expect(actor.see('cart').posture).toMatchObject({ pose: { x: 0, y: 0 }, values: [1, 0] });
  });

  it('[W58] reset puts back what the gone have left, too, for as long as nobody moves it', async () => {
    const { stage, actors } = await cartOnItsWay();
    const [ann, bob, cid] = actors;
    ann.node.crash();
    await stage.run(3000);
    expect(distance(bob.see('cart').posture.pose, ORIGIN)).toBeGreaterThan(0.5);
    await change(stage, bob, { kind: 'reset' });
    await stage.run(1000);
    for (const actor of [bob, cid, await stage.join('late')])
      expect(actor.see('cart').posture).toMatchObject({ pose: { x: 0, y: 0 }, values: [0, 0] });
    await cid.ask('cart', toOne);
    await stage.run(1500);
    for (const actor of [bob, cid]) expect(actor.see('cart').posture).toMatchObject({ pose: { x: 0, y: 0 }, values: [1, 0] });
  });

  it('[W56] changed by several at once is changed by each of them', async () => {
    const { stage, actors } = await cartOnItsWay();
    await stage.until(actors[0].participant.changeTime({ kind: 'pause' }));
    await stage.run(500);
    const before = actors[0].participant.time.worldMs;
    await stage.until(Promise.all(actors.map(({ participant }) => participant.changeTime({ kind: 'step', stepMs: 100 }))));
    await stage.run(500);
    expect(actors[0].participant.time.worldMs - before).toBeCloseTo(300, 6);
    expectAgreement(actors);
  });
});
