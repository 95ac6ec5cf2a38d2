import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { plannerListSchema } from '../../core/api/http.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { type PathAnswer, type PathRequestDraft, PathService } from '../../core/navigation/path-service.ts';
import { draftOf, joinWorld, planarPose } from '../../library/manyhands.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { openStore } from '../../storage/storage.ts';
import { HubStage } from '../hub-stage.contract.ts';
import { Worlds } from '../worlds/worlds.ts';
import { Planning } from './planning.ts';

const PATIENCE = { timeout: 20_000 };
const local = { host: '127.0.0.1', publicHost: undefined } as const;

/** 8 x 4 m, with a wall across it that has a door in it, at x = 4. */
const halves = (doorCm: number): string =>
  `LENGTH 800 WIDTH 400\n1 WALL: x= 400 y= 200 theta= 90 long= 400\n2 DOOR: x= 400 y= ${doorCm} theta= 0 wide= 100`;
const siteOf = (edl: string, more: object = {}): string => JSON.stringify({ name: 'House', floors: [{ name: 'Ground', edl }], ...more });
const across: PathRequestDraft = { start: { x: 1, y: 1 }, goal: { x: 7, y: 1 }, radiusM: 0.2 };

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-planners-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A viewer, who asks. */
async function viewerAt(stage: HubStage): Promise<PathService> {
  const { token } = await stage.session((await stage.invite({ role: 'viewer' }, 'w')).link, 'Viewer');
  const bus = await stage.connect('viewer', { token });
  return new PathService('w', { bus, clock: systemClock, random: systemRandom, report: () => {} });
}

async function build(stage: HubStage, document: string): Promise<void> {
  const { token } = await stage.administrator();
  const response = await stage.call('PUT /api/v1/worlds/w/site', { token, body: new TextEncoder().encode(document) });
  expect(await response.json()).toMatchObject({ kind: 'applied' });
}

const pointsOf = (answer: PathAnswer): (readonly [number, number])[] =>
  answer.kind === 'path' ? answer.legs.flatMap((leg) => (leg.kind === 'drive' ? [...leg.points] : [])) : expect.fail(answer.reason);

