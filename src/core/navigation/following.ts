import { type Pose, planarPose, yawOf } from '../base/pose.ts';
import type { Place } from '../maps/maps.ts';
import type { Base } from './base.ts';

export interface Knot {
  readonly afterMs: number;
  readonly pose: Pose;
}

/** What one `follow` may have. */
const MOST_KNOTS = 500;
/** Straight pieces of a speeding up or slowing down, where there is room for so many. */
const PIECES = 4;
/** Nearer than this is the same place, less than this the same heading. */
const SAME_M = 1e-4;
const SAME_RAD = 1e-4;

export interface FollowOptions {
  /** How it shall stand in the end; left out: as it comes. */
  readonly headingRad?: number | undefined;
}

/** A stretch of a way: first a turn, then straight on. For a base that slides both at once. */
interface Stretch {
  readonly to: Place;
  readonly lengthM: number;
  /** Heading at its end; the turn to it is made before, or on the way. */
  readonly headingRad: number;
  readonly turnRad: number;
}

/**
 * A way as poses in time, for one `follow`: within the speeds and accelerations of the base, at rest in every corner, exactly at the last point. A way of so many
 * corners that they do not fit is followed as far as they do.
 */
export function follow(from: Pose, points: readonly Place[], base: Base, { headingRad }: FollowOptions = {}): readonly Knot[] {
  const places = distinct(from, points);
  const stretches = base.kind === 'turning' ? turningStretches(from, places, headingRad) : slidingStretches(from, places, headingRad);
  // A turn or a drive has a knot for each piece of its two ramps, and one more.
  const parts = base.kind === 'turning' ? 2 : 1;
  const pieces = Math.max(1, Math.min(PIECES, Math.floor((MOST_KNOTS / Math.max(1, stretches.length * parts) - 1) / 2)));
  const knots: Knot[] = [];
  const at = (x: number, y: number, yaw: number): Pose => ({ ...planarPose(x, y, yaw), z: from.z });
  let [x, y, yaw, afterMs] = [from.x, from.y, yawOf(from), 0];
  // On a very short way two pieces end within one millisecond: the second one ends a millisecond later, or it would be a jump.
  const put = (afterS: number, pose: Pose) =>
    knots.push({ afterMs: Math.max(afterMs + Math.ceil(1000 * afterS), (knots.at(-1)?.afterMs ?? 0) + 1), pose });
  const passed = () => {
    afterMs = knots.at(-1)?.afterMs ?? afterMs;
  };
  for (const { to, lengthM, turnRad } of stretches.slice(0, Math.floor(MOST_KNOTS / (3 * parts)))) {
    const [fromX, fromY, fromYaw] = [x, y, yaw];
    if (base.kind === 'turning') {
      for (const { seconds, gone } of ramped(Math.abs(turnRad), base.turnRadPerS, base.turnRadPerS2, pieces)) {
        put(seconds, at(x, y, fromYaw + Math.sign(turnRad) * gone));
      }
      passed();
    }
    const [shareX, shareY] = [to[0] - x, to[1] - y];
    // Who turns on the way takes as long as the longer of the two, and turns no faster than it can where it goes fastest.
    const turnS = base.kind === 'sliding' ? (ramped(Math.abs(turnRad), base.turnRadPerS, base.turnRadPerS2, 1).at(-1)?.seconds ?? 0) : 0;
    const straight = ramped(lengthM, base.speedMPerS, base.accelerationMPerS2, pieces);
    const fastestRadPerS = base.kind === 'sliding' ? (Math.abs(turnRad) * fastestOf(straight)) / lengthM : 0;
    const slower = Math.max(1, turnS / (straight.at(-1)?.seconds ?? Number.POSITIVE_INFINITY), fastestRadPerS / base.turnRadPerS);
    yaw = fromYaw + turnRad;
    for (const { seconds, gone } of straight) {
      const share = gone / lengthM;
      const heading = base.kind === 'sliding' ? fromYaw + turnRad * share : yaw;
      put(seconds * slower, at(fromX + shareX * share, fromY + shareY * share, heading));
    }
    if (straight.length === 0 && turnS > 0) put(turnS, at(x, y, yaw));
    passed();
    [x, y] = to;
  }
  return knots.length > 0 ? knots : [{ afterMs: 0, pose: from }];
}

