import { describe, expect, it } from 'vitest';
import { MisuseError } from '../base/errors.ts';
import { planarPose, planarTwist } from '../base/pose.ts';
import type { Bucket } from '../bus/bus.ts';
import { RECORDS } from '../bus/simulated.ts';
import { buckets } from '../bus/subjects.ts';
import { InsertError } from './descriptions.ts';
import { ROBOT, Stage, toOne, WORLD } from './stage.contract.ts';

describe('an entity', () => {
  it('[W7] may be inserted by anybody at any time, and appears with an owner', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    const owners: (string | undefined)[] = [];
    ann.participant.changes.on(({ entity }) => owners.push(ann.participant.entity(entity)?.owner));
    await bob.insert('arm', { name: 'The arm' });
    expect(owners.filter((owner) => owner !== undefined)[0]).toBe('bob');
    expect(ann.see('arm')).toMatchObject({ name: 'The arm', owner: 'bob', isMine: false, isLive: true });
    expect(bob.see('arm')).toMatchObject({ owner: 'bob', isMine: true });
  });

  it('[W7] has an id of its own: the second insertion under it is refused', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('arm');
    await expect(bob.participant.insert(ROBOT, 'arm')).rejects.toThrow(InsertError);
    await expect(bob.participant.insert(ROBOT, 'Not an id')).rejects.toThrow(MisuseError);
    expect(bob.see('arm').owner).toBe('ann');
  });

  it('[W7] that two insert at once under one id belongs to one of them', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    const insertions = [ann, bob].map(({ participant }) => participant.insert(ROBOT, 'arm').then((view) => view.owner));
    const results = await stage.until(Promise.allSettled(insertions));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await stage.run(200);
    expect([ann.see('arm').isMine, bob.see('arm').isMine].toSorted()).toEqual([false, true]);
    expect(ann.see('arm').owner).toBe(bob.see('arm').owner);
  });

  it('[W7] may be inserted, and removed, by who has lost the records for a while', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    const without = async (act: () => Promise<unknown>): Promise<void> => {
      stage.network.block('bob', RECORDS);
      stage.network.block(RECORDS, 'bob');
      await stage.run(3000);
      const acting = act();
      await stage.run(1500);
      stage.network.unblock('bob', RECORDS);
      stage.network.unblock(RECORDS, 'bob');
      await stage.until(acting);
      await stage.run(100);
    };
    await without(() => bob.participant.insert(ROBOT, 'arm'));
    expect(ann.see('arm').owner).toBe('bob');
    await without(() => bob.participant.remove('arm'));
    expect(ann.participant.entity('arm')).toBeUndefined();
  });

  it('[W7] may be inserted under an id whose first inserter died before it was described', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    const owned = stage.stranger('spectator').bucket(buckets.ownership('stage'));
    let isOwned = false;
    owned.watch((event) => {
      // At once, before the answer is back: the description is not on its way yet.
      if (event.kind === 'value' && !isOwned) bob.node.crash();
      isOwned ||= event.kind === 'value';
    });
    stage.network.faults.latencyMs = { min: 50, max: 50 };
    // Of one that has crashed there is never an answer.
    void bob.participant.insert(ROBOT, 'arm');
    stage.network.block(RECORDS, 'bob');
    await stage.run(3000);
    stage.network.faults.latencyMs = { min: 1, max: 5 };
    expect(isOwned).toBe(true);
    expect(ann.participant.entity('arm')).toBeUndefined();
    await ann.insert('arm');
    expect(ann.see('arm')).toMatchObject({ owner: 'ann', isMine: true });
  });

  it('[W7] has an epoch above that of one that was removed under its id, though the record of that is deleted while it is inserted', async () => {
    const stage = new Stage();
    const [ann] = await stage.enter('ann');
    await ann.insert('arm');
    const { epoch } = ann.see('arm');
    const [entities, owners] = [buckets.entities(WORLD), buckets.ownership(WORLD)].map((name) => ann.bus.bucket(name));
    const remove = async (bucket: Bucket | undefined) => {
      const found = await bucket?.get('arm');
      if (found) await bucket?.swap('arm', found.revision, undefined);
    };
    await stage.until(remove(entities));
    const bob = await stage.join('bob');
    stage.network.block(RECORDS, 'bob');
    const inserting = bob.participant.insert({ ...ROBOT, name: 'arm' }, 'arm');
    await stage.run(500);
    await stage.until(remove(owners));
    stage.network.unblock(RECORDS, 'bob');
    await stage.until(inserting);
    expect(bob.see('arm').epoch).toBeGreaterThan(epoch);
  });

  it('[W7] without an id gets one from its name', async () => {
    const stage = new Stage();
    const [ann] = await stage.enter('ann');
    const insert = async () => (await stage.until(ann.participant.insert({ ...ROBOT, name: 'Puma 560' }))).id;
    expect(await insert()).toBe('puma-560');
    expect(await insert()).toMatch(/^puma-560-[a-z2-9]{4}$/);
  });

  it('[W8] whose state comes before its description is shown with that state', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    stage.network.block(RECORDS, 'bob');
    await ann.insert('cart');
    await ann.ask('cart', { kind: 'place', pose: planarPose(7, 0, 0) });
    await stage.run(50);
    expect(bob.participant.entity('cart')).toBeUndefined();
    stage.network.unblock(RECORDS, 'bob');
    await stage.run(10);
    expect(bob.see('cart').pose.x).toBe(7);
    expect(bob.see('cart').stateHash).toBe(ann.see('cart').stateHash);
  });

  it('[W9] that is static is moved by placing it, and by nothing else', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('table', { kind: 'static' });
    expect(await bob.ask('table', { kind: 'drift', twist: planarTwist(1, 0), durationMs: 1000 })).toMatchObject({ kind: 'refused' });
    expect(await bob.ask('table', { kind: 'place', pose: planarPose(2, 0, 0) })).toMatchObject({ kind: 'done' });
    expect(ann.see('table').posture.pose.x).toBe(2);
  });

  it('[W10] that is removed is gone for everybody, and its id is free again', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    await stage.until(bob.participant.remove('arm'));
    await stage.run(50);
    for (const { participant } of [ann, bob, cid]) expect([participant.entity('arm'), participant.entities]).toEqual([undefined, []]);
    expect(await cid.ask('arm', toOne)).toEqual({ kind: 'refused', reason: 'there is no entity arm' });
    await stage.run(1000);
    await cid.insert('arm');
    expect([ann.see('arm').owner, cid.see('arm').isMine]).toEqual(['cid', true]);
  });

  it('[W10] that rode on what was removed stays where that was last, for late joiners too', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart', { initial: { pose: planarPose(5, 5, 0), values: [0, 0] } });
    await ann.insert('box', { initial: { pose: planarPose(5, 6, 0), values: [0, 0] } });
    await ann.ask('box', { kind: 'ride', parent: 'cart' });
    await ann.ask('cart', { kind: 'place', pose: planarPose(9, 5, 0) });
    await stage.run(1500);
    await stage.until(ann.participant.remove('cart'));
    await stage.run(200);
    const late = await stage.join('late');
    for (const actor of [ann, bob, late]) {
      const { x, y } = actor.see('box').posture.pose;
      expect([x, y]).toEqual([9, 6]);
    }
  });
});
