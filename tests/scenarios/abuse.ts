/**
 * Two well-behaved participants command each other's robots all the time. A third breaks every rule there is: at their hub, and in the windows between at another one, so
 * that the work it makes for the machine they all share is the same, and what differs is the hub's.
 */
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
  /** Their own hub was, not the other one. */
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
  readonly windowMs: number;
  /** Between one abuse and the next. */
  readonly pauseMs: number;
  /** Those to commit; all if none is named. */
  readonly abuses?: readonly Abuse[];
  /** Asked after each pair of windows. */
  readonly isEnough: (windows: readonly Window[]) => boolean;
  readonly say: (line: string) => void;
}

const SETTLE_MS = 300;

/** Windows of both kinds take turns, so that what else the machine does falls on both alike. */
export async function measureAbuse({ windowMs, pauseMs, abuses = ALL, isEnough, say }: AbuseOptions): Promise<AbuseReport> {
  await using hub = await HubProcess.start();
  await using elsewhere = await HubProcess.start();
  const commander = (name: string, own: string, other: string) =>
    StartedProcess.start(name, 'tests/scenarios/participants/commander.ts', [hub.url, name, own, other]);
  await using ann = commander('ann', 'anns', 'bens');
  await using ben = commander('ben', 'bens', 'anns');
  await using abuser = StartedProcess.start('the abuser', 'tests/scenarios/participants/abuser.ts', [String(pauseMs), ...abuses]);
  const commanders = [ann, ben];
  await Promise.all(
    commanders.map((each) => each.until('it commanded', ({ value }) => (value as CommanderLine).event === 'trip' || undefined)),
  );
  await abuser.until('it rested', isResting);
  using machine = new MachineWatch();
  const windows: Window[] = [];
  const measure = async (abused: boolean): Promise<void> => {
    const from = abuser.lines.length;
    abuser.write(`go ${(abused ? hub : elsewhere).socketUrl}`);
    await pause(SETTLE_MS);
    const fromMs = monotonicMs();
    await pause(windowMs);
    const window = { abused, ...tripsSince(fromMs, commanders) };
    windows.push(window);
    say(toldOf(window));
    abuser.write('rest');
    await abuser.until('it rested', isResting, { from });
  };
  do {
    // By turns the one and the other comes first: a machine that gets busier must not look like a hub that does.
    const isAbusedFirst = windows.length % 4 === 2;
    await measure(isAbusedFirst);
    await measure(!isAbusedFirst);
  } while (!isEnough(windows));
  return {
    windows,
    closed: abuser.lines.map(({ value }) => value as AbuserLine).filter((line) => line.event === 'closed'),
    troubles: commanders.flatMap(({ lines }) =>
      lines.flatMap(({ value }) => ((value as CommanderLine).event === 'trouble' ? [JSON.stringify(value)] : [])),
    ),
    complaints: [...hub.complaints, ...elsewhere.complaints],
    machineAwayMs: machine.longestMs,
  };
}

const isResting = ({ value }: Line): true | undefined => (value as AbuserLine).event === 'resting' || undefined;

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

export interface Comparison {
  /** The medians over all windows of a kind. */
  readonly quiet: number;
  readonly abused: number;
  /** How much longer commands take under abuse than in the window beside it: the median of all pairs. */
  readonly ratio: number;
  /** Where the true median of the ratios is, nine times of ten: one pair says little on a machine that others use, too. */
  readonly low: number;
  readonly high: number;
}

/** Of the standard normal distribution: nine of ten values are within it. */
const NINE_OF_TEN = 1.645;

export function compareWindows(windows: readonly Window[], of: (window: Window) => number): Comparison {
  const [quiet, abused] = [false, true].map((kind) => windows.filter((window) => window.abused === kind).map(of)) as [number[], number[]];
  const ratios = abused.map((value, pair) => value / (quiet[pair] as number)).toSorted((a, b) => a - b);
  const spread = (NINE_OF_TEN * Math.sqrt(ratios.length)) / 2;
  const middle = (ratios.length - 1) / 2;
  const at = (rank: number): number => ratios[Math.min(ratios.length - 1, Math.max(0, Math.round(rank)))] as number;
  return { quiet: median(quiet), abused: median(abused), ratio: median(ratios), low: at(middle - spread), high: at(middle + spread) };
}
