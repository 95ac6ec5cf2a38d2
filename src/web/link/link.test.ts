import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as pathOf } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EntityDraft } from '../../core/api/messages.ts';
import { ORIGIN, planarPose } from '../../core/base/pose.ts';
import { cubePiece } from '../../core/robots/catalog/pieces.ts';
import { puma560 } from '../../core/robots/catalog/puma-560.ts';
import { draftOf, toolPose } from '../../core/robots/robots.ts';
import { HubStage } from '../../hub/hub-stage.contract.ts';
import { LinkedPage } from './linked-page.contract.ts';
import type { EntityInfo, Stick, WorldLink } from './world-link.ts';

const WITHIN = { timeout: 8000, interval: 20 };
const PIONEER: EntityDraft = { name: 'Pioneer', model: 'pioneer-3dx', kind: 'dynamic', dofs: [], initial: { pose: ORIGIN, values: [] } };
const ARM: EntityDraft = {
  name: 'Arm',
  model: 'arm',
  kind: 'dynamic',
  dofs: [{ name: 'waist', kind: 'rotation', low: -2, high: 2, speedPerS: 1 }],
  initial: { pose: planarPose(3, 0, 0), values: [0.5] },
};
const FORWARD = { twist: { vx: 0.5, vy: 0, vz: 0, wx: 0, wy: 0, wz: 0 } };

let stage: HubStage;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(pathOf(tmpdir(), 'manyhands-link-'));
  stage = await HubStage.start({ world: 'lab', db: pathOf(folder, 'hub.db') });
});

