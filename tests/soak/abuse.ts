import { type AbuseReport, measureAbuse, REASONS } from '../scenarios/abuse.ts';
import { judgeWindows, untilClear } from '../scenarios/paired-windows.ts';

const WINDOW_MS = 3000;
const PAUSE_MS = 50;

/** Compares how long commands take with and without somebody who breaks every rule, in windows that take turns. */
export async function soakAbuse(pairs: number, say: (line: string) => void): Promise<readonly string[]> {
  const report = await measureAbuse({ windowMs: WINDOW_MS, pauseMs: PAUSE_MS, isEnough: untilClear(pairs), say });
  const problems = [...report.troubles, ...report.complaints, ...misnamed(report), ...judgeWindows(report.windows, say)];
  for (const problem of problems) say(problem);
  say(`${report.closed.length} abuses, ${report.windows.length / 2} pairs of windows, ${problems.length} problems`);
  return problems;
}

const misnamed = ({ closed }: AbuseReport): string[] => [
  ...closed
    .filter(({ abuse, reason }) => reason !== REASONS[abuse])
    .map(({ abuse, reason, text }) => `${abuse} was closed as ${reason}: ${text}`),
  ...Object.keys(REASONS)
    .filter((name) => closed.every(({ abuse }) => abuse !== name))
    .map((name) => `${name} was never closed`),
];
