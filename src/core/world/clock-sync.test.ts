import { describe, expect, it } from 'vitest';
import { type Actor, Stage, toOne } from './stage.contract.ts';

const leaders = (actors: readonly Actor[]): Set<string | undefined> => new Set(actors.map(({ participant }) => participant.time.leader));

/** How much further off the leader's clock somebody is than it says. Milliseconds. */
function excessMs(actor: Actor, leader: Actor): number {
  const { sharedMs, clockErrorMs } = actor.participant.time;
  return Math.abs(sharedMs - leader.participant.time.sharedMs) - clockErrorMs;
}

async function threeClocks(stage: Stage): Promise<[Actor, Actor, Actor]> {
  const ann = await stage.join('ann', { clock: { offsetMs: 123_456 } });
  const bob = await stage.join('bob', { clock: { offsetMs: 5e6, driftPpm: 100 } });
  const cid = await stage.join('cid', { clock: { offsetMs: 9e6, driftPpm: -100 } });
  await stage.run(3000);
  return [ann, bob, cid];
}

describe('the shared clock', () => {
  it("[W59] is the founder's, and the others are off by no more than they say", async () => {
    const stage = new Stage();
    stage.network.faults.latencyMs = { min: 1, max: 60 };
    const [ann, bob, cid] = await threeClocks(stage);
    expect(leaders([ann, bob, cid])).toEqual(new Set(['ann']));
    const excess = await stage.watch(30_000, 100, () => Math.max(excessMs(bob, ann), excessMs(cid, ann)));
    expect(Math.max(...excess)).toBeLessThanOrEqual(0.01);
    for (const { participant } of [bob, cid]) expect(participant.time.clockErrorMs).toBeLessThan(50);
  });

  it('[W60] goes forward for everybody at all times, by 5 % more or less at most', async () => {
    const stage = new Stage();
    stage.network.faults.latencyMs = { min: 1, max: 200 };
    const [ann, bob] = await threeClocks(stage);
    for (const actor of [ann, bob]) {
      const times = await stage.watch(10_000, 10, () => actor.participant.time.sharedMs);
      const gaps = times.slice(1).map((ms, i) => ms - (times[i] ?? ms));
      expect(Math.min(...gaps)).toBeGreaterThan(9.4);
      expect(Math.max(...gaps)).toBeLessThan(10.6);
    }
  });

  it('[W62] goes on under the next leader when the first one dies', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await threeClocks(stage);
    const before = stage.time.now - bob.participant.time.sharedMs;
    ann.node.crash();
    await stage.run(5000);
    const [leader] = leaders([bob, cid]);
    expect([leaders([bob, cid]).size, ['bob', 'cid'].includes(leader ?? '')]).toEqual([1, true]);
    expect(Math.abs(stage.time.now - bob.participant.time.sharedMs - before)).toBeLessThan(5);
    const [first, second] = leader === 'bob' ? [bob, cid] : [cid, bob];
    expect(excessMs(second, first)).toBeLessThanOrEqual(0.01);
    expect(first.participant.time.clockErrorMs).toBe(0);
  });

  it('[W62] is not led by who comes back under the id of its leader, with another clock', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await threeClocks(stage);
    const beforeMs = stage.time.now - bob.participant.time.sharedMs;
    ann.node.crash();
    // Nobody can take the lead before she is back.
    stage.network.stallRecords(1500);
    await stage.run(300);
    const again = await stage.join('ann', { clock: { offsetMs: 777_777 } });
    await stage.run(6000);
    expect(leaders([again, bob, cid]).size).toBe(1);
    for (const { participant } of [again, bob, cid])
      expect(Math.abs(stage.time.now - participant.time.sharedMs - beforeMs), participant.id).toBeLessThan(10);
  });

  it('[W59] is led by nobody who is not a keeper', async () => {
    const stage = new Stage();
    const ann = await stage.join('ann');
    const bob = await stage.join('bob', { isKeeper: false });
    ann.node.crash();
    await stage.run(15_000);
    expect(bob.participant.time.leader).toBe('ann');
    const cid = await stage.join('cid', { joinWithinMs: 25_000 });
    await stage.run(2000);
    expect(leaders([bob, cid])).toEqual(new Set(['cid']));
  });

  it('[W61] that leaps by seconds is noticed: its owner gives up and takes its entities again under a new epoch', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await threeClocks(stage);
    await bob.insert('arm');
    const epoch = bob.see('arm').epoch;
    bob.node.stepClock(7000);
    await stage.run(4000);
    expect(excessMs(bob, ann)).toBeLessThanOrEqual(0.01);
    expect(bob.see('arm').isMine).toBe(true);
    expect(cid.see('arm').epoch).toBeGreaterThan(epoch);
    expect(await cid.ask('arm', toOne)).toMatchObject({ kind: 'done' });
  });

  it('[W62] drags nobody along when it leaps at the leader, while somebody else can lead', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await threeClocks(stage);
    const beforeMs = stage.time.now - bob.participant.time.sharedMs;
    ann.node.stepClock(7000);
    const offMs = await stage.watch(10_000, 50, () =>
      Math.max(...[bob, cid].map(({ participant }) => Math.abs(stage.time.now - participant.time.sharedMs - beforeMs))),
    );
    expect(Math.max(...offMs)).toBeLessThan(20);
    expect(excessMs(bob, ann)).toBeLessThanOrEqual(0.01);
  });

  it('[W61] that leaps by some 400 ms is noticed too, before its last good answer is forgotten', async () => {
    const stage = new Stage();
    const [ann, bob] = await threeClocks(stage);
    bob.node.stepClock(400);
    await stage.run(10_000);
    expect(excessMs(bob, ann)).toBeLessThanOrEqual(0.01);
  });
});