afterEach(async () => {
  await stage[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function join(name: string): Promise<LinkedPage> {
  const { token } = await stage.session(stage.hub.joinLink, name);
  const page = new LinkedPage({ url: `${stage.hub.url.replace('http', 'ws')}/v1/worlds/lab`, world: 'lab', name, token });
  onTestFinished(() => page[Symbol.asyncDispose]());
  await vi.waitFor(() => expect(page.link.status.get()).toEqual({ kind: 'open' }), WITHIN);
  return page;
}

const entity = (link: WorldLink, id: string): EntityInfo => {
  const found = link.entities.get().get(id);
  if (!found) throw new Error(`${id} is not here`);
  return found;
};

/** Orders and takes frames, as an animation loop does, until one has the entity. */
async function poseOf(link: WorldLink, id: string): Promise<{ x: number; worldMs: number }> {
  const read = () => {
    const frame = link.frame();
    const x = frame?.poses[entity(link, id).slot * 7];
    if (!frame || x === undefined) throw new Error('no frame yet');
    return { x, worldMs: frame.worldMs };
  };
  const { worldMs } = await vi.waitFor(read, WITHIN);
  return vi.waitFor(() => {
    const next = read();
    expect(next.worldMs).toBeGreaterThan(worldMs);
    return next;
  }, WITHIN);
}

async function takeStick(link: WorldLink, id: string): Promise<Stick> {
  const driven = await link.drive(id);
  if (driven.kind !== 'driving') throw new Error(driven.reason);
  return driven.stick;
}

/** Holds the stick as a page does, at every frame. */
function keepHolding(stick: Stick): Disposable {
  const timer = setInterval(() => stick.hold(FORWARD), 16);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

describe('two pages in one world', () => {
  it('hold states of the same hash', async () => {
    const [ada, kenji] = [await join('Ada'), await join('Kenji')];
    await ada.link.insert(ARM, 'arm');
    const first = (await ada.link.stateHashes()).get('arm');
    expect(first).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await kenji.link.stateHashes()).toEqual(new Map([['arm', first]])), WITHIN);
    await kenji.link.command('arm', { kind: 'glide', dof: 0, to: 1 });
    const then = (await kenji.link.stateHashes()).get('arm');
    expect(then).not.toBe(first);
    expect(await ada.link.stateHashes()).toEqual(new Map([['arm', then]]));
  });

  it('know at which hub the other is, and the hub itself; of themselves they do not', async () => {
    const [ada, kenji] = [await join('Ada'), await join('Kenji')];
    const told = async () => (await kenji.link.members()).map(({ name, kind, hub }) => [name, kind, hub]);
    await vi.waitFor(
      async () =>
        expect((await told()).toSorted()).toEqual([
          ['Ada', 'guest', 'hub'],
          ['Kenji', 'guest', undefined],
          ['hub', 'hub', 'hub'],
        ]),
      WITHIN,
    );
    expect((await ada.link.members()).every(({ clockErrorMs }) => clockErrorMs < 1000)).toBe(true);
  });

  it('see each other, and what one inserts, where it is', async () => {
    const [ada, kenji] = [await join('Ada'), await join('Kenji')];
    await ada.link.insert(ARM, 'arm');
    await vi.waitFor(() => expect(entity(kenji.link, 'arm').description.name).toBe('Arm'), WITHIN);
    await vi.waitFor(() => expect(kenji.link.people.get().map(({ name }) => name)).toEqual(['Kenji', 'Ada']), WITHIN);
    const { x } = await poseOf(kenji.link, 'arm');
    expect(x).toBe(3);
    const { valuesAt } = entity(kenji.link, 'arm');
    expect(kenji.link.frame()?.values[valuesAt]).toBe(0.5);
    // A page is told of news ten times a second, of its own too.
    await vi.waitFor(() => expect(entity(ada.link, 'arm').isMine).toBe(true), WITHIN);
    // Alive once its owner's sign of life has come, which may be after its state.
    await vi.waitFor(() => expect(entity(kenji.link, 'arm')).toMatchObject({ isMine: false, isLive: true, owner: 'ada' }), WITHIN);
  });

  it('see what one removes go, and give its place to what comes next', async () => {
    const [ada, kenji] = [await join('Ada'), await join('Kenji')];
    await ada.link.insert(PIONEER, 'first');
    const before = await vi.waitFor(() => entity(kenji.link, 'first').slot, WITHIN);
    await ada.link.remove('first');
    await vi.waitFor(() => expect(kenji.link.entities.get().has('first')).toBe(false), WITHIN);
    await ada.link.insert(PIONEER, 'second');
    await vi.waitFor(() => expect(entity(kenji.link, 'second').slot).toBe(before), WITHIN);
  });

  it('tell each other colours that differ, avatars, and who drives what', async () => {
    const [ada, kenji] = [await join('Ada'), await join('Kenji')];
    await ada.link.insert(PIONEER, 'pioneer');
    ada.link.look({ pose: planarPose(1, 2, 0), selected: 'pioneer' });
    const stick = await takeStick(ada.link, 'pioneer');
    using _ = keepHolding(stick);
    await vi.waitFor(() => {
      const seen = kenji.link.people.get().find(({ id }) => id === 'ada');
      expect(seen).toMatchObject({ presence: 'here', controls: ['pioneer'], avatar: { selected: 'pioneer', pose: { x: 1, y: 2 } } });
      expect(seen?.colour).toBe(ada.link.me.get()?.colour);
      expect(seen?.colour).not.toBe(kenji.link.me.get()?.colour);
    }, WITHIN);
  });

  it('talk, and one hears oneself', async () => {
    const [ada, kenji] = [await join('Ada'), await join('Kenji')];
    await vi.waitFor(() => expect(kenji.link.people.get()).toMatchObject([{ name: 'Kenji' }, { name: 'Ada' }]), WITHIN);
    ada.link.say('hello');
    for (const { link } of [ada, kenji])
      await vi.waitFor(() => expect(link.chat.get()).toMatchObject([{ from: 'ada', name: 'Ada', text: 'hello' }]), WITHIN);
  });
});

describe('driving over the link', () => {
  it('moves the robot in both frames while the stick is held, and stops when it is released', async () => {
    const [ada, kenji] = [await join('Ada'), await join('Kenji')];
    await ada.link.insert(PIONEER, 'pioneer');
    await vi.waitFor(() => entity(kenji.link, 'pioneer'), WITHIN);
    const stick = await takeStick(kenji.link, 'pioneer');
    {
      using _ = keepHolding(stick);
      for (const { link } of [ada, kenji])
        await vi.waitFor(async () => expect((await poseOf(link, 'pioneer')).x).toBeGreaterThan(0.1), WITHIN);
    }
    await stick.release();
    await vi.waitFor(() => expect(entity(ada.link, 'pioneer').control.driver).toBeUndefined(), WITHIN);
    const rest = (await poseOf(ada.link, 'pioneer')).x;
    await expect(stillAt(ada.link, 'pioneer', rest)).resolves.toBe(true);
  });

  it('halts by itself when the page says nothing for 250 ms, and lets go after 2 s', async () => {
    const ada = await join('Ada');
    await ada.link.insert(PIONEER, 'pioneer');
    const stick = await takeStick(ada.link, 'pioneer');
    {
      using _ = keepHolding(stick);
      await vi.waitFor(async () => expect((await poseOf(ada.link, 'pioneer')).x).toBeGreaterThan(0.05), WITHIN);
    }
    await vi.waitFor(async () => expect(await stillAt(ada.link, 'pioneer', (await poseOf(ada.link, 'pioneer')).x)).toBe(true), WITHIN);
    expect(stick.isHeld).toBe(true);
    await vi.waitFor(() => expect(stick.isHeld).toBe(false), WITHIN);
    await vi.waitFor(() => expect(entity(ada.link, 'pioneer').control.driver).toBeUndefined(), WITHIN);
  });

  it('latches a Stop, for all, until it is re-armed', async () => {
    const [ada, kenji] = [await join('Ada'), await join('Kenji')];
    await ada.link.insert(PIONEER, 'pioneer');
    await ada.link.insert(ARM, 'arm');
    await vi.waitFor(() => expect(kenji.link.entities.get().size).toBe(2), WITHIN);
    await kenji.link.stopAll('look out');
    const stop = await vi.waitFor(() => {
      expect(entity(ada.link, 'arm').control.stop).toMatchObject({ by: 'kenji', reason: 'look out' });
      const found = entity(ada.link, 'pioneer').control.stop;
      if (!found) throw new Error('not stopped');
      return found;
    }, WITHIN);
    expect(await ada.link.drive('pioneer')).toMatchObject({ kind: 'refused', reason: expect.stringContaining('look out') });
    expect(await ada.link.rearm('pioneer', stop.id)).toMatchObject({ kind: 'done' });
    expect(await ada.link.drive('pioneer')).toMatchObject({ kind: 'driving' });
  });
});

describe('the link', () => {
  it('says why what was asked failed', async () => {
    const ada = await join('Ada');
    await expect(ada.link.stop('nothing', 'so')).rejects.toThrow('no entity nothing');
    await ada.link.insert(PIONEER, 'pioneer');
    await expect(ada.link.insert(PIONEER, 'pioneer')).rejects.toThrow('pioneer');
  });

  it('is lost when the hub goes, and all goes on when it is back', async () => {
    const ada = await join('Ada');
    await ada.link.insert(PIONEER, 'pioneer');
    const port = Number(new URL(stage.hub.url).port);
    await stage[Symbol.asyncDispose]();
    await vi.waitFor(() => expect(ada.link.status.get().kind).toBe('lost'), WITHIN);
    expect((await poseOf(ada.link, 'pioneer')).x).toBe(0);
    stage = await HubStage.start({ world: 'lab', port, db: pathOf(folder, 'hub.db') });
    await vi.waitFor(() => expect(ada.link.status.get()).toEqual({ kind: 'open' }), { timeout: 15_000, interval: 50 });
    await vi.waitFor(async () => expect(await ada.link.command('pioneer', { kind: 'halt' })).toMatchObject({ kind: 'done' }), WITHIN);
    expect(ada.link.me.get()?.name).toBe('Ada');
  });

  it('is refused, with the reason, to whoever has no right to come in', async () => {
    const eve = new LinkedPage({ url: `${stage.hub.url.replace('http', 'ws')}/v1/worlds/lab`, world: 'lab', name: 'Eve', token: 'forged' });
    onTestFinished(() => eve[Symbol.asyncDispose]());
    await vi.waitFor(() => expect(eve.link.status.get()).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/.+/) }), WITHIN);
  });

  it('hands over what it owns when the page is hidden, and what moves goes on', async () => {
    const [ada, kenji] = [await join('Ada'), await join('Kenji')];
    await ada.link.insert(ARM, 'arm');
    await ada.link.command('arm', { kind: 'glide', dof: 0, to: -1.5, durationMs: 4000 });
    await vi.waitFor(() => expect(entity(kenji.link, 'arm').owner).toBe('ada'), WITHIN);
    ada.setPresence('away');
    await vi.waitFor(() => expect(entity(kenji.link, 'arm').owner).toBe('hub-lab'), WITHIN);
    const value = () => kenji.link.frame()?.values[entity(kenji.link, 'arm').valuesAt];
    await vi.waitFor(() => expect(value()).toBeCloseTo(-1.5, 2), WITHIN);
  });

  it('tells the others that a page is hidden, and that it is back', async () => {
    const [ada, kenji] = [await join('Ada'), await join('Kenji')];
    const presence = () => kenji.link.people.get().find(({ id }) => id === 'ada')?.presence;
    await vi.waitFor(() => expect(presence()).toBe('here'), WITHIN);
    ada.setPresence('away');
    await vi.waitFor(() => expect(presence()).toBe('away'), WITHIN);
    ada.setPresence('here');
    await vi.waitFor(() => expect(presence()).toBe('here'), WITHIN);
  });
});

