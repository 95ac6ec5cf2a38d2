import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SiteAnswer, siteAnswerSchema } from '../../core/api/http.ts';
import { type InTheWay, isOfSite } from '../../core/buildings/buildings.ts';
import { fig8 } from '../../core/maps/maps.contract.ts';
import { readSite } from '../../core/maps/maps.ts';
import { pioneer3dx } from '../../core/robots/catalog/pioneer-3-dx.ts';
import { draftOf, joinWorld, planarPose, planarTwist, type World } from '../../library/manyhands.ts';
import { HubStage } from '../hub-stage.contract.ts';
import { applySite } from './apply-site.ts';

const local = { host: '127.0.0.1', publicHost: undefined, db: ':memory:' };
const PATIENCE = { timeout: 20_000 };

const siteOf = (edl: string): string => JSON.stringify({ name: 'House', floors: [{ name: 'Ground floor', edl }] });

/** A field of 8 x 4 m with a wall across it. */
const walled = (xCm: number) => siteOf(`LENGTH 800 WIDTH 400\n1 WALL: x= ${xCm} y= 200 theta= 90 long= 400`);

const enter = (stage: HubStage, name: string): Promise<World> => joinWorld(stage.hub.url, { name });

async function change(stage: HubStage, document: string, inTheWay: InTheWay = 'refuse', world = 'w'): Promise<SiteAnswer> {
  const { token } = await stage.administrator();
  const body = new TextEncoder().encode(document);
  const response = await stage.call(`PUT /api/v1/worlds/${world}/site?${new URLSearchParams({ inTheWay })}`, { token, body });
  return siteAnswerSchema.parse(await response.json());
}

const ofSite = (world: World): string[] =>
  world.entities
    .map(({ id }) => id)
    .filter(isOfSite)
    .sort();

/** Drives it along x until it stands, and says where that is. */
async function driveEast(world: World, robot: string): Promise<number> {
  await world.command(robot, { kind: 'drift', twist: planarTwist(0.8, 0), durationMs: 8000 });
  const view = world.entity(robot) ?? expect.fail('there is no robot');
  await expect.poll(() => world.time.worldMs - view.endsAtMs, PATIENCE).toBeGreaterThan(0);
  return view.posture.pose.x;
}

