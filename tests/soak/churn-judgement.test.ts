import { expect, it } from 'vitest';
import { type ChurnReport, type ChurnSample, PARTICIPANTS } from '../scenarios/churn.ts';
import { heapSlopeMbPerMinute, judge } from './churn-judgement.ts';

/** Ten minutes, a sample every ten seconds. */
const samplesOf = (change: (minutes: number) => Partial<ChurnSample>): ChurnSample[] =>
  Array.from({ length: 60 }, (_, i) => ({
    ...{ atMs: i * 10_000, sockets: 66, timers: 18, heapBytes: 49e6, participants: PARTICIPANTS, entities: 31 },
    ...change(i / 6),
  }));

const GOOD: ChurnReport = {
  ...{ durationMs: 600_000, socketsBefore: 6, samples: samplesOf(() => ({})), leftover: [], troubles: [], failed: {} },
  ...{ joins: 90, kills: 60, suspensions: 30, inserted: 2000, loads: 900, loadTimeouts: 20, mostLoadsInFlight: 2 },
};

const missedBy = (report: Partial<ChurnReport>): string[] =>
  judge({ ...GOOD, ...report })
    .filter(({ isKept }) => !isKept)
    .map(({ what }) => what);

it('is content with a run in which nothing grows', () => {
  expect(missedBy({})).toEqual([]);
});

it.each<[string, Partial<ChurnReport>]>([
  ['model loads begun', { loads: 9000 }],
  ['model loads in flight in a process', { mostLoadsInFlight: 3 }],
  ['model loads that timed out', { loadTimeouts: 1872 }],
  ['sockets of the hub', { samples: samplesOf(() => ({ sockets: 138 })) }],
  ['more sockets in the last third', { samples: samplesOf((minutes) => ({ sockets: 50 + 2.4 * minutes })) }],
  ['more timers in the last third', { samples: samplesOf((minutes) => ({ timers: 20 + 5 * minutes })) }],
  ['entities that nobody inserted', { leftover: ['arm'] }],
  ['heap slope, MB/min', { samples: samplesOf((minutes) => ({ heapBytes: 49e6 + 1.2e6 * minutes })) }],
  ['participants killed', { kills: 0 }],
  ['participants that joined', { joins: 20, loads: 500 }],
  ['samples with half of them at the hub', { samples: samplesOf(() => ({ participants: 0, sockets: 8 })) }],
  ['entities inserted', { inserted: 3 }],
])('misses its bound of: %s', (what, report) => {
  expect(missedBy(report)).toEqual([what]);
});

it('is content when links are lost and come again, on a machine that has no time for them', () => {
  const samples = samplesOf((minutes) => ({ participants: minutes < 4 ? 9 : 30, sockets: minutes < 4 ? 24 : 66 }));
  expect(missedBy({ samples })).toEqual([]);
});

it('measures the slope of the heap whatever a few samples show', () => {
  const samples = samplesOf((minutes) => ({ heapBytes: 49e6 + 0.5e6 * minutes + (Math.round(minutes * 6) % 10 === 0 ? 20e6 : 0) }));
  expect(heapSlopeMbPerMinute(samples)).toBeCloseTo(0.5, 1);
});
