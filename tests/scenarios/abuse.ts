/** Two well-behaved participants command each other's robots all the time. A third breaks every rule there is: at their hub, and in the windows between at another one. */
import { HubProcess } from '../processes/hub-process.ts';
import { MachineWatch } from '../processes/machine-watch.ts';
import { StartedProcess } from '../processes/started-process.ts';
import { measurePairs, type PairOptions, troublesOf, type Window } from './paired-windows.ts';
import type { Abuse, AbuserLine, Closed } from './participants/abuser.ts';

/** What each abuse must be called. */
export const REASONS: Readonly<Record<Abuse, string>> = {
  garbage: 'malformed',
  oversized: 'oversized',
  truncated: 'malformed',
  'wrong-version': 'wrong-version',
  forged: 'forged',
  flooding: 'flooding',
};

const ALL = Object.keys(REASONS) as Abuse[];

export interface AbuseReport {
  readonly windows: readonly Window[];
  readonly closed: readonly Closed[];
  /** Of the well-behaved: commands that were not done, links that were lost, errors. */
  readonly troubles: readonly string[];
  /** What the hub complained of. */
  readonly complaints: readonly string[];
  /** For how long the machine had no time for the test itself: those who stand still for seconds are taken for gone. */
  readonly machineAwayMs: number;
}

export interface AbuseOptions extends Pick<PairOptions, 'windowMs' | 'isEnough' | 'say'> {
  /** Between one abuse and the next. */
  readonly pauseMs: number;
  /** Those to commit; all if none is named. */
  readonly abuses?: readonly Abuse[];
}

export async function measureAbuse({ pauseMs, abuses = ALL, ...options }: AbuseOptions): Promise<AbuseReport> {
  await using hub = await HubProcess.start();
  await using elsewhere = await HubProcess.start();
  const commander = (name: string, own: string, other: string) =>
    StartedProcess.start(name, 'tests/scenarios/participants/commander.ts', [hub.url, name, own, other]);
  await using ann = commander('ann', 'anns', 'bens');
  await using ben = commander('ben', 'bens', 'anns');
  await using abuser = StartedProcess.start('the abuser', 'tests/scenarios/participants/abuser.ts', [String(pauseMs), ...abuses]);
  const commanders = [ann, ben];
  using machine = new MachineWatch();
  const windows = await measurePairs({
    ...{ commanders, disturber: abuser, theirs: hub.socketUrl, elsewhere: elsewhere.socketUrl },
    ...options,
  });
  return {
    windows,
    closed: abuser.lines.map(({ value }) => value as AbuserLine).filter((line) => line.event === 'closed'),
    troubles: troublesOf(commanders),
    complaints: [...hub.complaints, ...elsewhere.complaints],
    machineAwayMs: machine.longestMs,
  };
}
