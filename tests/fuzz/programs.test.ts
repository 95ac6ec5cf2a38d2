import { describe, expect, it } from 'vitest';
import { fuzzPrograms } from './programs.ts';

describe('mutated programs', () => {
  it('[RL2] [RL10] [RL19] 20,000 spoilt texts: each is answered, the answers agree, and what compiles runs', { timeout: 1_200_000 }, () => {
    const report = fuzzPrograms({ texts: 20_000, seed: 1 });
    console.info(`fuzzed: ${JSON.stringify(report)}`);
    expect(report.problems).toEqual([]);
    // Some pass and some do not, or else the mutations would test nothing.
    expect(report.compiled).toBeGreaterThan(500);
    expect(report.compiled).toBeLessThan(19_500);
    expect(report.formatted).toBeGreaterThan(500);
  });
});
