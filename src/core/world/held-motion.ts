import type { EntityDescription } from '../api/messages.ts';
import { isMoving, NO_TWIST, type Twist } from '../base/pose.ts';
import { accelerationOf, type BaseAcceleration, USUAL_BASE_ACCELERATION } from '../robots/acceleration.ts';
import type { Posture } from './actions.ts';
import { type BaseMotion, type DofMotion, rateAt } from './motion.ts';

/** In world time. */
export interface HeldSpan {
  readonly fromMs: number;
  /** When the newest nonce grows too old. */
  readonly untilMs: number;
  /** What passes from one nonce to the next. */
  readonly pulseMs: number;
}

/** A held motion that ends this much earlier than it may is prolonged: ten states a second, not one for every nonce. */
const RENEW_MS = 100;
const ROUNDING_MS = 2;
/** So many pulses' worth of acceleration at once at most, however long the stick was held still. */
const MOST_PULSES = 2;
/** Sooner after its last change a speed waits for the next nonce: twenty states a second while it changes, however often the stick speaks. */
const LEAST_PULSES = 0.8;
/** The least change of a speed that a state can tell. */
const LEAST_CHANGE = 1e-4;

/**
 * The motion a held stick asks for; undefined when that is how the entity moves already. It ends by itself when its nonce is too old, so that the
 * robot stops at every proxy at the same instant, whatever has become of its owner.
 */
export function heldMotion(
  hold: { twist: Twist; rates: readonly (readonly [number, number])[] },
  posture: Posture,
  description: EntityDescription,
  span: HeldSpan,
): { base: BaseMotion; dofs: readonly DofMotion[] } | undefined {
  const base = heldBase(hold.twist, posture, description, span);
  const rates = new Map(hold.rates);
  const dofs = posture.dofs.map((motion, i) => heldDof(motion, posture.values[i] ?? 0, rates.get(i) ?? 0, description.dofs[i], span));
  const isSame = base === posture.base && dofs.every((dof, i) => dof === posture.dofs[i]);
  return isSame ? undefined : { base, dofs };
}

function heldBase(asked: Twist, posture: Posture, description: EntityDescription, span: HeldSpan): BaseMotion {
  const { base, pose } = posture;
  const { fromMs, untilMs } = span;
  const standing = (): BaseMotion => (base.kind === 'still' || base.kind === 'ride' ? base : { kind: 'still', pose });
  // Who lets go stops it at once, however fast it is.
  if (!isMoving(asked)) return standing();
  const current = base.kind === 'drift' && base.t1 > fromMs ? base.twist : NO_TWIST;
  const limits = description.driving ?? USUAL_BASE_ACCELERATION;
  const twist = nextTwist(current, asked, limits, isSameTwist(current, asked) ? 0 : secondsToChangeIn(base, span));
  if (!isMoving(twist)) return standing();
  if (base.kind === 'drift' && isSameTwist(current, twist) && lastsLongEnough(base.t1, untilMs)) return base;
  return { kind: 'drift', from: pose, twist, t0: fromMs, t1: untilMs };
}

