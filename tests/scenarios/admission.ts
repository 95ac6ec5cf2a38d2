/** A hub with as many as it takes: they command each other's robots all the time, and one more tries to come in over and over. */
import { joinWorld } from '../../src/library/manyhands.ts';
import { HubProcess } from '../processes/hub-process.ts';
import { MachineWatch } from '../processes/machine-watch.ts';
import { StartedProcess } from '../processes/started-process.ts';
import { measurePairs, type PairOptions, troublesOf, type Window } from './paired-windows.ts';
import type { Attempt, LatecomerLine } from './participants/latecomer.ts';

/** So many are in. */
export const MOST = 3;

export interface AdmissionReport {
  readonly windows: readonly Window[];
  /** Those at the hub of the others. */
  readonly attempts: readonly Attempt[];
  /** Of those who are in: commands that were not done, links that were lost, errors. */
  readonly troubles: readonly string[];
  readonly complaints: readonly string[];
  readonly machineAwayMs: number;
}

export interface AdmissionOptions extends Pick<PairOptions, 'windowMs' | 'isEnough' | 'say'> {
  /** Between one attempt and the next. */
  readonly pauseMs: number;
}

export async function measureAdmission({ pauseMs, ...options }: AdmissionOptions): Promise<AdmissionReport> {
  await using hub = await HubProcess.start('--most-participants', String(MOST));
  // As full as theirs: it refuses too, and costs the machine the same.
  await using elsewhere = await HubProcess.start('--most-participants', '1');
  await using _only = await joinWorld(elsewhere.url, { name: 'the only one' });
  await using opened = new AsyncDisposableStack();
  const robotOf = (number: number): string => `robot-${number % MOST}`;
  const commanders = Array.from({ length: MOST }, (_, i) =>
    opened.use(
      StartedProcess.start(`commander ${i}`, 'tests/scenarios/participants/commander.ts', [
        hub.url,
        `driver ${i}`,
        robotOf(i),
        robotOf(i + 1),
      ]),
    ),
  );
  const latecomer = opened.use(
    StartedProcess.start('the latecomer', 'tests/scenarios/participants/latecomer.ts', [String(pauseMs), 'late']),
  );
  using machine = new MachineWatch();
  const windows = await measurePairs({
    ...{ commanders, disturber: latecomer, theirs: hub.url, elsewhere: elsewhere.url },
    ...options,
  });
  return {
    windows,
    attempts: latecomer.lines
      .map(({ value }) => value as LatecomerLine)
      .filter((line) => line.event !== 'resting' && line.url === hub.url) as Attempt[],
    troubles: troublesOf(commanders),
    complaints: [...hub.complaints, ...elsewhere.complaints],
    machineAwayMs: machine.longestMs,
  };
}

/** Attempts that were not refused, or not with the reason. */
export const wrongAnswers = (attempts: readonly Attempt[]): string[] =>
  attempts.flatMap((attempt) => {
    if (attempt.event === 'joined') return [`number ${MOST + 1} was let in`];
    const isTold = attempt.reason === 'door-full' && attempt.text.includes(`${MOST} are here, and no other hub has room`);
    return isTold ? [] : [`number ${MOST + 1} was told ${attempt.reason}: ${attempt.text}`];
  });