describe('a gripper', () => {
  const [puma, cube] = [puma560, cubePiece];
  const tool = toolPose(puma, []) ?? ORIGIN;

  it('takes what is between its fingers along for everybody, once the page has told of its models, and lets it go', async () => {
    const [ada, kenji] = [await join('Ada'), await join('Kenji')];
    // Nothing falls meanwhile.
    await ada.link.changeTime({ kind: 'pause' });
    await ada.link.insert(draftOf(puma, { pose: ORIGIN, colour: 1 }), 'puma');
    await ada.link.insert(draftOf(cube, { pose: { ...ORIGIN, x: tool.x, y: tool.y, z: tool.z - 0.021 }, colour: 2 }), 'cube');
    expect(await ada.link.grasp('puma')).toMatchObject({ kind: 'refused' });
    ada.link.setModels([puma, cube]);
    expect(await ada.link.grasp('puma')).toEqual({ kind: 'done', part: 'cube' });
    expect(await ada.link.grasp('puma')).toMatchObject({ kind: 'refused', reason: expect.stringContaining('already') });
    await vi.waitFor(() => expect(entity(kenji.link, 'cube').heldBy).toBe('puma'), WITHIN);
    await ada.link.changeTime({ kind: 'run', rate: 1 });
    const { x } = await poseOf(kenji.link, 'cube');
    expect((await ada.link.command('puma', { kind: 'glide', dof: 0, to: 1 })).kind).toBe('done');
    await vi.waitFor(async () => expect(Math.abs((await poseOf(kenji.link, 'cube')).x - x)).toBeGreaterThan(0.02), WITHIN);
    expect(await ada.link.letFall('puma')).toEqual({ kind: 'done', part: 'cube' });
    await vi.waitFor(() => expect(entity(kenji.link, 'cube').heldBy).toBeUndefined(), WITHIN);
  });
});

