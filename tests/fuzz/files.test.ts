import { describe, expect, it } from 'vitest';
import { startSeed } from '../seed.ts';
import { formats, fuzzFiles } from './files.ts';

describe('mutated files', () => {
  it.each(formats)('[F12] [F19] 2,000 spoilt %s files: each is imported, or refused with a reason, in time', async (format) => {
    const report = await fuzzFiles({ format, files: 2000, seed: startSeed });
    console.info(`fuzzed: ${JSON.stringify(report)}`);
    expect(report.problems).toEqual([]);
    // Some pass and some do not, or else the mutations would test nothing.
    expect(report.imported).toBeGreaterThan(50);
    expect(report.imported).toBeLessThan(1950);
  });
});
