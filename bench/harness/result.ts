/** What a bench says in the end: ours against a peer's, pair by pair. */
import { largest, median } from './statistics.ts';

export interface Comparison {
  readonly bench: string;
  /** What was compared, with its unit. */
  readonly metric: string;
  readonly peerName: string;
  /** Ours divided by the peer's must not be above. */
  readonly gate: number;
  /** Nor below, where the peer is a prediction. */
  readonly floor?: number;
  /** One of each for each run, measured one after the other. */
  readonly ours: readonly number[];
  readonly peer: readonly number[];
}

/** One line of `--json`. */
export interface Result {
  readonly bench: string;
  readonly metric: string;
  readonly ours: number;
  readonly peer: number;
  readonly peerName: string;
  /** The median of the ratios of all pairs. */
  readonly ratio: number;
  readonly gate: number;
  readonly pass: boolean;
  readonly runs: number;
}

export const ratiosOf = ({ ours, peer }: Comparison): number[] => ours.map((value, i) => value / (peer[i] ?? Number.NaN));

export function judge(comparison: Comparison): Result {
  const { bench, metric, peerName, gate, ours, peer } = comparison;
  const ratio = median(ratiosOf(comparison));
  return {
    bench,
    metric,
    ours: rounded(median(ours)),
    peer: rounded(median(peer)),
    peerName,
    ratio: rounded(ratio),
    gate,
    pass: ratio <= gate && ratio >= (comparison.floor ?? 0),
    runs: ours.length,
  };
}

const rounded = (value: number): number => Number(value.toPrecision(4));

/** For people: a line each, and the worst pair, which `--json` has no field for. */
export function formatTable(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map((comparison) => {
    const { bench, metric, ours, peer, peerName, ratio, gate, pass, runs } = judge(comparison);
    const worst = rounded(largest(ratiosOf(comparison)));
    return [bench, metric, peerName, ours, peer, ratio, worst, gate, runs, pass ? 'ok' : 'MISSED'].map(String);
  });
  const table = [['bench', 'metric', 'peer', 'ours', "peer's", 'ratio', 'worst', 'gate', 'runs', ''], ...rows];
  const widths = table[0]?.map((_, column) => largest(table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
