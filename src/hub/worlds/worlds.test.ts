import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type EntityDraft, joinWorld, planarPose } from '../../library/manyhands.ts';
import { HubStage } from '../hub-stage.contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'manyhands-worlds-'));
afterAll(() => rmSync(folder, { recursive: true }));

const local = { host: '127.0.0.1', publicHost: undefined };
const ARM: EntityDraft = {
  name: 'Arm',
  model: 'puma-560',
  kind: 'dynamic',
  colour: 3,
  dofs: [{ name: 'waist', kind: 'rotation', low: -2, high: 2, speedPerS: 10 }],
  initial: { pose: planarPose(0, 0, 0), values: [0] },
};

describe('a world', () => {
  it('is as it was saved when the hub comes back, in a new life; what was removed is gone', async () => {
    const db = join(folder, 'saved.db');
    let setup: number;
    {
      await using stage = await HubStage.start({ ...local, db });
      await using ada = await joinWorld(stage.hub.url, { name: 'Ada' });
      const arm = await ada.insert(ARM, 'arm');
      await ada.insert({ ...ARM, name: 'Gone' }, 'gone');
      await ada.remove('gone');
      await ada.command('arm', { kind: 'place', pose: planarPose(1, 2, 0.5) });
      await ada.command('arm', { kind: 'glide', dof: 0, to: 1.25, durationMs: 50 });
      await expect.poll(() => arm.posture.values[0]).toBe(1.25);
      // The hub's proxy must have heard of it: what is acknowledged is what the hub has.
      await expect.poll(() => stage.get<{ entities: number }>('POST /api/v1/worlds/w/save')).toMatchObject({ entities: 1 });
      setup = arm.epoch;
    }
    await using stage = await HubStage.start({ ...local, db });
    await using bob = await joinWorld(stage.hub.url, { name: 'Bob' });
    expect(bob.entities.map(({ id }) => id)).toEqual(['arm']);
    const arm = bob.entity('arm');
    expect(arm?.description).toMatchObject({ name: 'Arm', colour: 3, initial: { values: [0] } });
    expect(arm?.posture.values[0]).toBeCloseTo(1.25, 9);
    expect(arm?.posture.pose).toMatchObject({ x: 1, y: 2 });
    expect(arm?.owner).toBe('hub-w');
    expect(arm?.epoch).toBeGreaterThan(setup);
    // A reset puts it where it was first put, not where it was saved.
    await bob.changeTime({ kind: 'reset' });
    await expect.poll(() => bob.entity('arm')?.posture.pose.x).toBe(0);
  });

  it('keeps its stops latched and its riders riding when the hub comes back', async () => {
    const db = join(folder, 'stopped.db');
    const before = await HubStage.start({ ...local, db });
    const ada = await joinWorld(before.hub.url, { name: 'Ada' });
    await ada.insert(ARM, 'arm');
    await ada.insert({ ...ARM, name: 'Part' }, 'part');
    await ada.command('part', { kind: 'ride', parent: 'arm', offset: planarPose(0.5, 0, 0) });
    await ada.stop('arm', 'a hand in the way');
    // The hub goes first: who leaves in peace lets everything it owns get off and rest.
    await before[Symbol.asyncDispose]();
    await ada[Symbol.asyncDispose]();
    await using stage = await HubStage.start({ ...local, db });
    await using bob = await joinWorld(stage.hub.url, { name: 'Bob' });
    await expect.poll(() => bob.entity('part')?.ride).toMatchObject({ parent: 'arm', offset: { x: 0.5 } });
    expect(bob.entity('arm')?.control.stop?.reason).toBe('by ada, before the hub was started again: a hand in the way');
    expect(await bob.command('arm', { kind: 'glide', dof: 0, to: 1 })).toMatchObject({ kind: 'refused' });
    expect(await bob.rearm('arm')).toMatchObject({ kind: 'done' });
    expect(await bob.command('arm', { kind: 'glide', dof: 0, to: 1 })).toMatchObject({ kind: 'done' });
  });

  it('is kept without being told, soon after something came or went', async () => {
    const db = join(folder, 'soon.db');
    await using stage = await HubStage.start({ ...local, db });
    await using ada = await joinWorld(stage.hub.url, { name: 'Ada' });
    const saved = async () => {
      const { worlds } = await stage.get<{ worlds: { savedAtMs: number; createdAtMs: number }[] }>('GET /api/v1/worlds');
      return worlds[0]?.savedAtMs ?? 0;
    };
    const before = await saved();
    await ada.insert(ARM, 'arm');
    await expect.poll(saved, { timeout: 1000 }).toBeGreaterThan(before);
    const then = await saved();
    await ada.remove('arm');
    await expect.poll(saved, { timeout: 1000 }).toBeGreaterThan(then);
  });

  it('is joined again by those who were in it, by themselves', async () => {
    const db = join(folder, 'again.db');
    const first = await HubStage.start({ ...local, db });
    const { port } = new URL(first.hub.url);
    await using ada = await joinWorld(first.hub.url, { name: 'Ada', onError: () => {} });
    await ada.insert(ARM, 'arm');
    await first[Symbol.asyncDispose]();
    await using again = await HubStage.start({ ...local, db, port: Number(port) });
    await expect.poll(() => ada.status.kind, { timeout: 8000 }).toBe('connected');
    await using bob = await joinWorld(again.hub.url, { name: 'Bob' });
    await expect.poll(() => ada.entity('arm')?.owner, { timeout: 5000 }).toBe('hub-w');
    expect(bob.entity('arm')?.owner).toBe('hub-w');
    await expect.poll(async () => (await ada.command('arm', { kind: 'glide', dof: 0, to: 0.5, durationMs: 50 })).kind).toBe('done');
  });

  it('lets a viewer stop what nobody owns', async () => {
    await using stage = await HubStage.start();
    const operator = await joinWorld(stage.hub.joinLink, { name: 'Operator' });
    await operator.insert(ARM, 'arm');
    const { link } = await stage.invite({ role: 'viewer' }, 'w');
    await using viewer = await joinWorld(link, { name: 'Viewer', onError: () => {} });
    await expect.poll(() => viewer.entity('arm')?.owner).toBe('operator');
    await operator.leave();
    await expect.poll(() => viewer.entity('arm')?.isLive).toBe(false);
    await viewer.stop('arm', 'a hand in the way');
    expect(viewer.entity('arm')?.control.stop).toMatchObject({ by: 'viewer', reason: 'a hand in the way', recorded: true });
    expect(viewer.entity('arm')?.owner).toBe('hub-w');
    await expect(viewer.rearm('arm')).rejects.toThrow();
  });

  it('of the demonstration lives at once', async () => {
    await using stage = await HubStage.start({ ...local, content: 'demo', world: 'workcell' });
    await using ada = await joinWorld(`${stage.hub.url}/workcell`, { name: 'Ada' });
    await expect.poll(() => ada.entities.some(({ isWorking }) => isWorking), { timeout: 3000 }).toBe(true);
    await expect.poll(() => ada.entities.some((view) => view.endsAtMs > ada.time.worldMs), { timeout: 5000 }).toBe(true);
  });
});