interface Reached {
  readonly seconds: number;
  readonly gone: number;
}

/** Of all pieces. */
function fastestOf(reached: readonly Reached[]): number {
  let fastest = 0;
  let before: Reached = { seconds: 0, gone: 0 };
  for (const next of reached) {
    if (next.seconds > before.seconds) fastest = Math.max(fastest, (next.gone - before.gone) / (next.seconds - before.seconds));
    before = next;
  }
  return fastest;
}

/** When a body that sets off and arrives softly has come how far: at the ends of straight pieces. */
function ramped(way: number, speed: number, acceleration: number, pieces: number): Reached[] {
  if (way <= 0) return [];
  const top = Math.min(speed, Math.sqrt(way * acceleration));
  const rampS = top / acceleration;
  const wholeS = 2 * rampS + (way - top * rampS) / top;
  const rising = Array.from({ length: pieces }, (_, index) => {
    const seconds = (rampS * (index + 1)) / pieces;
    return { seconds, gone: (acceleration * seconds ** 2) / 2 };
  });
  const falling = rising.toReversed().slice(top < speed ? 1 : 0);
  return [
    ...rising,
    ...falling.map(({ seconds, gone }) => ({ seconds: wholeS - seconds, gone: way - gone })),
    { seconds: wholeS, gone: way },
  ];
}

/** Each a little from the one before, and the last exactly as it was given. */
function distinct(from: Pose, points: readonly Place[]): Place[] {
  const kept: Place[] = [];
  for (const [x, y] of points) {
    const [beforeX, beforeY] = kept.at(-1) ?? [from.x, from.y];
    if (Math.hypot(x - beforeX, y - beforeY) >= SAME_M) kept.push([x, y]);
  }
  const last = points.at(-1);
  return last && kept.length > 0 ? [...kept.slice(0, -1), last] : kept;
}

function turningStretches(from: Pose, points: readonly Place[], headingRad: number | undefined): Stretch[] {
  const stretches: Stretch[] = [];
  let [x, y, yaw] = [from.x, from.y, yawOf(from)];
  for (const to of points) {
    const lengthM = Math.hypot(to[0] - x, to[1] - y);
    const heading = Math.atan2(to[1] - y, to[0] - x);
    stretches.push({ to, lengthM, headingRad: heading, turnRad: turnBetween(yaw, heading) });
    [x, y, yaw] = [to[0], to[1], heading];
  }
  const last = headingRad === undefined ? 0 : turnBetween(yaw, headingRad);
  if (Math.abs(last) > SAME_RAD) stretches.push({ to: [x, y], lengthM: 0, headingRad: yaw + last, turnRad: last });
  return stretches;
}

/** Its turn is shared out along the way. */
function slidingStretches(from: Pose, places: readonly Place[], headingRad: number | undefined): Stretch[] {
  const lengths = places.map(([x, y], index) => {
    const [beforeX, beforeY] = places[index - 1] ?? [from.x, from.y];
    return Math.hypot(x - beforeX, y - beforeY);
  });
  const wholeM = lengths.reduce((sum, lengthM) => sum + lengthM, 0);
  const turn = headingRad === undefined ? 0 : turnBetween(yawOf(from), headingRad);
  if (places.length === 0 && Math.abs(turn) > SAME_RAD)
    return [{ to: [from.x, from.y], lengthM: 0, headingRad: yawOf(from) + turn, turnRad: turn }];
  let yaw = yawOf(from);
  return places.map((to, index) => {
    const lengthM = lengths[index] ?? 0;
    const turnRad = (turn * lengthM) / wholeM;
    yaw += turnRad;
    return { to, lengthM, headingRad: yaw, turnRad };
  });
}

/** The shorter way round. */
export const turnBetween = (from: number, to: number): number => Math.atan2(Math.sin(to - from), Math.cos(to - from));
