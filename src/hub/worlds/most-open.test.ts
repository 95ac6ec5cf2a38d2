import { expect, it, onTestFinished } from 'vitest';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { openStore } from '../../storage/storage.ts';
import { Planning } from '../planning/planning.ts';
import { Worlds } from './worlds.ts';

const MOST = 2;

async function stage() {
  const report = (error: unknown) => {
    throw error;
  };
  const ports = { clock: systemClock, random: systemRandom, report };
  const store = await openStore(':memory:');
  onTestFinished(() => store[Symbol.asyncDispose]());
  const worlds = new Worlds({
    ...ports,
    store,
    backbone: new EmbeddedBackbone({ ...ports, defer: queueMicrotask }),
    planning: new Planning({ ...ports, store, folder: undefined }),
    hub: 'hub',
    company: 'alone',
    enliven: () => undefined,
    onOpen: () => {},
    onRemove: () => {},
    mostOpen: MOST,
  });
  onTestFinished(() => worlds[Symbol.asyncDispose]());
  const made = async () => (await store.worlds.all()).map(({ id }) => id);
  return { worlds, made };
}

const REFUSED = { kind: 'refused', reason: `this hub has ${MOST} worlds open already` };

it('[H18] has so many worlds open and no more, and does not make one that it refuses', async () => {
  const { worlds, made } = await stage();
  for (const id of ['one', 'two']) expect((await worlds.open(id, 'ann')).kind).toBe('open');
  expect(await worlds.open('three', 'ann')).toEqual(REFUSED);
  expect((await worlds.open('one')).kind).toBe('open');
  expect(await made()).toEqual(['one', 'two']);
  await worlds.remove('one');
  expect((await worlds.open('three', 'ann')).kind).toBe('open');
});

it('[H18] counts the worlds that are opened at the same time', async () => {
  const { worlds, made } = await stage();
  const openings = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => worlds.open(id, 'ann')));
  expect(openings.filter(({ kind }) => kind === 'open')).toHaveLength(MOST);
  expect(openings.filter(({ kind }) => kind === 'refused')).toEqual([REFUSED, REFUSED, REFUSED]);
  expect(worlds.all()).toHaveLength(MOST);
  expect(await made()).toHaveLength(MOST);
});
