import { describe, expect, it } from 'vitest';
import { hashText } from '../../core/base/hash.ts';
import { runCampaign, WORKER } from '../campaign.ts';
import { PLACES, PLACES_EVERY, runSeed, type SeedReport } from '../scenario.ts';
import { WORKS_COUNTS } from '../works-counts.ts';

/** It has what other tests leave of the machine. */
const LONGEST_MS = 900_000;
const SEEDS = 100;

async function replay(seed: number): Promise<{ report: SeedReport; traceHash: number }> {
  let traceHash = 0;
  const report = await runSeed(seed, (line) => {
    traceHash = hashText(line, traceHash);
  });
  return { report, traceHash };
}

describe('the works', () => {
  it('replay a seed bit by bit', { timeout: LONGEST_MS }, async () => {
    const first = await replay(47);
    expect(await replay(47)).toEqual(first);
    expect(first.report.violations).toEqual([]);
  });

  it(`are right in ${SEEDS} seeds, in which all happens that is counted`, { timeout: LONGEST_MS }, async () => {
    const reports: SeedReport[] = [];
    await runCampaign({
      worker: WORKER,
      from: PLACES.works,
      step: PLACES_EVERY,
      seeds: SEEDS,
      mode: 'all',
      onReport: (report) => reports.push(report),
    });
    expect(reports.flatMap(({ seed, violations }) => violations.map((violation) => ({ seed, ...violation })))).toEqual([]);
    const totals = Object.fromEntries(WORKS_COUNTS.map((count) => [count, reports.reduce((sum, report) => sum + report[count], 0)]));
    console.log(`the works: ${reports.length} seeds; in all ${JSON.stringify(totals)}`);
    expect(reports).toHaveLength(SEEDS);
    for (const count of WORKS_COUNTS) expect(totals[count], count).toBeGreaterThan(0);
    // Each seed has these. A task may find nobody to start it in time.
    for (const count of ['swapsChecked', 'savesKept', 'effects'] as const)
      expect(
        reports.filter((report) => report[count] === 0).map(({ seed }) => seed),
        count,
      ).toEqual([]);
  });
});
