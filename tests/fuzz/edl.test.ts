import { describe, expect, it } from 'vitest';
import { fuzzEdl } from './edl.ts';

describe('mutated maps', () => {
  it('[E4] [E9] [E12] 20,000 spoilt texts: each is answered, and the answers agree', { timeout: 1_200_000 }, () => {
    const report = fuzzEdl({ texts: 20_000, seed: 1 });
    console.info(`fuzzed: ${JSON.stringify(report)}`);
    expect(report.problems).toEqual([]);
    // Some pass and some do not, or else the mutations would test nothing.
    expect(report.compiled).toBeGreaterThan(500);
    expect(report.compiled).toBeLessThan(19_500);
    expect(report.formatted).toBeGreaterThan(500);
  });
});
