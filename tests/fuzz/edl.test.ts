import { describe, expect, it } from 'vitest';
import { startSeed } from '../seed.ts';
import { fuzzEdl } from './edl.ts';

describe('mutated maps', () => {
  it('[E4] [E9] [E12] 4,000 spoilt texts: each is answered, and the answers agree', { timeout: 300_000 }, () => {
    const report = fuzzEdl({ texts: 4000, seed: startSeed });
    console.info(`fuzzed: ${JSON.stringify(report)}`);
    expect(report.problems).toEqual([]);
    // Some pass and some do not, or else the mutations would test nothing.
    expect(report.compiled).toBeGreaterThan(100);
    expect(report.compiled).toBeLessThan(3900);
    expect(report.formatted).toBeGreaterThan(100);
  });
});
