import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compose, distance, ORIGIN, planarPose, planarTwist } from '../base/pose.ts';
import { subjects } from '../bus/subjects.ts';
import { IDLE_CONTROL } from './control.ts';
import type { Epoch } from './epoch.ts';
import { ProxyEntity } from './proxy-entity.ts';
import { type Actor, Stage, toOne, WORLD } from './stage.contract.ts';
import { sealState } from './state-codec.ts';

const FRAME_MS = 16;
const steps = (values: readonly number[]): number[] => values.slice(1).map((value, i) => value - (values[i] ?? value));

describe('a proxy', () => {
  it('[W19] takes only what is newer, in whatever order states come', () => {
    const version = fc.record({ epoch: fc.integer({ min: 1, max: 4 }), seq: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(fc.array(version, { minLength: 1 }), (versions) => {
        const proxy = new ProxyEntity('arm');
        let held = 0;
        for (const { epoch, seq } of versions) {
          const isAccepted = proxy.accept(sealState('arm', { ...atRest, epoch: epoch as Epoch, seq }), { region: 'f0', author: 'ann' });
          expect(isAccepted).toBe(epoch * 10 + seq > held);
          held = Math.max(held, epoch * 10 + seq);
          expect(proxy.epoch * 10 + proxy.seq).toBe(held);
        }
      }),
    );
  });

  const atRest = {
    generation: 0,
    base: { kind: 'still', pose: ORIGIN },
    dofs: [],
    control: IDLE_CONTROL,
    recent: [],
    working: false,
    goneTo: undefined,
  } as const;
});

describe('a movement', () => {
  it('[W11] costs one message and is seen by everybody, from its beginning to its end', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    const states = stage.overhear(subjects.allStates(WORLD));
    await bob.ask('arm', { kind: 'glide', dof: 0, to: 2, durationMs: 4000 });
    await stage.run(2000);
    for (const actor of [ann, bob, cid]) expect(actor.see('arm').values[0]).toBeCloseTo(1, 1);
    await stage.run(3000);
    for (const actor of [ann, bob, cid]) expect(actor.see('arm').values).toEqual([2, 0]);
    expect(states).toHaveLength(1);
  });

  it('[W17] is the same to the last bit for its owner and for all others', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('arm', { initial: { pose: planarPose(1 / 3, Math.PI, 1 / 7), values: [1 / 3, 0] } });
    await ann.ask('arm', { kind: 'follow', knots: [{ afterMs: 333.3, pose: planarPose(2 / 3, Math.E, 2) }] });
    await stage.run(1000);
    expect(ann.see('arm').stateHash).toBe(bob.see('arm').stateHash);
    expect(ann.see('arm').posture).toEqual(bob.see('arm').posture);
    expect(ann.see('arm').posture.pose.x).toBe(0.6667);
  });

  it('[W15] takes along what rides, whoever owns it', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('cart');
    await bob.insert('box', { initial: { pose: planarPose(0, 1, 0), values: [0, 0] } });
    expect(await cid.ask('box', { kind: 'ride', parent: 'cart' })).toMatchObject({ kind: 'done' });
    await cid.ask('cart', { kind: 'drift', twist: planarTwist(1, 0.5), durationMs: 2000 });
    await stage.run(3000);
    for (const actor of [ann, bob, cid]) {
      const { pose } = actor.see('box').posture;
      expect(distance(pose, compose(actor.see('cart').posture.pose, planarPose(0, 1, 0)))).toBeLessThan(1e-3);
    }
    expect(await ann.ask('cart', { kind: 'ride', parent: 'box' })).toEqual({ kind: 'refused', reason: 'box rides on cart already' });
  });

  it('[W16] that cannot be is refused to the one who asks, and nothing is published', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('arm');
    const states = stage.overhear(subjects.allStates(WORLD));
    expect(await bob.ask('arm', { kind: 'glide', dof: 0, to: 99 })).toMatchObject({
      kind: 'refused',
      reason: 'joint goes from -3 to 3; 99 is outside',
    });
    expect(states).toEqual([]);
  });

  it('[W22] ends for all at the same instant, within twice the error of their clocks', async () => {
    const stage = new Stage();
    const ann = await stage.join('ann');
    const bob = await stage.join('bob', { clock: { offsetMs: 5e5, driftPpm: 100 } });
    const cid = await stage.join('cid', { clock: { offsetMs: 9e5, driftPpm: -100 } });
    stage.network.faults.latencyMs = { min: 20, max: 60 };
    await ann.insert('arm');
    await stage.run(5000);
    const asking = bob.participant.command('arm', toOne);
    const ended = new Map<Actor, number>();
    for (let ms = 0; ms < 1500; ms++) {
      await stage.run(1);
      for (const actor of [ann, bob, cid]) if (actor.see('arm').values[0] === 1 && !ended.has(actor)) ended.set(actor, stage.time.now);
    }
    await asking;
    const times = [...ended.values()];
    const errorMs = Math.max(...[ann, bob, cid].map(({ participant }) => participant.time.clockErrorMs));
    expect(times).toHaveLength(3);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(2 * errorMs + 1);
  });
});