it('a page hears that the catalog of the hub has changed', async () => {
  const { link } = await join('Ada');
  expect(link.catalog.get()).toBeUndefined();
  const { token } = await stage.session(stage.hub.administratorLink);
  expect((await stage.call('PUT /api/v1/models/my-cube', { token, body: { ...cubePiece, id: 'my-cube' } })).status).toBe(204);
  await vi.waitFor(() => expect(link.catalog.get()).toBeDefined(), WITHIN);
});

async function stillAt(link: WorldLink, id: string, x: number): Promise<boolean> {
  const { worldMs } = await poseOf(link, id);
  return vi.waitFor(async () => {
    const now = await poseOf(link, id);
    expect(now.worldMs).toBeGreaterThan(worldMs + 300);
    return Math.abs(now.x - x) < 0.02;
  }, WITHIN);
}

describe('programs', () => {
  it('run at the page that owns the robot, are seen and governed from another, and flags with them', async () => {
    const [ada, kenji] = [await join('Ada'), await join('Kenji')];
    ada.link.setModels([puma560]);
    await ada.link.insert(draftOf(puma560, { pose: ORIGIN, colour: 1 }), 'puma');
    await vi.waitFor(() => expect(entity(kenji.link, 'puma').isLive).toBe(true), WITHIN);
    const { runs, flags } = kenji.link.programs;
    const told: string[] = [];
    using _listening = runs.changes.on(({ robot }) => void told.push(robot));
    const order = {
      robot: 'puma',
      name: 'Wave',
      text: 'move(1, 10);\nflag(3);\nwhile (cellflag(2) == 0) wait(50);\nprint("seen");',
      positions: [],
    };
    expect(await runs.start({ ...order, text: 'mvoe(1);' })).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^line 1/) });
    expect(await runs.start(order)).toMatchObject({ kind: 'done' });
    await vi.waitFor(() => expect(runs.of('puma')).toMatchObject({ phase: 'running', name: 'Wave', line: 3 }), WITHIN);
    await vi.waitFor(() => expect(flags.of('puma')).toBe(3), WITHIN);
    expect((await runs.pause('puma')).kind).toBe('done');
    expect((await runs.setBreakpoints('puma', [4])).kind).toBe('done');
    expect((await runs.resume('puma')).kind).toBe('done');
    expect((await ada.link.programs.flags.setCell(2, 5)).kind).toBe('done');
    await vi.waitFor(() => expect(runs.of('puma')).toMatchObject({ phase: 'paused', line: 4 }), WITHIN);
    expect((await runs.step('puma')).kind).toBe('done');
    await vi.waitFor(() => expect(runs.of('puma')?.printed).toEqual([{ line: 4, text: 'seen' }]), WITHIN);
    expect(flags.cell(2)).toBe(5);
    expect(new Set(told)).toEqual(new Set(['puma']));
    expect(ada.link.programs.runs.all.map(({ robot }) => robot)).toEqual(['puma']);
  });
});

