import { expect, it } from 'vitest';
import { OneAtATime } from './one-at-a-time.ts';

/** Runs that end when the test says so. */
function controlled() {
  const ends: { resolve(): void; reject(error: Error): void }[] = [];
  const runs = new OneAtATime(() => new Promise((resolve, reject) => void ends.push({ resolve, reject })));
  return { runs, ends };
}

it('begins one run, and one more for all who ask meanwhile', async () => {
  const { runs, ends } = controlled();
  const first = runs.ask();
  const others = [runs.ask(), runs.ask(), runs.ask()];
  expect(ends).toHaveLength(1);
  ends[0]?.resolve();
  await first;
  await Promise.resolve();
  expect([ends.length, runs.isRunning]).toEqual([2, true]);
  ends[1]?.resolve();
  await Promise.all(others);
  expect([ends.length, runs.isRunning]).toEqual([2, false]);
});

it('begins no second run in the instant between two', async () => {
  const { runs, ends } = controlled();
  const first = runs.ask();
  const second = runs.ask();
  // Before the run that follows has begun.
  const third = first.then(() => runs.ask());
  ends[0]?.resolve();
  await first;
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  expect(ends.length).toBeLessThanOrEqual(2);
  ends[1]?.resolve();
  await second;
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  ends[2]?.resolve();
  await third;
  expect(runs.isRunning).toBe(false);
});

it('tells those who asked what went wrong, and goes on with the next', async () => {
  const { runs, ends } = controlled();
  const [first, second] = [runs.ask(), runs.ask()];
  const { settled } = runs;
  ends[0]?.reject(new Error('no answer'));
  await expect(first).rejects.toThrow('no answer');
  await Promise.resolve();
  ends[1]?.reject(new Error('again no answer'));
  await expect(second).rejects.toThrow('again no answer');
  await expect(settled).resolves.toBeUndefined();
});
