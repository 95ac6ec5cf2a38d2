import { describe, expect, it } from 'vitest';
import { startSeed } from '../seed.ts';
import { fuzzPrograms } from './programs.ts';

describe('mutated programs', () => {
  it('[RL2] [RL10] [RL19] 4,000 spoilt texts: each is answered, the answers agree, and what compiles runs', { timeout: 300_000 }, () => {
    const report = fuzzPrograms({ texts: 4000, seed: startSeed });
    console.info(`fuzzed: ${JSON.stringify(report)}`);
    expect(report.problems).toEqual([]);
    // Some pass and some do not, or else the mutations would test nothing.
    expect(report.compiled).toBeGreaterThan(100);
    expect(report.compiled).toBeLessThan(3900);
    expect(report.formatted).toBeGreaterThan(100);
  });
});
