import { MOST, measureAdmission, wrongAnswers } from '../scenarios/admission.ts';
import { judgeWindows, untilClear } from '../scenarios/paired-windows.ts';

const WINDOW_MS = 3000;
const PAUSE_MS = 20;

/** Compares how long the commands of those who are in take while one more tries to come in at their hub, and while it tries elsewhere. */
export async function soakAdmission(pairs: number, say: (line: string) => void): Promise<readonly string[]> {
  const report = await measureAdmission({ windowMs: WINDOW_MS, pauseMs: PAUSE_MS, isEnough: untilClear(pairs), say });
  const problems = [...report.troubles, ...report.complaints, ...wrongAnswers(report.attempts), ...judgeWindows(report.windows, say)];
  if (report.attempts.length === 0) problems.push('nobody tried to come in');
  for (const problem of problems) say(problem);
  say(
    `number ${MOST + 1} was refused ${report.attempts.length} times, ${report.windows.length / 2} pairs of windows, ${problems.length} problems`,
  );
  return problems;
}