describe('the task of the world', () => {
  const condition = { kind: 'none' } as const;
  const row = { condition, robot: 'puma', program: 'wait', positions: undefined, text: 'while (cellflag(2) == 0) wait(50);', taught: [] };
  const order = { name: 'Waiting', rows: [row] };

  it('is seen and governed by every page, whoever started it; a second one is refused meanwhile', async () => {
    const [ada, kenji] = [await join('Ada'), await join('Kenji')];
    ada.link.setModels([puma560]);
    await ada.link.insert(draftOf(puma560, { pose: ORIGIN, colour: 1 }), 'puma');
    const { current } = kenji.link.tasks;
    expect(await kenji.link.tasks.stop()).toEqual({ kind: 'refused', reason: 'no task is performed' });
    expect(await ada.link.tasks.start(order)).toEqual({ kind: 'done' });
    await vi.waitFor(
      () => expect(current.get()).toMatchObject({ name: 'Waiting', phase: 'running', rows: [{ phase: 'running' }] }),
      WITHIN,
    );
    expect(await kenji.link.tasks.start(order)).toEqual({ kind: 'refused', reason: 'Waiting is running: stop it first' });
    expect(await kenji.link.tasks.pause()).toEqual({ kind: 'done' });
    await vi.waitFor(() => expect(ada.link.tasks.current.get()).toMatchObject({ phase: 'paused', rows: [{ phase: 'paused' }] }), WITHIN);
    expect(await ada.link.tasks.resume()).toEqual({ kind: 'done' });
    await vi.waitFor(() => expect(current.get()?.phase).toBe('running'), WITHIN);
    expect(await kenji.link.tasks.stop()).toEqual({ kind: 'done' });
    await vi.waitFor(() => expect(ada.link.tasks.current.get()).toMatchObject({ phase: 'stopped', rows: [{ phase: 'ended' }] }), WITHIN);
    const late = await join('Late');
    await vi.waitFor(() => expect(late.link.tasks.current.get()).toEqual(current.get()), WITHIN);
  });
});
