import { advance, blend, compose, type Pose, type Twist } from '../base/pose.ts';
import { movement } from '../robots/kinematics.ts';

/**
 * A movement as a function of world time, in closed form: sent once, evaluated by everybody, ending for all at the same instant.
 * Times are milliseconds of world time. Values of degrees of freedom are radians or metres, as the model says.
 */
export type DofMotion =
  | { readonly kind: 'still'; readonly value: number }
  /** From one value to another. `ramp` is the share of the time spent speeding up, and again slowing down: 0 is linear, 0.5 a triangle. */
  | { readonly kind: 'glide'; readonly from: number; readonly to: number; readonly t0: number; readonly t1: number; readonly ramp: number }
  /** At a constant rate per second, until `t1`. */
  | { readonly kind: 'drift'; readonly from: number; readonly ratePerS: number; readonly t0: number; readonly t1: number }
  | { readonly kind: 'path'; readonly knots: readonly { readonly t: number; readonly value: number }[] };

export type BaseMotion =
  | { readonly kind: 'still'; readonly pose: Pose }
  /** With a constant body twist, until `t1`. */
  | { readonly kind: 'drift'; readonly from: Pose; readonly twist: Twist; readonly t0: number; readonly t1: number }
  | { readonly kind: 'path'; readonly knots: readonly { readonly t: number; readonly pose: Pose }[] }
  /** Carried by another entity, at a fixed place in its frame, or in that of the link that the joints lead to. */
  | { readonly kind: 'ride'; readonly parent: string; readonly offset: Pose; readonly through?: readonly RideJoint[] | undefined };

/** One step from the base of what carries to the link that does: said with the ride, so that nobody needs the carrier's model to follow it. */
export interface RideJoint {
  /** Which of the carrier's values moves it; -1 for none. */
  readonly dof: number;
  readonly kind: 'rotation' | 'translation';
  readonly pivot: readonly [number, number, number];
  readonly axis: readonly [number, number, number];
  readonly factor: number;
  readonly origin: Pose;
}

/** Where something is that others ride on. */
export interface Carrier {
  readonly pose: Pose;
  readonly values: readonly number[];
}

/** The frame a ride is given in. */
export function carryingFrame({ pose, values }: Carrier, through: readonly RideJoint[] = []): Pose {
  return through.reduce((frame, { dof, factor, origin, ...joint }) => {
    if (dof < 0) return compose(frame, origin);
    const moved = movement({ ...joint, name: '', low: 0, high: 0, speedPerS: 0, home: 0 }, (values[dof] ?? 0) * factor);
    return compose(compose(frame, moved), origin);
  }, pose);
}

/** A drift that nobody bounded ends here: about 285 years, the largest whole number that survives the codec. */
export const NEVER: number = 2 ** 53 - 1;

/** So many entities may ride on one another: whoever shows one looks that far, and no further. */
export const DEEPEST_RIDE = 8;

export function valueAt(motion: DofMotion, t: number): number {
  switch (motion.kind) {
    case 'still':
      return motion.value;
    case 'glide':
      // Exactly there in the end: from plus the difference can be a last digit off.
      if (t >= motion.t1) return motion.to;
      return motion.from + (motion.to - motion.from) * progress(share(motion.t0, motion.t1, t), motion.ramp);
    case 'drift':
      return motion.from + (motion.ratePerS * driftMs(motion, t)) / 1000;
    case 'path': {
      const [before, after, part] = spanOf(motion.knots, t);
      return before.value + (after.value - before.value) * part;
    }
  }
}

/** `carrierOf` tells where the parent of a ride is at the same instant; undefined when it is not known here. */
export function poseAt(motion: BaseMotion, t: number, carrierOf: (entity: string) => Carrier | undefined): Pose | undefined {
  switch (motion.kind) {
    case 'still':
      return motion.pose;
    case 'drift':
      return advance(motion.from, motion.twist, driftMs(motion, t) / 1000);
    case 'path': {
      const [before, after, part] = spanOf(motion.knots, t);
      return part === 0 ? before.pose : blend(before.pose, after.pose, part);
    }
    case 'ride': {
      const carrier = carrierOf(motion.parent);
      return carrier && compose(carryingFrame(carrier, motion.through), motion.offset);
    }
  }
}

/** When a motion has nothing more to do; a still one has always ended, a ride never does. */
export function endOf(motion: DofMotion | BaseMotion): number {
  switch (motion.kind) {
    case 'still':
      return -NEVER;
    case 'ride':
      return NEVER;
    case 'path':
      return motion.knots.at(-1)?.t ?? -NEVER;
    default:
      return motion.t1;
  }
}

/** When a motion began; undefined when it has none in time. */
export function beginningOf(motion: DofMotion | BaseMotion): number | undefined {
  switch (motion.kind) {
    case 'still':
    case 'ride':
      return undefined;
    case 'path':
      return motion.knots[0]?.t;
    default:
      return motion.t0;
  }
}

/** How far along a glide is, from the share of its time that has passed: constant acceleration, cruise, constant deceleration. */
export function progress(part: number, ramp: number): number {
  if (ramp <= 0) return part;
  const cruise = 1 / (1 - ramp);
  if (part < ramp) return (cruise * part * part) / (2 * ramp);
  if (part > 1 - ramp) return 1 - (cruise * (1 - part) ** 2) / (2 * ramp);
  return cruise * (part - ramp / 2);
}

/** How fast it moves at an instant, with its sign: what it does from then on. */
export function rateAt(motion: DofMotion, t: number): number {
  switch (motion.kind) {
    case 'still':
      return 0;
    case 'glide': {
      if (t < motion.t0 || t >= motion.t1) return 0;
      const part = share(motion.t0, motion.t1, t);
      const cruisePerS = (1000 * (motion.to - motion.from)) / ((motion.t1 - motion.t0) * (1 - motion.ramp));
      return cruisePerS * (motion.ramp === 0 ? 1 : Math.min(1, part / motion.ramp, (1 - part) / motion.ramp));
    }
    case 'drift':
      return t < motion.t0 || t >= motion.t1 ? 0 : motion.ratePerS;
    case 'path': {
      const [before, after] = spanOf(motion.knots, t);
      return after.t > before.t ? (1000 * (after.value - before.value)) / (after.t - before.t) : 0;
    }
  }
}

function share(t0: number, t1: number, t: number): number {
  if (t >= t1) return 1;
  return t <= t0 ? 0 : (t - t0) / (t1 - t0);
}

const driftMs = (motion: { readonly t0: number; readonly t1: number }, t: number): number =>
  Math.max(0, Math.min(t, motion.t1) - motion.t0);

function spanOf<K extends { readonly t: number }>(knots: readonly K[], t: number): [K, K, number] {
  const first = knots[0];
  const last = knots.at(-1);
  if (!first || !last) throw new RangeError('a path needs at least one knot');
  if (t <= first.t) return [first, first, 0];
  if (t >= last.t) return [last, last, 0];
  let low = 0;
  let high = knots.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((knots[middle] as K).t <= t) low = middle;
    else high = middle;
  }
  const before = knots[low] as K;
  const after = knots[high] as K;
  return [before, after, (t - before.t) / (after.t - before.t)];
}
