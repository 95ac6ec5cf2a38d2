import { countsOf } from '../processes/statistics.ts';
import { type ChurnReport, type ChurnSample, churn, PARTICIPANTS, PER_PROCESS } from '../scenarios/churn.ts';
import { judge, type Verdict } from './churn-judgement.ts';

const MINUTE_MS = 60_000;
const SHOWN_TROUBLES = 8;

/** Lets participants come and go for so many minutes; the table at the end says what was measured, and which bounds it kept. */
export async function soakChurn(minutes: number, say: (line: string) => void): Promise<readonly string[]> {
  const report = await churn(minutes * MINUTE_MS, say);
  const verdicts = judge(report);
  const problems = verdicts.filter(({ isKept }) => !isKept).map(({ what, measured, bound }) => `${what}: ${measured}, ${bound} is right`);
  for (const entity of report.leftover) say(`left over: ${entity}`);
  tellTroubles(report, say);
  for (const line of table(verdicts)) say(line);
  say(summaryOf(minutes, report));
  for (const problem of problems) say(problem);
  say(`${problems.length} problems`);
  return problems;
}

/** They are not judged: who is cut off by a kill or a suspension rightly complains. */
function tellTroubles({ troubles }: ChurnReport, say: (line: string) => void): void {
  const kinds = countsOf(troubles.map((what) => what.replaceAll(/\S*\d\S*/g, '#')));
  for (const [kind, times] of kinds.slice(0, SHOWN_TROUBLES)) say(`${times} times a participant said: ${kind}`);
}

function table(verdicts: readonly Verdict[]): string[] {
  const rows = [
    ['', 'measured', 'bound', ''],
    ...verdicts.map(({ what, measured, bound, isKept }) => [what, measured, bound, isKept ? 'ok' : 'FAILED']),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row.map((cell, column) => (column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join('  '),
  );
}

function summaryOf(minutes: number, { samples, joins, kills, suspensions, inserted, failed, socketsBefore }: ChurnReport): string {
  const range = (of: (sample: ChurnSample) => number, digits = 0) =>
    `${Math.min(...samples.map(of)).toFixed(digits)} to ${Math.max(...samples.map(of)).toFixed(digits)}`;
  const failures = Object.entries(failed).map(([remains, times]) => `${times} failed and left ${remains}`);
  return [
    `${minutes} minutes, ${PARTICIPANTS} participants in ${PARTICIPANTS / PER_PROCESS} processes, ${joins} joins, ${kills} participants killed, ${suspensions} processes suspended`,
    `${inserted} entities inserted${failures.map((text) => `, ${text}`).join('')}`,
    `sockets ${socketsBefore} before, then ${range(({ sockets }) => sockets)}; timers ${range(({ timers }) => timers)}`,
    `heap after garbage collection ${range(({ heapBytes }) => heapBytes / 1e6, 1)} MB; entities ${range(({ entities }) => entities)}`,
  ].join('\n');
}