describe('what is shown', () => {
  /** Bob's frames of a cart that starts at 1 m/s while what Ann says of it is held up. */
  async function framesOfLateStart(stallMs: number): Promise<{ frames: number[]; ann: Actor; bob: Actor }> {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    stage.network.stall('ann', 'bob', stallMs);
    const asking = ann.participant.command('cart', { kind: 'drift', twist: planarTwist(1, 0), durationMs: 1500 });
    const frames = await stage.watch(2500, FRAME_MS, () => bob.see('cart').pose.x);
    await asking;
    return { frames, ann, bob };
  }

  it.each([100, 300, 600])('[W21] catches up without a jump with what comes %i ms late', async (stallMs) => {
    const { frames } = await framesOfLateStart(stallMs);
    expect(Math.min(...steps(frames))).toBeGreaterThanOrEqual(0);
    expect(Math.max(...steps(frames))).toBeLessThanOrEqual(((1 + 0.8) * FRAME_MS) / 1000 + 1e-3);
  });

  it.each([100, 400, 700])('[W22] is there when the motion ends, though it came %i ms late', async (stallMs) => {
    const { frames, ann, bob } = await framesOfLateStart(stallMs);
    expect(frames.at(-1)).toBe(1.5);
    const atTheEnd = Math.ceil(1510 / FRAME_MS);
    expect(frames[atTheEnd]).toBeCloseTo(1.5, 2);
    expect(bob.see('cart').endsAtMs).toBe(ann.see('cart').endsAtMs);
  });

  it('[W21] does not jump when somebody turns a robot round under a proxy that hears of it late', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    await ann.ask('cart', { kind: 'drift', twist: planarTwist(1, 0), durationMs: 5000 });
    const looking = stage.watch(3000, FRAME_MS, () => bob.see('cart').pose.x);
    stage.time.at(stage.time.now + 1000, () => {
      stage.network.stall('ann', 'bob', 300);
      void ann.participant.command('cart', { kind: 'drift', twist: planarTwist(-1, 0), durationMs: 2000 });
    });
    const frames = await looking;
    const worst = Math.max(...steps(frames).map(Math.abs));
    expect(worst).toBeLessThanOrEqual(((1 + 0.8) * FRAME_MS) / 1000 + 1e-3);
    expect(frames.at(-1)).toBeCloseTo(ann.see('cart').pose.x, 2);
  });

  it('[W21] is caught up with only by those who look', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('cart');
    await stage.run(1500);
    await ann.ask('cart', { kind: 'place', pose: planarPose(3, 0, 0) });
    await stage.run(20);
    expect(bob.see('cart').pose.x).toBe(3);
  });
});
