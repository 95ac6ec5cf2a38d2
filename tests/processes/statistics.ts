/** The value below which `share` of all are, by nearest rank: of 50 values p99 is the largest. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('no values to take a percentile of');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** How often each comes, most often first. */
export function countsOf(values: readonly string[]): [value: string, times: number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