describe('a site in a running world', { timeout: 120_000 }, () => {
  it('[A8] [A10] has walls in everybody’s way, and where it has none any more one can go', async () => {
    await using stage = await HubStage.start(local);
    await using ada = await enter(stage, 'Ada');
    await using ben = await enter(stage, 'Ben');
    await ben.insert(draftOf(pioneer3dx, { pose: planarPose(1, 2, 0) }), 'robot');
    expect(await change(stage, walled(400))).toMatchObject({ kind: 'applied', inserted: 4, removed: 0, kept: 0, moved: [] });
    await expect.poll(() => ofSite(ben), PATIENCE).toEqual(ofSite(ada));
    expect(await driveEast(ben, 'robot')).toBeGreaterThan(3);
    expect(ben.entity('robot')?.posture.pose.x).toBeLessThan(3.95);
    expect(isOfSite(ben.entity('robot')?.contact?.with ?? '')).toBe(true);
    const before = ofSite(ada);
    expect(await change(stage, walled(600))).toMatchObject({ kind: 'applied', inserted: 3, removed: 3, kept: 1 });
    await expect.poll(() => ofSite(ben), PATIENCE).toEqual(ofSite(ada));
    expect(
      ofSite(ben)
        .filter((id) => before.includes(id))
        .map((id) => id.split('_')[2]),
    ).toEqual(['floor']);
    const x = await driveEast(ben, 'robot');
    expect(x).toBeGreaterThan(5);
    expect(x).toBeLessThan(5.95);
  });

  it('[A10] has walls that what drives already stops at', async () => {
    await using stage = await HubStage.start(local);
    await using ada = await enter(stage, 'Ada');
    await using ben = await enter(stage, 'Ben');
    await ben.insert(draftOf(pioneer3dx, { pose: planarPose(0.6, 2, 0) }), 'robot');
    await expect.poll(() => ada.entity('robot') !== undefined, PATIENCE).toBe(true);
    // Slowly, so that the wall is there first even on a busy machine.
    await ben.command('robot', { kind: 'drift', twist: planarTwist(0.3, 0), durationMs: 60_000 });
    expect(await change(stage, walled(400))).toMatchObject({ kind: 'applied' });
    await expect.poll(() => isOfSite(ben.entity('robot')?.contact?.with ?? ''), { timeout: 60_000 }).toBe(true);
    const view = ben.entity('robot') ?? expect.fail('there is no robot');
    await expect.poll(() => ben.time.worldMs - view.endsAtMs, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(view.posture.pose.x).toBeLessThan(3.95);
  });

  it('[A10] has walls that stop what the hub itself drives', async () => {
    await using stage = await HubStage.start({ ...local, world: 'fig-8', content: 'demo' });
    await using ada = await enter(stage, 'Ada');
    await expect.poll(() => ada.entity('pioneer')?.isWorking, PATIENCE).toBe(true);
    // Across both corridors: wherever it is on its round, it comes to one of them.
    const across = [
      'WALL: x= 350 y= 50 theta= 90 long= 100',
      'WALL: x= 550 y= 50 theta= 90 long= 100',
      'WALL: x= 450 y= 170 theta= 0 long= 100',
    ];
    const outcome = await change(stage, siteOf(`${fig8}\n${across.join('\n')}`), 'keep free', 'fig-8');
    expect(outcome).toMatchObject({ kind: 'applied', removed: 1 });
    await expect.poll(() => isOfSite(ada.entity('pioneer')?.contact?.with ?? ''), { timeout: 60_000 }).toBe(true);
  });

  it('[A16] has furniture in everybody’s way, and takes away none of the catalog', async () => {
    await using stage = await HubStage.start(local);
    await using ben = await enter(stage, 'Ben');
    await ben.insert(draftOf(pioneer3dx, { pose: planarPose(1, 2, 0) }), 'robot');
    const withShelf = (model: string) =>
      JSON.stringify({ ...JSON.parse(walled(600)), furniture: [{ model, floor: 'Ground floor', xCm: 400, yCm: 200, degrees: 90 }] });
    expect(await change(stage, withShelf('bokshelf'))).toMatchObject({
      kind: 'wrong',
      concerns: [{ code: 'unknown-furniture', place: 'furniture[0].model' }],
    });
    expect(await change(stage, withShelf('pioneer-3-dx'))).toMatchObject({ kind: 'wrong', concerns: [{ code: 'unknown-furniture' }] });
    expect(ofSite(ben)).toEqual([]);
    expect(await change(stage, withShelf('bookshelf'))).toMatchObject({ kind: 'applied', inserted: 5 });
    await expect.poll(() => ofSite(ben).length, PATIENCE).toBe(5);
    expect(await driveEast(ben, 'robot')).toBeLessThan(3.9);
    expect(ben.entity('robot')?.contact?.with).toMatch(/_1-bookshelf_/);
    expect(await change(stage, walled(600))).toMatchObject({ kind: 'applied', inserted: 0, removed: 1, kept: 4 });
    await expect.poll(() => ofSite(ben).length, PATIENCE).toBe(4);
    expect(await change(stage, withShelf('bookshelf'))).toMatchObject({ kind: 'applied', inserted: 1 });
  });

  it('[A9] is refused while a robot would stand in a wall, or puts it to a free place', async () => {
    await using stage = await HubStage.start(local);
    await using ada = await enter(stage, 'Ada');
    await using ben = await enter(stage, 'Ben');
    await ben.insert(draftOf(pioneer3dx, { name: 'Rover', pose: planarPose(4.05, 2, 0) }), 'robot');
    await expect.poll(() => ada.entity('robot') !== undefined, PATIENCE).toBe(true);
    expect(await change(stage, walled(400))).toMatchObject({
      kind: 'refused',
      inTheWay: [{ id: 'robot', name: 'Rover', at: { x: 4.05 } }],
    });
    expect(ofSite(ada)).toEqual([]);
    expect(await change(stage, walled(400), 'keep free')).toMatchObject({ kind: 'applied', moved: [{ id: 'robot' }] });
    await expect.poll(() => ofSite(ben).length, PATIENCE).toBe(4);
    await expect.poll(() => Math.abs((ben.entity('robot')?.posture.pose.x ?? 4) - 4), PATIENCE).toBeGreaterThan(0.2);
    const { x, y } = ben.entity('robot')?.posture.pose ?? expect.fail('there is no robot');
    expect(Math.hypot(x - 4.05, y - 2)).toBeLessThan(0.6);
    // It is not stuck there.
    expect(await driveEast(ben, 'robot')).toBeGreaterThan(x + 1);
  });

  it('[A9] is refused when the robot may not be moved', async () => {
    await using stage = await HubStage.start(local);
    await using ada = await enter(stage, 'Ada');
    await using ben = await enter(stage, 'Ben');
    await ben.insert(draftOf(pioneer3dx, { pose: planarPose(4, 2, 0) }), 'robot');
    await ben.stop('robot', 'Do not touch it');
    await expect.poll(() => ada.entity('robot')?.control.stop !== undefined, PATIENCE).toBe(true);
    const outcome = await change(stage, walled(400), 'keep free');
    expect(outcome).toMatchObject({ kind: 'refused', inTheWay: [{ id: 'robot', reason: expect.any(String) as string }] });
    expect(ofSite(ada)).toEqual([]);
  });

  it('[A8] keeps doors as they stand, and they can be shut and opened', async () => {
    await using stage = await HubStage.start(local);
    await using ada = await enter(stage, 'Ada');
    await using ben = await enter(stage, 'Ben');
    await change(stage, siteOf(fig8));
    await expect.poll(() => ofSite(ben).length, PATIENCE).toBe(6);
    const door = ofSite(ben).find((id) => id.includes('door-6')) ?? expect.fail('there is no door');
    expect(await ben.command(door, { kind: 'glide', dof: 0, to: 0 })).toMatchObject({ kind: 'done' });
    await expect.poll(() => ada.entity(door)?.posture.values[0], PATIENCE).toBeCloseTo(0, 3);
    const before = ofSite(ben);
    expect(await change(stage, siteOf(fig8.replace('y= 350.0', 'y= 300.0')))).toMatchObject({ kind: 'applied', kept: 4 });
    const keptOf = (world: World) => ofSite(world).filter((id) => before.includes(id)).length;
    for (const world of [ada, ben]) await expect.poll(() => [ofSite(world).length, keptOf(world)], PATIENCE).toEqual([6, 4]);
    expect(ada.entity(door)?.posture.values[0]).toBeCloseTo(0, 3);
    // Somebody has moved the walls by hand.
    const walls = ofSite(ben).find((id) => id.includes('walls')) ?? expect.fail('there are no walls');
    const home = ada.entity(walls)?.posture.pose ?? expect.fail('there are no walls');
    expect(await ben.command(walls, { kind: 'place', pose: { ...home, x: home.x + 1 } })).toMatchObject({ kind: 'done' });
    await expect.poll(() => ada.entity(walls)?.posture.pose.x, PATIENCE).toBeCloseTo(home.x + 1, 3);
    expect(await change(stage, siteOf(fig8.replace('y= 350.0', 'y= 300.0')))).toMatchObject({ kind: 'applied', inserted: 0, kept: 6 });
    await expect.poll(() => ben.entity(walls)?.posture.pose.x, PATIENCE).toBeCloseTo(home.x, 3);
    expect(await ben.command(door, { kind: 'glide', dof: 0, to: 1.5 })).toMatchObject({ kind: 'done' });
    await expect.poll(() => ada.entity(door)?.posture.values[0], PATIENCE).toBeCloseTo(1.5, 3);
  });

  it('[A8] is applied from the command line, kept with the world, and leaves no models behind', async () => {
    await using stage = await HubStage.start(local);
    const folder = mkdtempSync(join(tmpdir(), 'manyhands-site-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'ground.edl'), fig8);
    const file = join(folder, 'house.json');
    writeFileSync(file, JSON.stringify({ name: 'House', floors: [{ name: 'Ground floor', file: 'ground.edl' }] }));
    const { token } = await stage.administrator();
    const models = async () =>
      (await stage.get<{ models: { id: string; name: string; summary: string }[] }>('GET /api/v1/models', { token })).models.filter(
        ({ name }) => name === 'Walls',
      );
    const shipped = (await models()).length;
    const options = {
      world: 'w',
      hub: stage.hub.url,
      link: stage.hub.administratorLink,
      name: 'Root',
      inTheWay: 'refuse',
      format: 'json',
    } as const;
    for (const y of ['350.0', '300.0', '320.0']) {
      writeFileSync(join(folder, 'ground.edl'), fig8.replace('y= 350.0', `y= ${y}`));
      expect(await applySite(file, options)).toBe(0);
    }
    expect(await models()).toHaveLength(shipped + 1);
    const { files } = await stage.get<{ files: { name: string; url: string }[] }>('GET /api/v1/worlds/w/files', { token });
    expect(files.map(({ name }) => name)).toEqual(['site.json']);
    const kept = await (await stage.call(`GET ${files[0]?.url}`, { token })).text();
    expect(readSite(kept).site?.floors[0]?.document.members).toHaveLength(7);
    await using ada = await joinWorld(stage.hub.url, { name: 'Ada' });
    await expect.poll(() => ofSite(ada).length, PATIENCE).toBe(6);
  });
});
