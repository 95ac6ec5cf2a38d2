import { median, percentile } from '../processes/statistics.ts';
import { type TakeOverReport, TakeOverStage } from '../scenarios/take-over.ts';

/** What the p99 of all take-overs may be. */
export const LONGEST_TAKE_OVER_MS = 2500;

export interface TakeOverSummary {
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  readonly problems: readonly string[];
}

/** A take-over that took too long while the machine had no time for us, for so long, says nothing: another is timed instead. */
const LONGEST_AWAY_MS = 250;

/** Kills the owner of a moving robot so many times; `say` is told of each round and of the whole. */
export async function soakTakeOver(times: number, say: (line: string) => void): Promise<TakeOverSummary> {
  await using stage = await TakeOverStage.open();
  const reports: TakeOverReport[] = [];
  const durations: number[] = [];
  const mostRounds = times * 2 + 3;
  for (let round = 1; durations.length < times && round <= mostRounds; round++) {
    const report = await stage.play(round);
    reports.push(report);
    const isTimed = report.machineAwayMs <= LONGEST_AWAY_MS || report.takeOverMs <= LONGEST_TAKE_OVER_MS;
    if (isTimed) durations.push(report.takeOverMs);
    say(isTimed ? told(report) : `${told(report)}; not timed: the machine was away for ${report.machineAwayMs.toFixed(0)} ms`);
  }
  const problems = reports.flatMap(({ round, problems: found }) => found.map((problem) => `round ${round}: ${problem}`));
  if (durations.length < times) problems.push(`only ${durations.length} of ${mostRounds} rounds were left alone by the machine`);
  const summary = { medianMs: median(durations), p99Ms: percentile(durations, 0.99), worstMs: Math.max(...durations), problems };
  if (summary.p99Ms > LONGEST_TAKE_OVER_MS)
    problems.push(`the p99 of the take-overs is ${summary.p99Ms.toFixed(0)} ms, over ${LONGEST_TAKE_OVER_MS} ms`);
  for (const problem of problems) say(problem);
  say(toldInAll(reports, summary));
  return summary;
}

function told({
  round,
  latch,
  reaction,
  takeOverMs,
  asked,
  frozenApart,
  coastedM,
  backM,
  backDeg,
  frames,
  gapMs,
  problems,
}: TakeOverReport): string {
  return [
    `round ${String(round).padStart(2)}`,
    latch.padEnd(7),
    `moved ${reaction}`.padEnd(20),
    `taken over in ${takeOverMs.toFixed(0).padStart(4)} ms (asked ${asked}x)`,
    `coasted ${coastedM.toFixed(3)} m`,
    `frozen ${frozenApart.toExponential(0)} apart`,
    `back ${(backM * 1000).toFixed(1)} mm ${backDeg.toFixed(2)} deg in ${frames} frames (gap ${gapMs.toFixed(0)} ms)`,
    problems.length === 0 ? 'ok' : `${problems.length} PROBLEMS`,
  ].join('  ');
}

function toldInAll(reports: readonly TakeOverReport[], { medianMs, p99Ms, worstMs, problems }: TakeOverSummary): string {
  const most = (of: (report: TakeOverReport) => number) => Math.max(...reports.map(of));
  return [
    `${reports.length} take-overs: median ${medianMs.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, worst ${worstMs.toFixed(0)} ms`,
    `frozen at most ${most(({ frozenApart }) => frozenApart).toExponential(0)} apart`,
    `back at most ${(most(({ backM }) => backM) * 1000).toFixed(1)} mm, ${most(({ backDeg }) => backDeg).toFixed(2)} deg in a frame`,
    `${problems.length} problems`,
  ].join('; ');
}