describe('planning in a hub', { timeout: 120_000 }, () => {
  it('[PS1] [PS2] answers a viewer, on the building as it is, and without one', async () => {
    await using stage = await HubStage.start();
    using paths = await viewerAt(stage);
    expect(pointsOf(await paths.ask(across))).toEqual([
      [1, 1],
      [7, 1],
    ]);
    await build(stage, siteOf(halves(100)));
    expect(pointsOf(await paths.ask(across))).toEqual([
      [1, 1],
      [7, 1],
    ]);
    await build(stage, siteOf(halves(300)));
    const round = pointsOf(await paths.ask(across));
    expect(round.some(([x, y]) => Math.abs(x - 4) < 0.5 && y > 2.5)).toBe(true);
    expect(await paths.ask({ ...across, radiusM: 0.6 })).toMatchObject({ kind: 'no path', planner: 'lazy-visibility' });
  });

  it('[PS8] plans on what a robot has seen: through a wall that it has not, round it when it has', async () => {
    await using stage = await HubStage.start(local);
    using paths = await viewerAt(stage);
    await build(stage, siteOf(halves(300)));
    await using ada = await joinWorld(stage.hub.url, { name: 'Ada' });
    const amigobot = (await ada.model('amigobot')) ?? expect.fail('there is no amigobot');
    await ada.insert(draftOf(amigobot, { pose: planarPose(1, 1, 0) }), 'rover');
    const onWhatItKnows = { ...across, knownBy: 'rover' };
    expect(pointsOf(await paths.ask({ ...across, knownBy: 'nobody' }))).toHaveLength(2);
    await expect.poll(async () => pointsOf(await paths.ask(onWhatItKnows)).length, PATIENCE).toBeGreaterThan(2);
    const round = pointsOf(await paths.ask(onWhatItKnows));
    expect(round.some(([x, y]) => Math.abs(x - 4) < 0.5 && y > 2.5)).toBe(true);
  });

  it('[PS3] takes the furniture of a site for an obstacle', async () => {
    await using stage = await HubStage.start(local);
    using paths = await viewerAt(stage);
    await build(stage, siteOf(halves(100), { furniture: [{ model: 'bookshelf', floor: 'Ground', xCm: 200, yCm: 100, degrees: 90 }] }));
    expect(pointsOf(await paths.ask(across)).length).toBeGreaterThan(2);
    await build(stage, siteOf(halves(100)));
    expect(pointsOf(await paths.ask(across))).toHaveLength(2);
  });

  it('[PS3] takes a shut door for a wall, and what stands there for an obstacle', async () => {
    await using stage = await HubStage.start(local);
    await build(stage, siteOf(`${halves(300)}\n3 DOOR: x= 400 y= 100 theta= 0 wide= 100`));
    using paths = await viewerAt(stage);
    await using ada = await joinWorld(stage.hub.url, { name: 'Ada' });
    expect(pointsOf(await paths.ask(across))).toHaveLength(2);
    // The leaf of door 3 stands open, along x behind the wall, from the end of the gap at y = 0.5.
    const byTheLeaf = { ...across, radiusM: 0.15, start: { x: 4.5, y: 0.26 }, goal: { x: 4.5, y: 1 } };
    expect(pointsOf(await paths.ask(byTheLeaf)).length).toBeGreaterThan(2);
    const desk = (await ada.model('desk')) ?? expect.fail('there is no desk');
    const put = await ada.insert(draftOf(desk, { pose: planarPose(2, 1, 0) }), 'desk');
    await expect.poll(async () => pointsOf(await paths.ask(across)).length, PATIENCE).toBeGreaterThan(2);
    await ada.remove(put.id);
    await expect.poll(async () => pointsOf(await paths.ask(across)).length, PATIENCE).toBe(2);
    const door = ada.entities.find(({ id }) => id.includes('_door-3_')) ?? expect.fail('there is no door 3');
    expect(await ada.command(door.id, { kind: 'glide', dof: 0, to: 0, durationMs: 100 })).toMatchObject({ kind: 'done' });
    await expect
      .poll(async () => pointsOf(await paths.ask(across)).some(([x, y]) => Math.abs(x - 4) < 0.5 && y > 2.5), PATIENCE)
      .toBe(true);
    const inTheWay = { x: 4, y: 3, radiusM: 0.4 };
    expect(await paths.ask({ ...across, avoid: [inTheWay] })).toMatchObject({ kind: 'no path' });
  });

  it('[PS3] rides across floors, by topological ids', async () => {
    await using stage = await HubStage.start();
    const stops = ['Ground', 'Upper'].map((floor) => ({ floor, xCm: 650, yCm: 280 }));
    const upper = { name: 'Upper', heightCm: 300, edl: 'LENGTH 800 WIDTH 400\n1 POINT: x= 100 y= 200 theta= 0 name= "Loft"' };
    const floors = [{ name: 'Ground', edl: halves(100) }, upper];
    await build(stage, JSON.stringify({ name: 'House', floors, elevators: [{ name: 'Lift', stops }] }));
    using paths = await viewerAt(stage);
    const answer = await paths.ask({ start: { x: 1, y: 1, floor: 'ground' }, goal: { node: 'upper/loft' }, radiusM: 0.2 });
    expect(answer).toMatchObject({
      kind: 'path',
      legs: [
        { kind: 'drive', floor: 'ground' },
        { kind: 'ride', elevator: 'lift' },
        { kind: 'drive', floor: 'upper' },
      ],
    });
    expect(answer.kind === 'path' && answer.nodes.at(-1)).toBe('upper/loft');
    expect(await paths.ask({ ...across, goal: { node: 'attic' } })).toMatchObject({ kind: 'refused' });
  });

  it('[PS6] loads a planner of one’s own by its name into a running hub, and anew when its file changes', async () => {
    const folder = join(folderOf(), 'planners');
    await using stage = await HubStage.start({ planners: folder });
    using paths = await viewerAt(stage);
    await build(stage, siteOf(halves(300)));
    expect(await paths.ask({ ...across, planner: 'grid' })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('grid') as string,
    });
    mkdirSync(folder);
    copyFileSync('examples/planner-of-your-own.ts', join(folder, 'grid.ts'));
    const asked = async () => paths.ask({ ...across, planner: 'grid', withRoadmap: true });
    await expect.poll(async () => (await asked()).kind, PATIENCE).toBe('path');
    const answer = await asked();
    expect(answer).toMatchObject({ planner: 'grid' });
    expect(answer.kind === 'path' && answer.roadmaps?.[0]?.nodes.length).toBeGreaterThan(100);
    const { planners } = plannerListSchema.parse(await stage.get('GET /api/v1/planners', { token: (await stage.administrator()).token }));
    expect(planners.find(({ name }) => name === 'grid')).toMatchObject({ source: 'own', summary: expect.stringContaining('A*') as string });
    expect(planners.find(({ name }) => name === 'visibility')).toMatchObject({ source: 'built in' });
    writeFileSync(
      join(folder, 'grid.ts'),
      `export const planner = { summary: 'none', plan: () => ({ kind: 'not found', reason: 'changed' }) };`,
    );
    expect(await asked()).toMatchObject({ kind: 'not found', reason: 'changed' });
  });

  it('[PS6] [PS7] lets one stand in for one that is built in, and names file and error of one that is broken', async () => {
    const folder = folderOf();
    await using stage = await HubStage.start({ planners: folder });
    const { token } = await stage.administrator();
    const own = (name: string, plan: string) =>
      writeFileSync(join(folder, name), `export const planner = { summary: 'mine', plan: ${plan} };`);
    own('prm.mjs', '({ from, to }) => ({ kind: "path", points: [from, [3, 2], to] })');
    own('elsewhere.mjs', '({ from }) => ({ kind: "path", points: [from, [1, 1.5]] })');
    own('mute.mjs', '() => undefined');
    own('loud.mjs', '() => { throw new Error("no idea"); }');
    writeFileSync(join(folder, 'slip.mjs'), 'export const planner = {');
    writeFileSync(join(folder, 'other.mjs'), 'export const plan = 1;');
    using paths = await viewerAt(stage);
    const by = (planner: string) => paths.ask({ ...across, planner });
    expect(pointsOf(await by('prm'))).toEqual([
      [1, 1],
      [3, 2],
      [7, 1],
    ]);
    const refused = (...words: string[]) => ({ kind: 'refused', reason: expect.stringMatching(words.join('.*')) as string });
    expect(await by('elsewhere')).toMatchObject(refused('elsewhere', 'from 1,1 to 1,1.5'));
    expect(await by('mute')).toMatchObject(refused('mute'));
    expect(await by('loud')).toMatchObject(refused('loud', 'no idea'));
    expect(await by('slip')).toMatchObject(refused('slip.mjs', 'Unexpected'));
    expect(await by('other')).toMatchObject(refused('other.mjs', 'planner'));
    await build(stage, siteOf(halves(300)));
    expect(await by('prm')).toMatchObject({ kind: 'not found', reason: expect.stringContaining('blocked') as string });
    const { planners } = plannerListSchema.parse(await stage.get('GET /api/v1/planners', { token }));
    expect(planners.find(({ name }) => name === 'slip')?.problem).toContain('slip.mjs');
    expect(planners.find(({ name }) => name === 'prm')).toMatchObject({ source: 'own', summary: 'mine' });
  });
});

