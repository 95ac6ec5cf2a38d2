import { describe, expect, it } from 'vitest';
import { planarTwist } from '../base/pose.ts';
import { RECORDS } from '../bus/simulated.ts';
import { subjects } from '../bus/subjects.ts';
import { Stage, toOne, WORLD } from './stage.contract.ts';
import { openState } from './state-codec.ts';

const FORWARD = { twist: planarTwist(1, 0) };

describe('an owner in doubt', () => {
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
