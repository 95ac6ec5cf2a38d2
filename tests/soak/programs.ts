import { median } from '../processes/statistics.ts';
import { ProgramStage } from '../scenarios/program-taken-over.ts';

/** From the death of the owner until the program goes on. */
const LONGEST_MS = 3000;
/** A round that took too long while the machine had no time for us says nothing of us. */
const LONGEST_AWAY_MS = 250;

export interface ProgramSummary {
  readonly medianMs: number;
  readonly worstMs: number;
  readonly problems: readonly string[];
}

/** Kills the owner of a robot in mid-program so many times; `say` is told of each round and of the whole. */
export async function soakPrograms(times: number, say: (line: string) => void): Promise<ProgramSummary> {
  await using stage = await ProgramStage.open();
  const problems: string[] = [];
  const durations: number[] = [];
  for (let round = 1; durations.length < times && round <= times * 2 + 3; round++) {
    const { cutAt, resumedMs, machineAwayMs, wasOwner, problems: found } = await stage.play(round);
    const isTimed = wasOwner && (resumedMs <= LONGEST_MS || machineAwayMs <= LONGEST_AWAY_MS);
    if (isTimed) durations.push(resumedMs);
    problems.push(...found.map((problem) => `round ${round}: ${problem}`));
    say(
      `round ${String(round).padStart(2)}  cut at effect ${String(cutAt).padStart(3)}  goes on after ${resumedMs.toFixed(0).padStart(4)} ms  ` +
        `${isTimed ? '' : `not timed: the machine was away for ${machineAwayMs.toFixed(0)} ms  `}${found.length === 0 ? 'ok' : found.join('; ')}`,
    );
  }
  const summary = { medianMs: median(durations), worstMs: Math.max(...durations), problems };
  if (summary.worstMs > LONGEST_MS) problems.push(`one went on after ${summary.worstMs.toFixed(0)} ms, over ${LONGEST_MS} ms`);
  say(
    `${durations.length} programs taken over: median ${summary.medianMs.toFixed(0)} ms, worst ${summary.worstMs.toFixed(0)} ms; ${problems.length} problems`,
  );
  return summary;
}