describe('planning with little patience', { timeout: 60_000 }, () => {
  it('[PS4] [PS5] ends a planner that does not end, refuses who comes when enough wait or would wait for too long, and goes on', async () => {
    const folder = folderOf();
    writeFileSync(join(folder, 'endless.mjs'), `export const planner = { summary: 'none', plan() { for (;;); } };`);
    const report = (error: unknown) => {
      throw error;
    };
    const ports = { clock: systemClock, random: systemRandom, report };
    await using store = await openStore(':memory:');
    const backbone = new EmbeddedBackbone({ ...ports, defer: queueMicrotask });
    const limits = { timeMs: 1500, megabytes: 256, waiting: 3, longestWaitMs: 1000 };
    await using planning = new Planning({ ...ports, store, folder, limits });
    const ofHub = {
      hub: 'hub',
      company: 'alone',
      backbone,
      store,
      enliven: () => undefined,
      onOpen: () => {},
      onRemove: () => {},
    } as const;
    await using worlds = new Worlds({ ...ports, ...ofHub, planning });
    await worlds.open('w', 'Ada');
    using paths = new PathService('w', { ...ports, bus: backbone.connect('asker') });
    await expect.poll(async () => (await paths.ask(across)).kind, PATIENCE).toBe('path');
    const asked = await Promise.all([
      paths.ask({ ...across, planner: 'endless' }),
      paths.ask(across),
      paths.ask(across),
      paths.ask(across),
    ]);
    expect(asked.map((answer) => (answer.kind === 'path' ? answer.kind : answer.reason))).toEqual([
      expect.stringContaining('1.5 s'),
      expect.stringContaining('too long'),
      expect.stringContaining('too long'),
      expect.stringContaining('3 wait'),
    ]);
    await expect.poll(async () => (await paths.ask(across)).kind, PATIENCE).toBe('path');
  });
});
