import { type AbuseReport, compareWindows, measureAbuse, REASONS } from '../scenarios/abuse.ts';

const WINDOW_MS = 3000;
const PAUSE_MS = 50;
/** How much longer the commands of others may take while somebody breaks the rules. */
const MOST_RATIO = 1.1;

/** Compares how long commands take with and without somebody who breaks every rule, in windows that take turns. */
export async function soakAbuse(pairs: number, say: (line: string) => void): Promise<readonly string[]> {
  const report = await measureAbuse({ pairs, windowMs: WINDOW_MS, pauseMs: PAUSE_MS, say });
  const problems = [...report.troubles, ...report.complaints, ...misnamed(report)];
  for (const [name, of] of [
    ['median', ({ medianMs }: { medianMs: number }) => medianMs],
    ['p99', ({ p99Ms }: { p99Ms: number }) => p99Ms],
  ] as const) {
    const { quiet, abused, ratio } = compareWindows(report.windows, of);
    say(
      `${name}: ${quiet.toFixed(2)} ms in quiet windows, ${abused.toFixed(2)} ms in abused ones: ${ratio.toFixed(2)}x, at most ${MOST_RATIO}x is right`,
    );
    if (ratio > MOST_RATIO) problems.push(`the ${name} of the others grew ${ratio.toFixed(2)}x, over ${MOST_RATIO}x`);
  }
  for (const problem of problems) say(problem);
  say(`${report.closed.length} abuses, ${problems.length} problems`);
  return problems;
}

const misnamed = ({ closed }: AbuseReport): string[] =>
  closed
    .filter(({ abuse, reason }) => reason !== REASONS[abuse])
    .map(({ abuse, reason, text }) => `${abuse} was closed as ${reason}: ${text}`);
