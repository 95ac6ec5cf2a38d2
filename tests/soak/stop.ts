import type { Drawing } from '../browser/screen.ts';
import { MISHAPS, type Mishap, OWNERS, type Owner, type StopReport, StopStage } from '../browser/stop-stage.ts';
import { median, percentile } from '../processes/statistics.ts';

/** How long after a mishap a held robot may be seen moving. */
export const LONGEST_STOP_MS = 500;
/** Where an owner out of reach stopped it may differ so much from where the others froze it. */
const MOST_CORRECTION_M = 0.1;

interface Round {
  readonly mishap: Mishap;
  readonly owner: Owner;
}

/** Each mishap so many times with each kind of owner. */
export const everyPair = (times: number): Round[] =>
  MISHAPS.flatMap((mishap) => OWNERS.flatMap((owner) => Array.from({ length: times }, () => ({ mishap, owner }))));

/** Each mishap so many times; the owners take turns. */
export const inTurn = (times: number): Round[] =>
  MISHAPS.flatMap((mishap) => Array.from({ length: times }, (_, i) => ({ mishap, owner: OWNERS[i % OWNERS.length] ?? 'hub' })));

/** Lets something happen to somebody who drives, again and again; `say` is told of each round and of the whole. Answers what was wrong. */
export async function soakStop(
  rounds: readonly Round[],
  say: (line: string) => void,
  drawing: Drawing = 'full',
): Promise<readonly string[]> {
  await using stage = await StopStage.open(drawing);
  const reports: StopReport[] = [];
  for (const [i, { mishap, owner }] of rounds.entries()) {
    const report = await stage.play(mishap, owner);
    reports.push(report);
    say(told(i + 1, report));
  }
  const problems = reports.flatMap(problemsOf);
  for (const problem of problems) say(problem);
  for (const mishap of MISHAPS) say(summary(mishap, reports));
  return problems;
}

function told(round: number, { mishap, owner, stoppedAfterMs, wayM, correctionM }: StopReport): string {
  const seen = Object.entries(stoppedAfterMs).map(([who, ms]) => `${who} ${ms.toFixed(0)} ms`);
  const way = `${(wayM * 100).toFixed(0)} cm further, corrected by ${(correctionM * 100).toFixed(0)} cm`;
  return `round ${String(round).padStart(3)}  ${mishap.padEnd(10)}  owned by the ${owner.padEnd(4)}  stopped for ${seen.join(', ')}; ${way}`;
}

function problemsOf({ mishap, owner, stoppedAfterMs, correctionM }: StopReport): string[] {
  const late = Object.entries(stoppedAfterMs).filter(([, ms]) => ms > LONGEST_STOP_MS);
  const blind = Object.entries(stoppedAfterMs).filter(([, ms]) => ms === Number.NEGATIVE_INFINITY);
  return [
    ...blind.map(([who]) => `${mishap}, owned by the ${owner}: the ${who} never saw it move`),
    ...late.map(
      ([who, ms]) => `${mishap}, owned by the ${owner}: the ${who} saw it move ${ms.toFixed(0)} ms later, over ${LONGEST_STOP_MS} ms`,
    ),
    ...(correctionM > MOST_CORRECTION_M
      ? [`${mishap}, owned by the ${owner}: it was ${correctionM.toFixed(2)} m from where it was seen`]
      : []),
  ];
}

/** Of each round whoever saw it move longest counts. */
function summary(mishap: Mishap, reports: readonly StopReport[]): string {
  const worst = reports.flatMap((report) => (report.mishap === mishap ? [Math.max(...Object.values(report.stoppedAfterMs))] : []));
  const [middle, p99] = [median(worst), percentile(worst, 0.99)].map((ms) => ms.toFixed(0));
  return `${mishap.padEnd(10)}  ${worst.length} times: median ${middle} ms, p99 ${p99} ms, at most ${LONGEST_STOP_MS} ms is right`;
}
