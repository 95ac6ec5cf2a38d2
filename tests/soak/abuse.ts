import { type AbuseReport, compareWindows, measureAbuse, REASONS, type Window } from '../scenarios/abuse.ts';

const WINDOW_MS = 3000;
const PAUSE_MS = 50;
/** How much longer the commands of others may take while somebody breaks the rules. */
const MOST_RATIO = 1.1;
/** As long as it is not clear whether they do, more is measured: up to so many times as much as was asked for. */
const MOST_PATIENCE = 3;

const MEASURES = {
  median: ({ medianMs }: Window): number => medianMs,
  p99: ({ p99Ms }: Window): number => p99Ms,
} as const;

/** Compares how long commands take with and without somebody who breaks every rule, in windows that take turns. */
export async function soakAbuse(pairs: number, say: (line: string) => void): Promise<readonly string[]> {
  const isEnough = (windows: readonly Window[]): boolean =>
    windows.length >= 2 * pairs * MOST_PATIENCE || (windows.length >= 2 * pairs && Object.values(MEASURES).every(isClear(windows)));
  const report = await measureAbuse({ windowMs: WINDOW_MS, pauseMs: PAUSE_MS, isEnough, say });
  const problems = [...report.troubles, ...report.complaints, ...misnamed(report)];
  for (const [name, of] of Object.entries(MEASURES)) {
    const { quiet, abused, ratio, low, high } = compareWindows(report.windows, of);
    say(
      `${name}: ${quiet.toFixed(2)} ms in quiet windows, ${abused.toFixed(2)} ms in abused ones; ` +
        `${ratio.toFixed(2)}x in the middle pair (${low.toFixed(2)} to ${high.toFixed(2)}), at most ${MOST_RATIO}x is right`,
    );
    if (ratio > MOST_RATIO) problems.push(`the ${name} of the others grew ${ratio.toFixed(2)}x, over ${MOST_RATIO}x`);
  }
  for (const problem of problems) say(problem);
  say(`${report.closed.length} abuses, ${report.windows.length / 2} pairs of windows, ${problems.length} problems`);
  return problems;
}

const isClear =
  (windows: readonly Window[]) =>
  (of: (window: Window) => number): boolean => {
    const { low, high } = compareWindows(windows, of);
    return low > MOST_RATIO || high <= MOST_RATIO;
  };

const misnamed = ({ closed }: AbuseReport): string[] => [
  ...closed
    .filter(({ abuse, reason }) => reason !== REASONS[abuse])
    .map(({ abuse, reason, text }) => `${abuse} was closed as ${reason}: ${text}`),
  ...Object.keys(REASONS)
    .filter((name) => closed.every(({ abuse }) => abuse !== name))
    .map((name) => `${name} was never closed`),
];
