import { describe, expect, it } from 'vitest';
import { type ActionDraft, encodeJson } from '../api/messages.ts';
import { planarPose, planarTwist } from '../base/pose.ts';
import { RECORDS } from '../bus/simulated.ts';
import { subjects } from '../bus/subjects.ts';
import { RecentCommands } from './recent-commands.ts';
import { type Actor, ROBOT, Stage, toOne, WORLD } from './stage.contract.ts';

const follow = (x: number, afterMs: number): ActionDraft => ({ kind: 'follow', knots: [{ afterMs, pose: planarPose(x, 0, 0) }] });
const xOf = (actor: Actor, entity = 'cart'): number => actor.see(entity).posture.pose.x;
const steps = (values: readonly number[]): number[] => values.slice(1).map((value, i) => value - (values[i] ?? value));
const rearm = (stage: Stage, actor: Actor) => stage.until(actor.participant.rearm('cart'));

async function cast(part = {}): Promise<{ stage: Stage; ann: Actor; bob: Actor; cid: Actor }> {
  const stage = new Stage();
  const ann = await stage.join('ann', part);
  const [bob, cid] = await stage.enter('bob', 'cid');
  return { stage, ann, bob, cid };
}
const CELLS = { founder: { incarnation: 1, cellM: 16 } };
const at = (x: number) => ({ initial: { pose: planarPose(x, 8, 0), values: [0, 0] } });
const around = (x: number) => [{ floor: 'f0', x, y: 8, radiusM: 2 }];

describe('who comes back under the same id', () => {
  it('[W40] gives commands that are obeyed', async () => {
    const { stage, ann, bob } = await cast();
    await ann.insert('cart');
    await bob.ask('cart', toOne);
    bob.node.crash();
    await stage.run(1500);
    const again = await stage.join('bob');
    expect(await again.ask('cart', { kind: 'glide', dof: 0, to: 0, ramp: 0 })).toMatchObject({ kind: 'done' });
    await stage.run(1500);
    expect(ann.see('cart').values[0]).toBe(0);
  });

  it('[W49] presses a Stop that stops', async () => {
    const { stage, ann, bob } = await cast();
    await ann.insert('cart');
    await bob.stop('cart');
    await rearm(stage, ann);
    bob.node.crash();
    const again = await stage.join('bob');
    await again.stop('cart');
    expect(ann.see('cart').control.stop).toBeDefined();
  });
});

describe('who leaves', () => {
  it('[W4] while a record is being written says nothing of it when it is', async () => {
    const { stage, ann, bob } = await cast();
    await ann.insert('cart');
    await bob.stop('cart');
    const rearming = bob.participant.rearm('cart').catch((error: unknown) => error);
    // The command has come to the owner; the answer of the records has not.
    const said = stage.overhear(subjects.allStates(WORLD));
    await stage.run(6);
    const leaving = ann.participant.leave();
    await stage.run(200);
    await stage.until(leaving);
    expect(said.filter(({ from }) => from === 'ann')).toHaveLength(1);
    await stage.until(rearming);
  });
});

describe('an owner that has gone', () => {
  it('[W27] left its robot at one place for all, also where the keepers had not heard its last promise', async () => {
    const stage = new Stage();
    const ann = await stage.join('ann');
    const bob = await stage.join('bob', { isKeeper: false });
    const cid = await stage.join('cid', { isKeeper: false });
    await stage.run(500);
    await bob.insert('cart');
    await bob.ask('cart', follow(20, 20_000));
    await stage.run(1000);
    stage.part(ann, bob);
    await stage.run(700);
    bob.node.crash();
    await stage.run(5000);
    expect(xOf(cid)).toBeGreaterThan(1.5);
    expect(xOf(ann)).toBeCloseTo(xOf(cid), 3);
  });
});

describe('who is about to own something', () => {
  it('[W2] works for as long as the records take: the promise of one who rests would let it sleep over their answer', async () => {
    const stage = new Stage();
    const ann = await stage.join('ann');
    const cid = await stage.join('cid');
    const bob = await stage.join('bob', { isKeeper: false });
    await ann.insert('cart');
    ann.node.crash();
    await stage.run(6000);
    stage.network.stallRecords(8000);
    const asking = bob.participant.command('cart', toOne).catch((error: unknown) => error);
    await stage.run(5500);
    const beats = stage.overhear(subjects.beat(WORLD, 'bob'));
    await stage.run(1000);
    expect(beats.length).toBeGreaterThanOrEqual(3);
    await stage.until(asking);
    await stage.run(3000);
    expect(cid.see('cart').owner).toBe('bob');
  });
});