/** A jogged degree of freedom drifts up to its limit, no faster than its model allows, and slower before the limit. */
function heldDof(
  motion: DofMotion,
  value: number,
  asked: number,
  dof: EntityDescription['dofs'][number] | undefined,
  span: HeldSpan,
): DofMotion {
  if (!dof) return motion;
  if (asked === 0) return motion.kind === 'drift' ? { kind: 'still', value } : motion;
  const { fromMs, untilMs, pulseMs } = span;
  const limit = asked > 0 ? dof.high : dof.low;
  const acceleration = accelerationOf(dof);
  // What is left of the way is braked on, and the last of it is gone at the pace of a single pulse.
  const brakePerS = Math.max(Math.sqrt(2 * acceleration * Math.abs(limit - value)), (acceleration * pulseMs) / 1000, LEAST_CHANGE);
  const mostPerS = Math.min(dof.speedPerS, brakePerS);
  const wantedPerS = Math.max(-mostPerS, Math.min(mostPerS, asked));
  const currentPerS = rateAt(motion, fromMs);
  const isAsWanted = Math.abs(currentPerS - wantedPerS) < 1e-5;
  const ratePerS = isAsWanted ? wantedPerS : nextRate(currentPerS, wantedPerS, acceleration * secondsToChangeIn(motion, span));
  if (ratePerS === 0) return motion.kind === 'still' ? motion : { kind: 'still', value };
  const roomMs = Math.max(0, ((limit - value) / ratePerS) * 1000);
  // Times are rounded to a millisecond: rounded up, the last one would go beyond the limit.
  const t0 = Math.round(fromMs);
  const t1 = Math.min(untilMs, Math.floor(t0 + roomMs));
  if (roomMs < 1) return motion.kind === 'still' && motion.value === limit ? motion : { kind: 'still', value: limit };
  if (motion.kind === 'drift' && Math.abs(motion.ratePerS - ratePerS) < 1e-5 && lastsLongEnough(motion.t1, t1)) return motion;
  return { kind: 'drift', from: value, ratePerS, t0, t1 };
}

/** For how long a speed has had time to change since the stick changed it last; 0 while it is too soon to say so again. */
function secondsToChangeIn(motion: BaseMotion | DofMotion, { fromMs, untilMs, pulseMs }: HeldSpan): number {
  const isHeld = motion.kind === 'drift' && motion.t1 > fromMs && motion.t1 <= untilMs + ROUNDING_MS;
  const passedMs = isHeld ? Math.min(fromMs - motion.t0, MOST_PULSES * pulseMs) : pulseMs;
  return passedMs < LEAST_PULSES * pulseMs ? 0 : passedMs / 1000;
}

/** What is to go the other way stands first, at once, as if the stick had been let go of. */
const stoppedIfTurning = (current: number, asked: number): number => (current * asked < 0 ? 0 : current);

function nextRate(current: number, asked: number, most: number): number {
  const from = stoppedIfTurning(current, asked);
  const step = most === 0 ? 0 : Math.max(most, LEAST_CHANGE);
  return from + Math.max(-step, Math.min(step, asked - from));
}

function nextTwist(current: Twist, asked: Twist, { accelerationMPerS2, turnRadPerS2 }: BaseAcceleration, seconds: number): Twist {
  const [vx, vy, vz] = nextVelocity([current.vx, current.vy, current.vz], [asked.vx, asked.vy, asked.vz], accelerationMPerS2 * seconds);
  const [wx, wy, wz] = nextVelocity([current.wx, current.wy, current.wz], [asked.wx, asked.wy, asked.wz], turnRadPerS2 * seconds);
  return { vx, vy, vz, wx, wy, wz };
}

type Vector = readonly [number, number, number];

function nextVelocity(current: Vector, asked: Vector, most: number): Vector {
  const from: Vector = [
    stoppedIfTurning(current[0], asked[0]),
    stoppedIfTurning(current[1], asked[1]),
    stoppedIfTurning(current[2], asked[2]),
  ];
  const change = Math.hypot(asked[0] - from[0], asked[1] - from[1], asked[2] - from[2]);
  const step = most === 0 ? 0 : Math.max(most, LEAST_CHANGE);
  if (change <= step) return asked;
  const share = step / change;
  return [from[0] + (asked[0] - from[0]) * share, from[1] + (asked[1] - from[1]) * share, from[2] + (asked[2] - from[2]) * share];
}

/** Longer by more than its rounding, it is not held but somebody's scheduled motion. */
const lastsLongEnough = (endMs: number, allowedMs: number): boolean => endMs <= allowedMs + ROUNDING_MS && endMs > allowedMs - RENEW_MS;

/** Within what the codec keeps. */
const isSameTwist = (a: Twist, b: Twist): boolean =>
  [a.vx - b.vx, a.vy - b.vy, a.vz - b.vz, a.wx - b.wx, a.wy - b.wy, a.wz - b.wz].every((difference) => Math.abs(difference) <= 5.1e-5);
