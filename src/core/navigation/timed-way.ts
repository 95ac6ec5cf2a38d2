import type { Place } from '../maps/maps.ts';
import type { Knot } from './following.ts';
import { toStretch } from './polyline.ts';

/** A place at an instant of world time. */
export type TimedPlace = readonly [ms: number, x: number, y: number];
/** Straight on between its places; before the first and after the last one stands there. Never empty. */
export type TimedWay = readonly TimedPlace[];

/** A disc that goes a way. */
export interface Mover {
  readonly way: TimedWay;
  readonly radiusM: number;
  /** How fast any point of it goes, while it goes. */
  readonly speedMPerS: number;
}

/** Of a way that is told to others: no place is off by more. */
const TOLD_TO_M = 0.02;
const LOOK_EVERY_MS = 100;
/** What two bodies can go in the time a word takes: owners stop what comes nearer to what somebody else owns. */
const REACTION_S = 0.1;
const CLEAR_M = 0.04;
/** Also what nobody drives may be pushed. */
const LEAST_CLOSING_M_PER_S = 1;
/** Who stands nearer than that already may set off, if it comes no nearer. */
const LEEWAY_M = 0.01;

export const standing = (at: Place, ms = 0): TimedWay => [[ms, at[0], at[1]]];

/** A way that is followed from an instant on, with as few places as tell it. */
export function timedWay(fromMs: number, from: Place, knots: readonly Knot[]): TimedWay {
  const all: TimedPlace[] = [[fromMs, ...from], ...knots.map(({ afterMs, pose }): TimedPlace => [fromMs + afterMs, pose.x, pose.y])];
  const kept: TimedPlace[] = [];
  let anchor = 0;
  for (let next = 1; next < all.length; next++) {
    const isFar = all.slice(anchor + 1, next).some((place) => offM(all[anchor] as TimedPlace, all[next] as TimedPlace, place) > TOLD_TO_M);
    if (!isFar) continue;
    kept.push(all[anchor] as TimedPlace);
    anchor = next - 1;
  }
  kept.push(all[anchor] as TimedPlace, all.at(-1) as TimedPlace);
  return kept.map(([ms, x, y]) => [Math.round(ms), Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000] as const);
}

function offM(a: TimedPlace, b: TimedPlace, [ms, x, y]: TimedPlace): number {
  const share = b[0] > a[0] ? (ms - a[0]) / (b[0] - a[0]) : 0;
  return Math.hypot(a[1] + (b[1] - a[1]) * share - x, a[2] + (b[2] - a[2]) * share - y);
}

export const endMsOf = (way: TimedWay): number => way.at(-1)?.[0] ?? 0;

export function placeAt(way: TimedWay, ms: number): Place {
  let [low, high] = [0, way.length - 1];
  // The last place at or before that instant.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((way[middle]?.[0] ?? 0) <= ms) low = middle;
    else high = middle - 1;
  }
  const [before, after] = [way[low], way[low + 1]];
  if (!before || !after || ms <= before[0]) return placeOf(before);
  const share = (ms - before[0]) / (after[0] - before[0]);
  return [before[1] + (after[1] - before[1]) * share, before[2] + (after[2] - before[2]) * share];
}

const placeOf = (place: TimedPlace | undefined): Place => [place?.[1] ?? 0, place?.[2] ?? 0];

export const endOf = (way: TimedWay): Place => placeOf(way.at(-1));

/** What is left of a way from an instant on. */
export const remaining = (way: TimedWay, fromMs: number): Place[] => [
  placeAt(way, fromMs),
  ...way.filter(([ms]) => ms > fromMs).map(placeOf),
];

const isGoing = (way: TimedWay, ms: number): boolean => ms < endMsOf(way) && ms >= (way[0]?.[0] ?? 0);

/** How near two may come: the faster they go the more room they need. */
export const roomM = (a: number, b: number): number => CLEAR_M + REACTION_S * (a + b);

/** How far apart the middles of two discs must be that stand still, and one of which has to pass the other. */
export const passingM = (mover: Mover, radiusM: number): number => mover.radiusM + radiusM + roomM(mover.speedMPerS, 0);

/**
 * The first instant at which one comes too near to another, though that one be early or late by `slackMs`. Looked at until both stand for good.
 */
export function conflictMs(
  mine: Mover,
  other: Mover,
  fromMs: number,
  { slackMs, untilMs }: { slackMs: number; untilMs?: number },
): number | undefined {
  const endMs = Math.min(untilMs ?? Number.POSITIVE_INFINITY, Math.max(endMsOf(mine.way), endMsOf(other.way) + slackMs));
  const start = placeAt(mine.way, fromMs);
  const startM = nearestDuring(start, other.way, fromMs - slackMs, fromMs + slackMs);
  const closingMPerS = Math.max(LEAST_CLOSING_M_PER_S, mine.speedMPerS + other.speedMPerS);
  const mostM = mine.radiusM + other.radiusM + roomM(mine.speedMPerS, other.speedMPerS);
  for (let ms = fromMs; ms <= endMs + LOOK_EVERY_MS; ) {
    const here = placeAt(mine.way, ms);
    const awayM = nearestDuring(here, other.way, ms - slackMs, ms + slackMs);
    const isOtherGoing = isGoing(other.way, ms - slackMs) || isGoing(other.way, ms + slackMs);
    const speeds = roomM(isGoing(mine.way, ms) ? mine.speedMPerS : 0, isOtherGoing ? other.speedMPerS : 0);
    const neededM = mine.radiusM + other.radiusM + speeds;
    const isBesideStart = Math.hypot(here[0] - start[0], here[1] - start[1]) < neededM;
    if (awayM < (isBesideStart ? Math.min(neededM, startM - LEEWAY_M) : neededM)) return ms;
    // Sooner than that the two cannot meet.
    ms += Math.max(LOOK_EVERY_MS, (1000 * (awayM - mostM)) / closingMPerS);
  }
  return undefined;
}

/** From a place to all that one comes by between two instants. */
function nearestDuring([x, y]: Place, way: TimedWay, fromMs: number, toMs: number): number {
  let [beforeX, beforeY] = placeAt(way, fromMs);
  let leastM = Math.hypot(x - beforeX, y - beforeY);
  for (const [ms, placeX, placeY] of way) {
    if (ms <= fromMs) continue;
    if (ms >= toMs) break;
    leastM = Math.min(leastM, toStretch(x, y, beforeX, beforeY, placeX, placeY));
    [beforeX, beforeY] = [placeX, placeY];
  }
  if (toMs <= fromMs) return leastM;
  const [endX, endY] = placeAt(way, toMs);
  return Math.min(leastM, toStretch(x, y, beforeX, beforeY, endX, endY));
}