describe('a stop', () => {
  it('[W49] halts a robot where it is, though its driver has not echoed a nonce yet', async () => {
    const { stage, ann, bob, cid } = await cast();
    await ann.insert('cart');
    await ann.ask('cart', follow(20, 20_000));
    await stage.run(3000);
    void bob.participant.drive('cart');
    await stage.run(12);
    stage.part(ann, bob);
    await cid.stop('cart');
    expect(xOf(ann)).toBeGreaterThan(2.9);
  });

  it('[W49] with a reason of any length latches', async () => {
    const { stage, ann, bob } = await cast();
    await ann.insert('cart');
    void bob.participant.stop('cart', 'x'.repeat(201));
    await stage.run(1000);
    stage.reported.length = 0;
    expect(ann.see('cart').control.stop).toBeDefined();
  });

  it('[W49] with a reason of any length by its owner leaves the record readable', async () => {
    const { stage, ann, bob } = await cast();
    await ann.insert('cart');
    void ann.participant.stop('cart', 'x'.repeat(201));
    await stage.run(1000);
    expect(bob.see('cart').control.stop).toMatchObject({ recorded: true });
  });

  it('[W43] with a reason of 200 letters is a reason to refuse, not an error', async () => {
    const { ann, bob } = await cast();
    await ann.insert('cart');
    await ann.stop('cart', 'x'.repeat(200));
    expect(await bob.ask('cart', toOne)).toMatchObject({ kind: 'refused' });
  });

  it('[W50] of what is not there is not confirmed', async () => {
    const { stage, ann } = await cast();
    await expect(stage.until(ann.participant.stop('nothing', 'now'))).rejects.toThrow();
  });

  it('[W43] that was not confirmed before its presser left is answered', async () => {
    const { stage, ann, bob } = await cast();
    await ann.insert('cart');
    stage.part(ann, bob);
    const answered = bob.participant.stop('cart', 'now').then(
      () => 'confirmed',
      () => 'not confirmed',
    );
    await stage.run(200);
    await stage.until(bob.participant.leave());
    expect(await Promise.race([answered, stage.run(5000).then(() => 'silence')])).toBe('not confirmed');
  });
});

describe('held control', () => {
  it('[W53] of an owner that napped is not thrown back to where the drive began', async () => {
    const { stage, bob, cid } = await cast();
    await bob.insert('cart');
    const drive = await cid.takeStick('cart');
    drive.hold({ twist: planarTwist(1, 0) });
    await stage.run(5000);
    bob.node.pause(1800);
    const frames = await stage.watch(4000, 16, () => cid.see('cart').pose.x);
    expect(Math.min(...steps(frames))).toBeGreaterThan(-0.02);
    expect(Math.min(...frames)).toBeGreaterThan(4.9);
  });

  it('[W31] does not go on by itself when its robot is handed over and the stick let go', async () => {
    const { stage, ann, bob } = await cast();
    await ann.insert('cart');
    const drive = await bob.takeStick('cart');
    drive.hold({ rates: [[0, 0.2]] });
    await stage.run(1000);
    void bob.participant.command('cart', { kind: 'handover' });
    while (!bob.see('cart').isMine) await stage.run(1);
    await stage.until(drive.release());
    const value = bob.see('cart').posture.values[0];
    await stage.run(1000);
    expect(bob.see('cart').posture.values[0]).toBe(value);
  });

  it('[W9] does not move what is static', async () => {
    const { stage, ann, bob } = await cast();
    await ann.insert('table', { kind: 'static' });
    expect(await stage.until(bob.participant.drive('table'))).toMatchObject({ kind: 'refused' });
  });
});

describe('what comes from afar', () => {
  it('[W48] cannot break a robot by the lease epoch it names', async () => {
    const { stage, ann, bob, cid } = await cast();
    await ann.insert('cart');
    const action = { kind: 'lease', request: { kind: 'ask', held: Number.MAX_SAFE_INTEGER } };
    const command = { id: 'bob.x1', epoch: ann.see('cart').epoch, expiresAt: bob.participant.time.sharedMs + 4000, action };
    bob.bus.request(subjects.command(WORLD, 'cart'), encodeJson(command), { timeoutMs: 500 }).catch(() => undefined);
    await stage.run(500);
    stage.reported.length = 0;
    await cid.stop('cart');
    expect(cid.see('cart').control.stop).toBeDefined();
    expect(stage.reported).toEqual([]);
  });

  it('[W43] cannot make an owner fail with a speed next to nothing, nor be told done', async () => {
    const { stage, ann, bob } = await cast();
    await ann.insert('cart');
    const asking = bob.participant.command('cart', { kind: 'glide', dof: 0, to: 1, speedPerS: 1e-300 });
    await stage.run(200);
    await ann.ask('cart', { kind: 'halt' });
    expect(await stage.until(asking)).toMatchObject({ kind: 'refused' });
    expect(stage.reported).toEqual([]);
  });

  it('[W40] of more than 32 commands in a second is not applied twice', () => {
    const recent = new RecentCommands([], 0);
    for (let i = 0; i < 40; i++) recent.add(`ann.${i}`, i);
    expect(recent.has('ann.0')).toBe(true);
  });
});

