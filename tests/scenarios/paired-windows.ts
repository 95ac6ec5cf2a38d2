/** Some participants command each other's robots all the time, and somebody disturbs them, or others, by turns: how long do their commands take? */
import { setTimeout as pause } from 'node:timers/promises';
import { type Line, monotonicMs, type StartedProcess } from '../processes/started-process.ts';
import { median, percentile } from '../processes/statistics.ts';
import type { CommanderLine } from './participants/commander.ts';

export interface Window {
  /** Their own hub was, not the other one. */
  readonly disturbed: boolean;
  readonly trips: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

export interface PairOptions {
  readonly commanders: readonly StartedProcess[];
  /** Goes where it is told: see participants/told-where.ts. */
  readonly disturber: StartedProcess;
  /** Of their hub, and of another one: so that the work the disturber makes for the machine they all share is the same, and what differs is their hub's. */
  readonly theirs: string;
  readonly elsewhere: string;
  readonly windowMs: number;
  /** Asked after each pair of windows. */
  readonly isEnough: (windows: readonly Window[]) => boolean;
  readonly say: (line: string) => void;
}

const SETTLE_MS = 300;

/** Windows of both kinds take turns, so that what else the machine does falls on both alike. */
export async function measurePairs(options: PairOptions): Promise<readonly Window[]> {
  const { commanders, disturber, windowMs, isEnough, say } = options;
  await Promise.all(
    commanders.map((each) => each.until('it commanded', ({ value }) => (value as CommanderLine).event === 'trip' || undefined)),
  );
  await disturber.until('it rested', isResting);
  const windows: Window[] = [];
  const measure = async (disturbed: boolean): Promise<void> => {
    const from = disturber.lines.length;
    disturber.write(`go ${disturbed ? options.theirs : options.elsewhere}`);
    await pause(SETTLE_MS);
    const fromMs = monotonicMs();
    await pause(windowMs);
    const window = { disturbed, ...tripsSince(fromMs, commanders) };
    windows.push(window);
    say(toldOf(window));
    disturber.write('rest');
    await disturber.until('it rested', isResting, { from });
  };
  do {
    // By turns the one and the other comes first: a machine that gets busier must not look like a hub that does.
    const isDisturbedFirst = windows.length % 4 === 2;
    await measure(isDisturbedFirst);
    await measure(!isDisturbedFirst);
  } while (!isEnough(windows));
  return windows;
}

/** Commands that were not done, links that were lost, errors. */
export const troublesOf = (commanders: readonly StartedProcess[]): string[] =>
  commanders.flatMap(({ lines }) =>
    lines.flatMap(({ value }) => ((value as CommanderLine).event === 'trouble' ? [JSON.stringify(value)] : [])),
  );

const isResting = ({ value }: Line): true | undefined => (value as { event: string }).event === 'resting' || undefined;

function tripsSince(fromMs: number, commanders: readonly StartedProcess[]): Omit<Window, 'disturbed'> {
  const tripsMs = commanders.flatMap(({ lines }) =>
    lines.flatMap(({ value }) => {
      const line = value as CommanderLine;
      return line.event === 'trip' && line.startMs >= fromMs ? [line.tripMs] : [];
    }),
  );
  return { trips: tripsMs.length, medianMs: median(tripsMs), p99Ms: percentile(tripsMs, 0.99) };
}

const toldOf = ({ disturbed, trips, medianMs, p99Ms }: Window): string =>
  `${disturbed ? 'disturbed' : 'quiet    '}  ${String(trips).padStart(5)} commands  median ${medianMs.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms`;

export interface Comparison {
  /** The medians over all windows of a kind. */
  readonly quiet: number;
  readonly disturbed: number;
  /** How much longer commands take in a disturbed window than in the one beside it: the median of all pairs. */
  readonly ratio: number;
  /** Where the true median of the ratios is, nine times of ten: one pair says little on a machine that others use, too. */
  readonly low: number;
  readonly high: number;
}

/** Of the standard normal distribution: nine of ten values are within it. */
const NINE_OF_TEN = 1.645;

export function compareWindows(windows: readonly Window[], of: (window: Window) => number): Comparison {
  const ofKind = (disturbed: boolean) => windows.filter((window) => window.disturbed === disturbed).map(of);
  const [quiet, disturbed] = [ofKind(false), ofKind(true)];
  const ratios = disturbed.map((value, pair) => value / (quiet[pair] as number)).toSorted((a, b) => a - b);
  const spread = (NINE_OF_TEN * Math.sqrt(ratios.length)) / 2;
  const middle = (ratios.length - 1) / 2;
  const at = (rank: number): number => ratios[Math.min(ratios.length - 1, Math.max(0, Math.round(rank)))] as number;
  return { quiet: median(quiet), disturbed: median(disturbed), ratio: median(ratios), low: at(middle - spread), high: at(middle + spread) };
}

/** How much longer the commands of others may take while somebody disturbs. */
const MOST_RATIO = 1.1;
/** As long as it is not clear whether they do, more is measured: up to so many times as much as was asked for. */
const MOST_PATIENCE = 3;

const MEASURES = {
  median: ({ medianMs }: Window): number => medianMs,
  p99: ({ p99Ms }: Window): number => p99Ms,
} as const;

/** So many pairs, and more while they leave it open whether the others were disturbed. */
export const untilClear =
  (pairs: number) =>
  (windows: readonly Window[]): boolean =>
    windows.length >= 2 * pairs * MOST_PATIENCE || (windows.length >= 2 * pairs && Object.values(MEASURES).every(isClear(windows)));

const isClear =
  (windows: readonly Window[]) =>
  (of: (window: Window) => number): boolean => {
    const { low, high } = compareWindows(windows, of);
    return low > MOST_RATIO || high <= MOST_RATIO;
  };

/** Says how much longer commands took, and answers what was too much. */
export function judgeWindows(windows: readonly Window[], say: (line: string) => void): string[] {
  return Object.entries(MEASURES).flatMap(([name, of]) => {
    const { quiet, disturbed, ratio, low, high } = compareWindows(windows, of);
    say(
      `${name}: ${quiet.toFixed(2)} ms in quiet windows, ${disturbed.toFixed(2)} ms in disturbed ones; ` +
        `${ratio.toFixed(2)}x in the middle pair (${low.toFixed(2)} to ${high.toFixed(2)}), at most ${MOST_RATIO}x is right`,
    );
    return ratio > MOST_RATIO ? [`the ${name} of the others grew ${ratio.toFixed(2)}x, over ${MOST_RATIO}x`] : [];
  });
}
