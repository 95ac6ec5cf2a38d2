import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ORIGIN } from '../../core/base/pose.ts';
import { puma560 } from '../../core/robots/catalog/puma-560.ts';
import { draftOf } from '../../core/robots/robots.ts';
import { HubStage } from '../../hub/hub-stage.contract.ts';
import { joinWorld, type World } from '../../library/manyhands.ts';
import type { BoardLook, BoardReading } from './board-link.ts';
import { LinkedPage } from './linked-page.contract.ts';
import type { WorldLink } from './world-link.ts';

const WITHIN = { timeout: 8000, interval: 20 };

let stage: HubStage;
let program: World;
let link: WorldLink;

beforeEach(async () => {
  stage = await HubStage.start({ world: 'lab' });
  program = await joinWorld(`${stage.hub.url}/lab`, { name: 'Ranger', link: stage.hub.joinLink, onError: () => undefined });
  await program.board.ready;
  const { token } = await stage.session(stage.hub.joinLink, 'Ada');
  const page = new LinkedPage({ url: `${stage.hub.url.replace('http', 'ws')}/v1/worlds/lab`, world: 'lab', name: 'Ada', token });
  onTestFinished(() => page[Symbol.asyncDispose]());
  ({ link } = page);
  await vi.waitFor(() => expect(link.status.get()).toEqual({ kind: 'open' }), WITHIN);
});

afterEach(async () => {
  await program.leave();
  await stage[Symbol.asyncDispose]();
});

const look = (...names: string[]): Promise<BoardLook> => link.board.look({ edition: undefined, names });

async function held(name: string): Promise<NonNullable<BoardReading['held']>> {
  return vi.waitFor(async () => {
    const [reading] = (await look(name)).readings;
    if (!reading?.held) throw new Error(`${name} is not there yet`);
    return reading.held;
  }, WITHIN);
}

it('a page sees what a program declared and wrote, by whom, over which hops', async () => {
  await program.board.declare('lab/range', {
    type: 'number',
    unit: 'm',
    goodForMs: 500,
    writers: { kind: 'participant', id: program.id },
  });
  await program.board.write('lab/range', 1.5, { earlier: [{ node: 'can0', kind: 'device', shareMs: 20, basis: 'assumed' }] });
  const { value, age, writer, isWriterHere, hops } = await held('lab/range');
  expect({ value, writer, isWriterHere }).toEqual({ value: { type: 'number', value: 1.5 }, writer: 'Ranger', isWriterHere: true });
  expect(hops.map(({ node, basis }) => [node, basis])).toEqual([
    ['can0', 'assumed'],
    ['Ranger', 'measured'],
  ]);
  expect(age.kind === 'known' && age.ageMs).toBeGreaterThanOrEqual(20);
  expect((await look()).variables).toEqual([
    {
      ...{ name: 'lab/range', type: 'number', unit: 'm', goodForMs: 500, writers: { kind: 'participant', name: 'Ranger' } },
      objection: expect.stringMatching(/^only .* may write lab\/range/),
    },
  ]);
});

it('only what is asked for crosses, and the list of variables only when it is another one', async () => {
  await program.board.declare('lab/a', { type: 'number' });
  await program.board.declare('lab/b', { type: 'number' });
  await program.board.write('lab/b', 1);
  await held('lab/b');
  const first = await look('lab/b', 'lab/nothing');
  expect(first.variables?.map(({ name }) => name)).toEqual(['lab/a', 'lab/b']);
  expect(first.readings.map(({ name }) => name)).toEqual(['lab/b']);
  const again = await link.board.look({ edition: first.edition, names: ['lab/a'] });
  expect(again).toEqual({ edition: first.edition, variables: undefined, readings: [{ name: 'lab/a', held: undefined }] });
  await link.board.declare('lab/c', { type: 'text' });
  const then = await link.board.look({ edition: first.edition, names: [] });
  expect(then.variables?.map(({ name }) => name)).toEqual(['lab/a', 'lab/b', 'lab/c']);
});

it('of long values the beginning crosses, and of bytes how many there are', async () => {
  await program.board.declare('lab/note', { type: 'text' });
  await program.board.declare('lab/scan', { type: 'vector' });
  await program.board.declare('lab/image', { type: 'bytes' });
  await program.board.write('lab/note', 'x'.repeat(5000));
  await program.board.write(
    'lab/scan',
    Array.from({ length: 361 }, (_, i) => i),
  );
  await program.board.write('lab/image', { content: 'image/jpeg', bytes: new Uint8Array(3000) });
  expect((await held('lab/note')).value).toEqual({ type: 'text', value: 'x'.repeat(2000), length: 5000 });
  const scan = (await held('lab/scan')).value;
  expect(scan.type === 'vector' && [scan.value.length, scan.length]).toEqual([64, 361]);
  expect((await held('lab/image')).value).toEqual({ type: 'bytes', content: 'image/jpeg', length: 3000 });
});

it('a page writes, and is told what became of it; what is a robot obeys', async () => {
  await program.board.declare('lab/lamp', { type: 'boolean' });
  await vi.waitFor(async () => expect((await look('lab/lamp')).readings).toHaveLength(1), WITHIN);
  expect(await link.board.write('lab/lamp', true)).toEqual({ kind: 'written' });
  await vi.waitFor(() => expect(program.board.read('lab/lamp')).toMatchObject({ kind: 'value', value: true }), WITHIN);
  expect(await link.board.write('lab/lamp', 3)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('declared as boolean') });
  await link.insert(draftOf(puma560, { pose: ORIGIN, colour: 1 }), 'puma');
  expect(await link.board.write('robots/puma/joints/0', 0.1)).toEqual({ kind: 'written' });
  const pose = { name: 'robots/puma/pose', writers: { kind: 'mounted' }, objection: 'robots/puma/pose is only to be read' };
  await vi.waitFor(async () => expect((await look()).variables).toContainEqual(expect.objectContaining(pose)), WITHIN);
  await expect(link.board.declare('robots/puma/goal', { type: 'pose' })).rejects.toThrow('all of robots/ is mounted');
});

it('a writer who has left is shown by name, as gone', async () => {
  await program.board.declare('lab/range', { type: 'number' });
  await program.board.write('lab/range', 1);
  await held('lab/range');
  await program.leave();
  await vi.waitFor(async () => expect(await held('lab/range')).toMatchObject({ writer: 'Ranger', isWriterHere: false }), WITHIN);
});
