import { expect, it } from 'vitest';
import { startSeed } from '../seed.ts';
import { fuzzFrames } from './frames.ts';

it('[S20] [S10] the door survives 4 s of random and mutated frames, and its neighbours notice nothing', async () => {
  const report = await fuzzFrames({ seconds: 4, seed: startSeed });
  console.info(`fuzzed: ${JSON.stringify(report)}`);
  expect(report.problems).toEqual([]);
  expect(report.frames).toBeGreaterThan(200);
  expect(Object.keys(report.closed)).toEqual(expect.arrayContaining(['malformed', 'out-of-turn']));
});
