/** Two well-behaved participants command each other's robots all the time, while a third breaks every rule there is, and while it rests. */
import { setTimeout as pause } from 'node:timers/promises';
import { HubProcess } from '../processes/hub-process.ts';
import { MachineWatch } from '../processes/machine-watch.ts';
import { type Line, monotonicMs, StartedProcess } from '../processes/started-process.ts';
import { median, percentile } from '../processes/statistics.ts';
import type { Abuse, AbuserLine, Closed } from './participants/abuser.ts';
import type { CommanderLine } from './participants/commander.ts';

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

export interface Window {
  readonly abused: boolean;
  readonly trips: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

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

export interface AbuseOptions {
  readonly pairs: number;
  readonly windowMs: number;
  /** Between one abuse and the next. */
  readonly pauseMs: number;
  /** Those to commit; all if none is named. */
  readonly abuses?: readonly Abuse[];
  readonly say: (line: string) => void;
}

const SETTLE_MS = 300;

/** Windows with and without abuse take turns, `pairs` of each. */
export async function measureAbuse({ pairs, windowMs, pauseMs, abuses = ALL, say }: AbuseOptions): Promise<AbuseReport> {
  await using hub = await HubProcess.start();
  const commander = (name: string, own: string, other: string) =>
    StartedProcess.start(name, 'tests/scenarios/participants/commander.ts', [hub.url, name, own, other]);
  await using ann = commander('ann', 'anns', 'bens');
  await using ben = commander('ben', 'bens', 'anns');
  await using abuser = StartedProcess.start('the abuser', 'tests/scenarios/participants/abuser.ts', [
    hub.socketUrl,
    String(pauseMs),
    ...abuses,
  ]);
  const commanders = [ann, ben];
  await Promise.all(
    commanders.map((each) => each.until('it commanded', ({ value }) => (value as CommanderLine).event === 'trip' || undefined)),
  );
  await abuser.until('it was ready', ({ value }) => (value as AbuserLine).event === 'ready' || undefined);
  using machine = new MachineWatch();
  const windows: Window[] = [];
  for (let turn = 0; turn < 2 * pairs; turn++) {
    const abused = turn % 2 === 1;
    abuser.write(abused ? 'go' : 'rest');
    await pause(SETTLE_MS);
    const fromMs = monotonicMs();
    await pause(windowMs);
    const window = { abused, ...tripsSince(fromMs, commanders) };
    windows.push(window);
    say(toldOf(window));
  }
  await Promise.all(abuses.map((abuse) => abuser.until(`it was closed for ${abuse}`, closedFor(abuse))));
  abuser.write('rest');
  await pause(SETTLE_MS);
  return {
    windows,
    closed: abuser.lines.map(({ value }) => value as AbuserLine).filter((line) => line.event === 'closed'),
    troubles: commanders.flatMap(({ lines }) =>
      lines.flatMap(({ value }) => ((value as CommanderLine).event === 'trouble' ? [JSON.stringify(value)] : [])),
    ),
    complaints: hub.complaints,
    machineAwayMs: machine.longestMs,
  };
}

const closedFor =
  (abuse: Abuse) =>
  ({ value }: Line): true | undefined => {
    const line = value as AbuserLine;
    return (line.event === 'closed' && line.abuse === abuse) || undefined;
  };

function tripsSince(fromMs: number, commanders: readonly StartedProcess[]): Omit<Window, 'abused'> {
  const tripsMs = commanders.flatMap(({ lines }) =>
    lines.flatMap(({ value }) => {
      const line = value as CommanderLine;
      return line.event === 'trip' && line.startMs >= fromMs ? [line.tripMs] : [];
    }),
  );
  return { trips: tripsMs.length, medianMs: median(tripsMs), p99Ms: percentile(tripsMs, 0.99) };
}

const toldOf = ({ abused, trips, medianMs, p99Ms }: Window): string =>
  `${abused ? 'abused' : 'quiet '}  ${String(trips).padStart(5)} commands  median ${medianMs.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms`;

/** The medians over all windows of a kind, and how much longer commands take under abuse. */
export function compareWindows(
  windows: readonly Window[],
  of: (window: Window) => number,
): { quiet: number; abused: number; ratio: number } {
  const over = (isAbused: boolean) => median(windows.filter(({ abused }) => abused === isAbused).map(of));
  const [quiet, abused] = [over(false), over(true)];
  return { quiet, abused, ratio: abused / quiet };
}