describe('world time', () => {
  it('[W56] steps once, though the answer of the records was lost', async () => {
    const { stage, ann } = await cast();
    await stage.until(ann.participant.changeTime({ kind: 'pause' }));
    await stage.run(1000);
    const before = ann.participant.time.worldMs;
    stage.network.faults.swapReplyLoss = 1;
    const stepping = ann.participant.changeTime({ kind: 'step', stepMs: 500 });
    await stage.run(500);
    stage.network.faults.swapReplyLoss = 0;
    await stage.until(stepping);
    await stage.run(1000);
    expect(ann.participant.time.worldMs - before).toBeCloseTo(500, 6);
  });

  it.each([Number.NaN, 1e300])('[W57] is not broken for ever by a step of %f ms', async (stepMs) => {
    const { stage, ann, bob } = await cast();
    await stage.until(ann.participant.changeTime({ kind: 'step', stepMs }).catch(() => undefined));
    await stage.run(500);
    await stage.until(bob.participant.changeTime({ kind: 'pause' }));
    const late = await stage.join('late');
    expect(late.participant.time.rate).toBe(0);
  });
});

describe('what is shown', () => {
  it('[W21] does not jump when a keeper knows of a later promise of one who has gone', async () => {
    const { stage, ann, bob, cid } = await cast();
    await bob.insert('cart');
    await ann.ask('cart', follow(20, 20_000));
    await stage.run(2000);
    stage.network.block('bob', 'cid');
    await stage.run(900);
    bob.node.crash();
    const frames = await stage.watch(4000, 16, () => cid.see('cart').pose.x);
    expect(Math.max(...steps(frames))).toBeLessThan(0.04);
  });

  it('[W21] of a rider does not jump where its parent catches up', async () => {
    const { stage, ann, cid } = await cast();
    await ann.insert('cart');
    await ann.insert('box');
    await ann.ask('box', { kind: 'ride', parent: 'cart' });
    stage.network.stall('ann', 'cid', 400);
    void ann.participant.command('cart', { kind: 'drift', twist: planarTwist(1, 0), durationMs: 3000 });
    const frames = await stage.watch(2000, 16, () => cid.see('box').pose.x);
    expect(Math.max(...steps(frames))).toBeLessThan(0.04);
  });
});

describe('interest', () => {
  it('[W37] in some regions leaves out all others, after having looked at all', async () => {
    const { stage, ann, cid } = await cast(CELLS);
    await ann.insert('far', at(104));
    await stage.until(cid.participant.look(around(8)));
    expect(cid.see('far').isElsewhere).toBe(true);
  });

  it('[W37] in some regions leaves out what is inserted elsewhere later', async () => {
    const { stage, ann, cid } = await cast(CELLS);
    await stage.until(cid.participant.look(around(8)));
    await ann.insert('far', at(104));
    expect(cid.see('far').isElsewhere).toBe(true);
  });

  it('[W38] finds out that something has gone, though its tombstone was lost', async () => {
    const { stage, ann, cid } = await cast(CELLS);
    await ann.insert('cart', at(8));
    await stage.until(cid.participant.look(around(8)));
    stage.network.block('ann', 'cid');
    await ann.ask('cart', { kind: 'place', pose: planarPose(104, 8, 0) });
    stage.reunite();
    await stage.run(3000);
    expect(cid.see('cart').isElsewhere).toBe(true);
  });

  it('[W37] in a region again shows what is there, though the snapshot was lost', async () => {
    const { stage, ann, cid } = await cast(CELLS);
    await ann.insert('cart', at(8));
    await stage.until(cid.participant.look(around(8)));
    await stage.until(cid.participant.look(around(104)));
    for (const other of ['ann', 'bob']) stage.network.block('cid', other);
    await stage.until(cid.participant.look(around(8)));
    stage.reunite();
    await stage.run(3000);
    expect(cid.see('cart').isElsewhere).toBe(false);
  });
});

describe('entities', () => {
  it('[W10] inserted again under an id are not haunted by late states of the removed', async () => {
    const { stage, ann, bob, cid } = await cast();
    await ann.insert('cart');
    ann.node.crash();
    await stage.run(1500);
    await bob.ask('cart', toOne);
    stage.network.faults.latencyMs = { min: 20, max: 60 };
    const removing = cid.participant.remove('cart');
    for (let x = 0; x < 20; x++) {
      bob.participant.observe('cart', { pose: planarPose(x / 10, 0, 0) });
      await stage.run(20);
    }
    await stage.until(removing);
    await stage.until(cid.participant.insert({ ...ROBOT, name: 'cart' }, 'cart'));
    await stage.run(2000);
    expect([xOf(bob), xOf(cid), cid.see('cart').isMine]).toEqual([0, 0, true]);
  });

  it('[W15] do not ride on one another without an end, from whichever side the tower is built', async () => {
    const { stage, ann } = await cast();
    const tower = Array.from({ length: 11 }, (_, i) => `e${i}`);
    for (const [i, id] of tower.entries()) await ann.insert(id, at(i + 1));
    for (const [i, id] of tower.slice(0, -1).entries()) await ann.ask(id, { kind: 'ride', parent: tower[i + 1] ?? '' });
    const late = await stage.join('late');
    expect(xOf(late, 'e0')).toBeCloseTo(1, 6);
  });

  it('[W10] are not said to be removed when the records could not be reached', async () => {
    const { stage, ann, bob } = await cast();
    await ann.insert('cart');
    stage.network.block('bob', RECORDS);
    await expect(stage.until(bob.participant.remove('cart'))).rejects.toThrow();
  });
});
