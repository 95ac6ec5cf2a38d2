import { accelerationOf, type MovedAxis } from '../robots/acceleration.ts';
import { type DofMotion, progress } from './motion.ts';

export type Glide = Extract<DofMotion, { kind: 'glide' }>;

/** Where a glide begins, and how fast its degree of freedom moves then. */
export interface GlideStart {
  readonly value: number;
  readonly ratePerS: number;
  readonly worldMs: number;
}

export interface GlideWish {
  readonly to: number;
  readonly durationMs?: number | undefined;
  readonly speedPerS?: number | undefined;
  /** The least share of the time to speed up in, and again to slow down in. */
  readonly ramp: number;
}

/** States keep a ramp to the thousandth and times to the millisecond: rounded up here, they keep to the limits there too. */
const RAMP_STEPS = 1000;
/** What is at full speed within a millisecond is so at once: nothing here tells the two apart. */
const SOONEST_S = 1e-3;
const MOST_TRIES = 20;
const EXACTNESS = 1e-9;
const ROUNDING_MS = 2;
const roundedUp = (value: number, steps: number): number => Math.max(0, Math.ceil(value * steps - 1e-5)) / steps;

interface Limits {
  readonly speedPerS: number;
  readonly acceleration: number;
}

/** The soonest end of a motion that never exceeds speed nor acceleration, with ramps no shorter than asked for. */
export function glideFrom(start: GlideStart, wish: GlideWish, dof: MovedAxis): Glide {
  const speedPerS = Math.min(wish.speedPerS ?? dof.speedPerS, dof.speedPerS);
  const acceleration = accelerationOf(dof);
  const limits = { speedPerS, acceleration: speedPerS < acceleration * SOONEST_S ? Number.POSITIVE_INFINITY : acceleration };
  return wentOn(start, wish, limits) ?? fromRest(start, wish, limits);
}

function fromRest({ value, worldMs }: GlideStart, { to, durationMs = 0, ramp }: GlideWish, limits: Limits): Glide {
  const shape = shapeOf(Math.abs(to - value), ramp, durationMs, limits);
  return { kind: 'glide', from: value, to, t0: worldMs, t1: worldMs + shape.lastsMs, ramp: shape.ramp };
}

interface Shape {
  readonly lastsMs: number;
  readonly ramp: number;
}

/** How long, and which share of it each ramp takes: a trapezoid of speed, or a triangle where the way is too short to reach full speed. */
function shapeOf(distance: number, askedRamp: number, askedMs: number, { speedPerS, acceleration }: Limits): Shape {
  const isTriangle = distance * acceleration < speedPerS ** 2;
  const fastestS = isTriangle ? 2 * Math.sqrt(distance / acceleration) : distance / speedPerS + speedPerS / acceleration;
  const lastsS = Math.max(askedMs / 1000, fastestS, distance / (speedPerS * (1 - askedRamp)));
  // Of a ramp r the acceleration is distance / (time² r (1 - r)).
  const steepness = lastsS === 0 ? 0 : Math.min(1, (4 * distance) / (acceleration * lastsS ** 2));
  const ramp = Math.min(0.5, roundedUp(Math.max(askedRamp, (1 - Math.sqrt(1 - steepness)) / 2), RAMP_STEPS));
  return { lastsMs: roundedUp(1000 * Math.max(lastsS, distance / (speedPerS * (1 - ramp))), 1), ramp };
}

/**
 * What moves already, and goes on that way, keeps its speed: it is on the way of a glide that began earlier. Undefined when there is none, for it
 * goes the other way, cannot brake in time, is faster than it is to go, or is to take a given time: then it begins from rest.
 */
function wentOn(start: GlideStart, wish: GlideWish, limits: Limits): Glide | undefined {
  const distance = wish.to - start.value;
  const direction = Math.sign(distance);
  const rate = start.ratePerS * direction;
  if (!(rate > 0) || wish.durationMs !== undefined || rate > limits.speedPerS) return undefined;
  const way = Math.abs(distance);
  const runUp = rate ** 2 / (2 * limits.acceleration);
  if (runUp > way) return undefined;
  // A gentle ramp needs a longer run-up, and a longer way more time.
  for (let whole = way + runUp, tries = 0; tries < MOST_TRIES; tries++) {
    const shape = shapeOf(whole, wish.ramp, 0, limits);
    const rampMs = shape.ramp * shape.lastsMs;
    const reachedMs = 1000 * timeToReach(rate, way, shape);
    // Rounding makes it a trifle slower than it was at full speed.
    if (reachedMs > rampMs + ROUNDING_MS) return undefined;
    const sinceMs = Math.min(Math.round(reachedMs), Math.floor(rampMs));
    const behind = progress(sinceMs / shape.lastsMs, shape.ramp);
    if (way <= whole * (1 - behind) * (1 + EXACTNESS)) {
      const t0 = start.worldMs - sinceMs;
      return { kind: 'glide', from: wish.to - distance / (1 - behind), to: wish.to, t0, t1: t0 + shape.lastsMs, ramp: shape.ramp };
    }
    whole = (way / (1 - behind)) * (1 + EXACTNESS);
  }
  return undefined;
}

/** When on its first ramp a glide of this shape is so fast, if so much of its way is left then. */
function timeToReach(ratePerS: number, left: number, { lastsMs, ramp }: Shape): number {
  const spread = (lastsMs / 1000) ** 2 * ramp * (1 - ramp);
  return (Math.sqrt(left ** 2 + 2 * ratePerS ** 2 * spread) - left) / ratePerS;
}
