import type { Place, SeedReport } from './scenario.ts';

/** What a report counts. */
export type Count = Exclude<keyof SeedReport, 'seed' | 'violations' | 'stateHash' | 'epochs' | 'done'>;

const NOT_COUNTED: ReadonlySet<string> = new Set(['seed', 'violations', 'stateHash', 'epochs', 'done'] satisfies Exclude<
  keyof SeedReport,
  Count
>[]);

/** What cannot be missing in a few hundred seeds of a place. */
const OF_PLACE: Readonly<Record<Place, readonly Count[]>> = {
  workshop: ['grasps', 'releases', 'races', 'grippingHandOvers', 'stoppedHandOvers', 'leasedHandOvers'],
  yard: ['pushes'],
  hubs: ['leadersLost', 'writesUndone', 'relistings', 'moves', 'refusals', 'revocations'],
  works: ['storeCrashes', 'savesUndone', 'programsInFlight', 'tasksInFlight', 'taskStarts', 'valuesChecked', 'annexFoundings'],
};
/** In so many seeds everything happens that may happen. */
const MANY_SEEDS = 300;

/** Of every count, per seed, to a hundredth. */
export function meansOf(reports: readonly SeedReport[]): Record<string, number> {
  return Object.fromEntries(countsOf(reports).map(([count, sum]) => [count, Math.round((100 * sum) / reports.length) / 100]));
}

/** What did not happen once in many seeds, though it should: then the invariants about it were not tested. */
export function missing(reports: readonly SeedReport[], place: Place | undefined): string[] {
  if (reports.length < MANY_SEEDS) return [];
  const isExpected = (count: string) => place === undefined || OF_PLACE[place].some((expected) => expected === count);
  return countsOf(reports).flatMap(([count, sum]) => (sum === 0 && isExpected(count) ? [count] : []));
}

function countsOf(reports: readonly SeedReport[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const report of reports)
    for (const [count, value] of Object.entries(report))
      if (typeof value === 'number' && !NOT_COUNTED.has(count)) sums.set(count, (sums.get(count) ?? 0) + value);
  return [...sums];
}
