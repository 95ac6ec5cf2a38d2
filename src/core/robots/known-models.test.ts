import { beforeEach, expect, it } from 'vitest';
import { VirtualTime } from '../base/virtual-time.ts';
import { cubePiece, cylinderPiece } from './catalog/pieces.ts';
import { KnownModels } from './known-models.ts';
import type { Model } from './model.ts';

let time: VirtualTime;
let kept: readonly Model[];
let looks: number;
let troubles: unknown[];
let known: KnownModels;
let isBroken: boolean;

beforeEach(() => {
  time = new VirtualTime();
  [kept, looks, troubles, isBroken] = [[cubePiece], 0, [], false];
  const shelf = {
    all: async () => {
      looks++;
      if (isBroken) throw new Error('the disk is full');
      return { models: kept, fingerprint: kept.map(({ id, summary }) => id + summary).join() };
    },
  };
  known = new KnownModels(shelf, time.clock(), (error) => troubles.push(error));
});

it('fetches nothing before anything is needed', async () => {
  known.heard('new');
  expect(known.get('piece-cube')).toBeUndefined();
  await time.run(time.now + 120_000);
  expect(looks).toBe(0);
});

it('knows what is kept once it has looked, and the same object while nothing changes', async () => {
  await known.load();
  const cube = known.get('piece-cube');
  expect(cube).toEqual(cubePiece);
  await known.load();
  expect(known.get('piece-cube')).toBe(cube);
});

it('knows one that has not changed as the same object, whatever becomes of others', async () => {
  kept = [structuredClone(cubePiece), cylinderPiece];
  await known.load();
  const cube = known.get('piece-cube');
  kept = [structuredClone(cubePiece), { ...cylinderPiece, summary: 'Another one' }];
  await known.load();
  expect(known.get('piece-cylinder')?.summary).toBe('Another one');
  expect(known.get('piece-cube')).toBe(cube);
});

it('looks for one that is not known, but not all the time', async () => {
  await known.load();
  kept = [cubePiece, cylinderPiece];
  expect(known.get('piece-cylinder')).toBeUndefined();
  expect(looks).toBe(1);
  await time.run(time.now + 2001);
  expect(known.get('piece-cylinder')).toBeUndefined();
  await time.run(time.now + 1);
  expect(known.get('piece-cylinder')).toEqual(cylinderPiece);
  expect(looks).toBe(2);
});

it('looks when it hears of something new, and now and then besides', async () => {
  await known.load();
  const same = kept.map(({ id, summary }) => id + summary).join();
  known.heard(same);
  expect(looks).toBe(1);
  known.heard('another');
  expect(looks).toBe(2);
  await time.run(time.now + 60_001);
  expect(looks).toBe(3);
});

it('keeps what it knows when the shelf fails, says so, and looks again', async () => {
  await known.load();
  isBroken = true;
  await time.run(time.now + 60_001);
  expect(troubles).toHaveLength(1);
  expect(known.get('piece-cube')).toEqual(cubePiece);
});

it('looks no more once it is disposed', async () => {
  await known.load();
  known[Symbol.dispose]();
  await time.run(time.now + 300_000);
  expect(looks).toBe(1);
});

it('knows the newest, though the answer to an earlier look comes last', async () => {
  const answers: ((models: readonly Model[]) => void)[] = [];
  const slow = {
    all: () =>
      new Promise<{ models: readonly Model[]; fingerprint: string }>((resolve) => {
        answers.push((models) => resolve({ models, fingerprint: `${models.length}` }));
      }),
  };
  using models = new KnownModels(slow, time.clock(), (error) => troubles.push(error));
  const [first, second] = [models.load(), models.load()];
  let isSettled = false;
  void models.settled.then(() => {
    isSettled = true;
  });
  answers[1]?.([cubePiece, cylinderPiece]);
  await second;
  answers[0]?.([cubePiece]);
  await first;
  expect(models.get('piece-cylinder')).toEqual(cylinderPiece);
  await models.settled;
  expect(isSettled).toBe(true);
});

it('settles when what is looked for is here, or cannot be had', async () => {
  let isSettled = false;
  isBroken = true;
  const loading = known.load();
  void known.settled.then(() => {
    isSettled = true;
  });
  expect(isSettled).toBe(false);
  await expect(loading).rejects.toThrow('the disk is full');
  await known.settled;
  expect(isSettled).toBe(true);
});
