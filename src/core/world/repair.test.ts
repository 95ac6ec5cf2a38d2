import { describe, expect, it } from 'vitest';
import { distance, planarPose, planarTwist } from '../base/pose.ts';
import { type Actor, Stage, toOne } from './stage.contract.ts';

const place = (x: number) => ({ kind: 'place', pose: planarPose(x, 0, 0) }) as const;
const hashes = (entity: string, actors: readonly Actor[]): Set<number> => new Set(actors.map((actor) => actor.see(entity).stateHash));

describe('a late joiner', () => {
  it('[W35] holds the very states that all others hold', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    for (let i = 0; i < 5; i++) await (i % 2 ? ann : bob).insert(`arm-${i}`);
    await ann.ask('arm-0', toOne);
    await bob.ask('arm-1', { kind: 'drift', twist: planarTwist(0.3, 0), durationMs: 60_000 });
    const cid = await stage.join('cid');
    for (let i = 0; i < 5; i++) expect(hashes(`arm-${i}`, [ann, bob, cid]).size).toBe(1);
    expect(distance(cid.see('arm-1').pose, ann.see('arm-1').pose)).toBeLessThan(0.01);
  });

  it('[W35] gets a large world page by page', async () => {
    const stage = new Stage();
    const [ann] = await stage.enter('ann');
    const knots = Array.from({ length: 400 }, (_, i) => ({
      afterMs: i * 100,
      pose: { ...planarPose(i, 0, 0), qx: 0.6, qy: 0, qz: 0, qw: 0.8 },
    }));
    for (let i = 0; i < 8; i++) {
      await ann.insert(`cart-${i}`);
      await ann.ask(`cart-${i}`, { kind: 'follow', knots });
    }
    const bob = await stage.join('bob');
    for (let i = 0; i < 8; i++) expect(hashes(`cart-${i}`, [ann, bob]).size).toBe(1);
  });

  it('[W35] shows what the gone have left where all others saw it freeze', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    await ann.ask('cart', { kind: 'drift', twist: planarTwist(0.5, 0.2), durationMs: 60_000 });
    await stage.run(2000);
    ann.node.crash();
    await stage.run(20_000);
    const cid = await stage.join('cid', { clock: { offsetMs: 1e6 } });
    expect(cid.see('cart').posture.pose).toEqual(bob.see('cart').posture.pose);
    expect(cid.see('cart')).toMatchObject({ owner: 'ann', isLive: false });
  });
});

describe('what was lost on the way', () => {
  it('[W36] is found by the digest of a beat and fetched', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('cart');
    await stage.run(500);
    stage.network.block('ann', 'bob');
    await ann.ask('cart', place(5));
    stage.network.unblock('ann', 'bob');
    expect(hashes('cart', [ann, bob, cid]).size).toBe(2);
    await stage.run(1000);
    expect(hashes('cart', [ann, bob, cid]).size).toBe(1);
    expect(bob.see('cart').posture.pose.x).toBe(5);
  });

  it('[W36] of one who has gone since is fetched from a keeper', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('cart');
    stage.network.block('ann', 'bob');
    await ann.ask('cart', place(5));
    ann.node.crash();
    await stage.run(3000);
    expect(hashes('cart', [bob, cid]).size).toBe(1);
    expect(bob.see('cart').posture.pose).toEqual(cid.see('cart').posture.pose);
  });

  it('[W36] of one who has gone before any keeper heard a promise of it is fetched all the same', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    // Who owns nothing, and keeps nothing, promises nothing.
    const dee = await stage.join('dee', { isKeeper: false });
    await ann.insert('cart');
    await stage.run(3000);
    ann.node.crash();
    await stage.run(3000);
    for (const other of ['bob', 'cid']) stage.network.block('dee', other);
    await dee.ask('cart', place(5));
    stage.network.unblock('dee', 'cid');
    await dee.ask('cart', place(6));
    await stage.run(40);
    dee.node.crash();
    expect([cid.see('cart').posture.pose.x, bob.see('cart').posture.pose.x]).toEqual([6, 0]);
    await stage.run(4000);
    expect(bob.see('cart').posture.pose.x).toBe(6);
    expect(hashes('cart', [bob, cid]).size).toBe(1);
  });

  it('[W36] is offered to one who vouches for less, whichever of the two finds out', async () => {
    const stage = new Stage(5);
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    for (const id of ['one', 'two', 'three']) await ann.insert(id);
    stage.network.faults.loss = 0.5;
    for (let i = 1; i <= 5; i++) {
      for (const id of ['one', 'two', 'three']) void ann.participant.command(id, place(i));
      await stage.run(100);
    }
    ann.node.crash();
    stage.network.faults.loss = 0;
    await stage.run(4000);
    for (const id of ['one', 'two', 'three']) expect(hashes(id, [bob, cid]).size).toBe(1);
  });

  it('[W36] is not looked for while all agree: there are beats, inventories, the clock, and nothing more', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('cart');
    await bob.insert('arm');
    await stage.run(2000);
    const heard = stage.overhear('v1.>');
    await stage.run(5000);
    const kinds = heard.map(({ subject }) => subject.split('.').slice(2, -1).join('.') || 'clk');
    expect(new Set(kinds)).toEqual(new Set(['hb', 'clk', 'f0.inv']));
  });
});

describe('the age of what is known', () => {
  it('[W39] is never less than the truth, and grows when its owner falls silent', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    await stage.run(1000);
    expect(bob.see('cart').ageMs).toBeLessThan(600);
    stage.network.block('ann', 'bob');
    await ann.ask('cart', place(5));
    const changedMs = stage.time.now;
    const ages = await stage.watch(900, 50, () => bob.see('cart').ageMs - (stage.time.now - changedMs));
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    ann.node.crash();
    await stage.run(10_000);
    expect(bob.see('cart').ageMs).toBeGreaterThan(10_000);
  });

  it('[W39] counts the way that a beat took: one that was held up confirms only what was so when it was sent', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    await stage.run(1000);
    stage.network.stall('ann', 'bob', 600);
    await stage.run(500);
    stage.network.block('ann', 'bob');
    await ann.ask('cart', place(5));
    const changedMs = stage.time.now;
    const ages = await stage.watch(500, 20, () => bob.see('cart').ageMs - (stage.time.now - changedMs));
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
  });

  it('[W39] of what its owner has just taken is not known before that one speaks of it', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('cart');
    ann.node.crash();
    await stage.run(3000);
    stage.network.block('bob', 'cid');
    expect(await bob.ask('cart', place(5))).toMatchObject({ kind: 'done' });
    await stage.run(100);
    expect(cid.see('cart')).toMatchObject({ owner: 'bob', ageMs: Number.POSITIVE_INFINITY });
  });

  it("[W39] of one's own is 0, and of what was never confirmed has no bound", async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    stage.network.block('ann', 'bob');
    await ann.insert('cart');
    expect([ann.see('cart').ageMs, bob.see('cart').ageMs]).toEqual([0, Number.POSITIVE_INFINITY]);
  });
});
