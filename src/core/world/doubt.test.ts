import { describe, expect, it } from 'vitest';
import { planarTwist } from '../base/pose.ts';
import { RECORDS } from '../bus/simulated.ts';
import { buckets, subjects } from '../bus/subjects.ts';
import { Stage, toOne, WORLD } from './stage.contract.ts';
import { openState } from './state-codec.ts';

const FORWARD = { twist: planarTwist(1, 0) };

describe('an owner in doubt', () => {
  it('[W33] says nothing when it is stopped, and latches the stop once it knows that it is the owner', async () => {
    const stage = new Stage();
    const [, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await bob.insert('cart');
    stage.network.block('bob', RECORDS);
    bob.node.pause(1500);
    await stage.run(1600);
    const said = stage.overhear(subjects.allStates(WORLD));
    const stopping = cid.participant.stop('cart', 'a hand in the way');
    await stage.run(300);
    expect([said, bob.see('cart').isMine]).toEqual([[], false]);
    stage.reunite();
    const id = await stage.until(stopping);
    expect(bob.see('cart')).toMatchObject({ isMine: true, control: { stop: { id, recorded: true } } });
  });

  it('[W33] says no last word of what it owns when it leaves', async () => {
    const stage = new Stage();
    const [, bob] = await stage.enter('ann', 'bob', 'cid');
    await bob.insert('cart');
    stage.network.block('bob', RECORDS);
    bob.node.pause(1500);
    await stage.run(1600);
    expect(bob.see('cart').isMine).toBe(false);
    const said = stage.overhear(subjects.allStates(WORLD));
    await stage.until(bob.participant.leave());
    await stage.run(100);
    expect(said).toEqual([]);
  });

  it('[W33] says nothing of a stop that came into the record while it slept and lost its robot', async () => {
    const stage = new Stage();
    const [, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await bob.insert('cart');
    stage.network.stall(RECORDS, 'bob', 1000);
    void cid.participant.stop('cart', 'a hand in the way');
    await stage.run(50);
    bob.node.pause(2500);
    await stage.run(1500);
    expect(cid.see('cart')).toMatchObject({ isMine: true, control: { stop: { recorded: true } } });
    const said = stage.overhear(subjects.allStates(WORLD));
    await stage.run(3000);
    expect(said.filter(({ from }) => from === 'bob')).toEqual([]);
  });

  it.each([0, 10, 20, 30, 40])(
    '[W33] is not reassured by an answer that it finds when it wakes, before it looks at the clock (%i ms)',
    async (offsetMs) => {
      const stage = new Stage();
      const [, bob, cid, dan] = await stage.enter('ann', 'bob', 'cid', 'dan');
      await bob.insert('cart');
      const drive = await dan.takeStick('cart');
      drive.hold(FORWARD);
      await stage.run(1000 + offsetMs);
      let writes = 0;
      stage
        .stranger('archivist')
        .bucket(buckets.ownership(WORLD))
        .watch(() => void writes++);
      await stage.run(100);
      const before = writes;
      bob.node.pause(1500);
      await stage.run(1500);
      for (let ms = 0; ms < 300 && writes === before; ms++) {
        // The answer is under way when the archivist hears of the write.
        stage.network.stall(RECORDS, 'bob', 8);
        await stage.run(1);
      }
      expect([writes - before, bob.see('cart').isMine]).toEqual([1, false]);
      bob.node.pause(2500);
      await stage.run(1500);
      expect(await cid.ask('cart', { kind: 'lease', request: { kind: 'force', reason: 'a test' } })).toMatchObject({ kind: 'done' });
      expect(cid.see('cart').isMine).toBe(true);
      const said = stage.overhear(subjects.allStates(WORLD));
      await stage.run(3000);
      expect(said.filter(({ from }) => from === 'bob')).toEqual([]);
    },
  );

  it('[W34] steps down by a record alone, though it hears nothing of who has it now', async () => {
    const stage = new Stage();
    const [, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await bob.insert('cart');
    stage.part(bob, cid);
    await stage.run(1500);
    expect(await cid.ask('cart', toOne)).toMatchObject({ kind: 'done' });
    await stage.run(20);
    expect([bob.see('cart').isMine, cid.see('cart').isMine]).toEqual([false, true]);
  });

  it('[W34] that saw the next owner speak is not reassured by an answer of the records from before', async () => {
    const stage = new Stage();
    const [ann, bob, cid, dan] = await stage.enter('ann', 'bob', 'cid', 'dan');
    await bob.insert('cart');
    const drive = await dan.takeStick('cart');
    drive.hold(FORWARD);
    // Cid hears nothing of Bob any more, and takes him for dead.
    stage.network.block('bob', 'cid');
    await stage.run(1500);
    // Bob loses the records, doubts while he is held, and writes his record again once he is back.
    stage.network.block('bob', RECORDS);
    await stage.run(2100);
    expect(bob.see('cart').isMine).toBe(false);
    stage.network.unblock('bob', RECORDS);
    await stage.run(250);
    stage.network.stall(RECORDS, 'bob', 700);
    await stage.run(100);
    const said = stage.overhear(subjects.allStates(WORLD));
    expect(await cid.ask('cart', { kind: 'lease', request: { kind: 'force', reason: 'a test' } })).toMatchObject({ kind: 'done' });
    const { epoch } = cid.see('cart');
    await stage.run(2000);
    for (const { from, payload } of said) expect([from, openState('cart', payload).state.epoch]).toEqual(['cid', epoch]);
    stage.reunite();
    await stage.run(3000);
    expect([ann, bob, cid, dan].filter((actor) => actor.see('cart').isMine).map(({ id }) => id)).toEqual(['cid']);
  });

  it('[W34] because its clock was lost says no two things under one epoch and number when it has its entities again', async () => {
    const stage = new Stage();
    const [, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    const said = stage.overhear(subjects.allStates(WORLD));
    await bob.insert('cart');
    await cid.ask('cart', toOne);
    bob.node.stepClock(7000);
    await stage.run(4000);
    expect(bob.see('cart').isMine).toBe(true);
    await cid.ask('cart', { kind: 'halt' });
    const versions = said.map(({ payload }) => openState('cart', payload).state).map(({ epoch, seq }) => `${epoch}/${seq}`);
    expect(versions.length).toBeGreaterThanOrEqual(4);
    expect(new Set(versions).size).toBe(versions.length);
  });
});
