import { describe, expect, it } from 'vitest';
import { Stage, toOne } from './stage.contract.ts';
import type { Workshop } from './world.ts';

const BYTES = new Uint8Array([1, 2, 3]);
const GLIDE = { kind: 'glide', dof: 0, to: 1, ramp: 0 } as const;

/** Takes what it is ordered for its work, and keeps hands from what works. */
const workshop: Workshop = {
  rule: (_entity, from, order) => {
    if (order === 'nonsense') return { kind: 'refused', reason: `${from} makes no sense` };
    const work = order === 'none' ? 'none' : ({ bytes: new TextEncoder().encode(order), isActive: order !== 'rest' } as const);
    return { kind: 'granted', work, motion: order === 'rest' ? 'halts' : 'goes on' };
  },
  objection: (_entity, _from, { kind }) => (kind === 'drift' ? 'it works' : undefined),
};

describe('work', () => {
  it('[W71] goes out with the motion that it makes, and says when something else ended that', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('arm');
    await bob.ask('arm', { kind: 'lease', request: { kind: 'ask' } });
    const heard = stage.overhear('v1.stage.*.st.arm');
    expect(ann.participant.perform('arm', { action: GLIDE, work: { bytes: BYTES, isActive: true } })).toEqual({ kind: 'done' });
    expect(bob.participant.perform('arm', { action: GLIDE })).toMatchObject({ kind: 'refused' });
    await stage.run(300);
    expect(heard.length).toBe(1);
    expect(bob.see('arm').work).toEqual({ bytes: BYTES, isActive: true, haltedMs: undefined });
    expect(bob.see('arm').isWorking).toBe(true);
    await bob.stop('arm');
    await stage.run(100);
    const { haltedMs = 0 } = bob.see('arm').work ?? {};
    expect(bob.see('arm').posture.values[0]).toBeGreaterThan(0.2);
    expect(Math.abs(haltedMs - bob.participant.time.worldMs)).toBeLessThan(200);
    expect(ann.participant.perform('arm', { action: GLIDE })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('stopped'),
    });
    expect(ann.participant.perform('arm', { work: { bytes: BYTES, isActive: false } })).toEqual({ kind: 'done' });
    expect(ann.see('arm').work).toEqual({ bytes: BYTES, isActive: false, haltedMs });
  });

  it('[W71] is ordered by who may move it, from who gives it a meaning', async () => {
    const stage = new Stage();
    const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
    await ann.insert('arm');
    const order = (text: string) => ({ kind: 'work', order: text }) as const;
    expect(await bob.ask('arm', order('go'))).toEqual({ kind: 'refused', reason: 'its owner runs no programs' });
    using _attending = ann.participant.attendToWork(workshop);
    await bob.ask('arm', { kind: 'lease', request: { kind: 'ask' } });
    expect(await cid.ask('arm', order('go'))).toMatchObject({ kind: 'refused', reason: expect.stringContaining('lease') });
    expect(await bob.ask('arm', order('nonsense'))).toEqual({ kind: 'refused', reason: 'bob makes no sense' });
    await bob.ask('arm', toOne);
    expect(await bob.ask('arm', order('go'))).toMatchObject({ kind: 'done' });
    expect(cid.see('arm').isWorking).toBe(true);
    const drift = { kind: 'drift', twist: { vx: 1, vy: 0, vz: 0, wx: 0, wy: 0, wz: 0 }, durationMs: 100 } as const;
    expect(await bob.ask('arm', drift)).toEqual({ kind: 'refused', reason: 'it works' });
    expect(await bob.ask('arm', order('rest'))).toMatchObject({ kind: 'done' });
    expect(cid.see('arm')).toMatchObject({ isWorking: false, work: { haltedMs: expect.any(Number) } });
    await bob.ask('arm', order('none'));
    expect(cid.see('arm').work).toBeUndefined();
  });

  it('[W71] is ordered once, however often an order that has to wait is sent', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    await ann.insert('arm');
    let granted = 0;
    const readyMs = stage.time.now + 1500;
    const ready = () => new Promise<void>((resolve) => void ann.node.clock.after(100, resolve));
    const slow: Workshop = {
      rule: () => {
        if (stage.time.now < readyMs) return { kind: 'later', ready: ready() };
        return ++granted > 1
          ? { kind: 'refused', reason: 'it was ordered already' }
          : { kind: 'granted', work: { bytes: BYTES, isActive: true }, motion: 'goes on' };
      },
      objection: () => undefined,
    };
    using _attending = ann.participant.attendToWork(slow);
    expect(await bob.ask('arm', { kind: 'work', order: 'go' })).toMatchObject({ kind: 'done' });
    await stage.run(1000);
    expect(granted).toBe(1);
  });

  it('[W71] is handed down with the instant at which everybody froze, and adopted while it goes on', async () => {
    const stage = new Stage();
    const [ann, bob] = await stage.enter('ann', 'bob');
    const host = await stage.join('host', { isResident: true });
    await ann.insert('arm');
    await stage.run(500);
    const startMs = bob.participant.time.worldMs;
    ann.participant.perform('arm', { action: { ...GLIDE, durationMs: 5000 }, work: { bytes: BYTES, isActive: true } });
    await stage.run(1000);
    ann.node.crash();
    await stage.run(2000);
    expect(host.see('arm').isMine).toBe(true);
    const { work, posture } = bob.see('arm');
    const frozenMs = (work?.haltedMs ?? 0) - startMs;
    expect(posture.values[0]).toBeCloseTo(frozenMs / 5000, 1);
    expect(frozenMs).toBeGreaterThan(900);
  });

  it('[W71] is handed down to who has never heard of its owner: as far as it had come when its motion began', async () => {
    const stage = new Stage();
    const [bob, ann] = await stage.enter('bob', 'ann');
    await ann.insert('arm');
    await stage.run(500);
    ann.participant.perform('arm', { action: { ...GLIDE, durationMs: 5000 }, work: { bytes: BYTES, isActive: true } });
    const startMs = bob.participant.time.worldMs;
    await stage.run(1000);
    stage.network.block('ann', 'host');
    const host = await stage.join('host', { isResident: true });
    await stage.run(1500);
    expect(host.see('arm').isMine).toBe(true);
    const { work, posture } = bob.see('arm');
    expect(work).toMatchObject({ bytes: BYTES, isActive: true });
    expect(Math.abs((work?.haltedMs ?? 0) - startMs)).toBeLessThan(200);
    expect(posture.values[0]).toBeCloseTo(0, 3);
  });
});
