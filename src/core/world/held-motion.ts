import type { EntityDescription } from '../api/messages.ts';
import { isMoving, type Twist } from '../base/pose.ts';
import type { Posture } from './actions.ts';
import type { BaseMotion, DofMotion } from './motion.ts';

/** In world time: now, and when the newest nonce grows too old. */
export interface HeldSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A held motion that ends this much earlier than it may is prolonged: ten states a second, not one for every nonce. */
const RENEW_MS = 100;

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
  const base = heldBase(hold.twist, posture, span);
  const rates = new Map(hold.rates);
  const dofs = posture.dofs.map((motion, i) => heldDof(motion, posture.values[i] ?? 0, rates.get(i) ?? 0, description.dofs[i], span));
  const isSame = base === posture.base && dofs.every((dof, i) => dof === posture.dofs[i]);
  return isSame ? undefined : { base, dofs };
}

function heldBase(twist: Twist, posture: Posture, { fromMs, untilMs }: HeldSpan): BaseMotion {
  const { base, pose } = posture;
  if (!isMoving(twist)) return base.kind === 'still' || base.kind === 'ride' ? base : { kind: 'still', pose };
  if (base.kind === 'drift' && isSameTwist(base.twist, twist) && lastsLongEnough(base.t1, untilMs)) return base;
  return { kind: 'drift', from: pose, twist, t0: fromMs, t1: untilMs };
}

/** A jogged degree of freedom drifts up to its limit, never faster than its model allows. */
function heldDof(
  motion: DofMotion,
  value: number,
  asked: number,
  dof: EntityDescription['dofs'][number] | undefined,
  { fromMs, untilMs }: HeldSpan,
): DofMotion {
  if (!dof) return motion;
  const ratePerS = Math.max(-dof.speedPerS, Math.min(dof.speedPerS, asked));
  if (ratePerS === 0) return motion.kind === 'drift' ? { kind: 'still', value } : motion;
  const limit = ratePerS > 0 ? dof.high : dof.low;
  const roomMs = Math.max(0, ((limit - value) / ratePerS) * 1000);
  // Times are rounded to a millisecond: rounded up, the last one would go beyond the limit.
  const t0 = Math.round(fromMs);
  const t1 = Math.min(untilMs, Math.floor(t0 + roomMs));
  if (roomMs < 1) return motion.kind === 'still' && motion.value === limit ? motion : { kind: 'still', value: limit };
  if (motion.kind === 'drift' && Math.abs(motion.ratePerS - ratePerS) < 1e-5 && lastsLongEnough(motion.t1, t1)) return motion;
  return { kind: 'drift', from: value, ratePerS, t0, t1 };
}

/** Longer by more than its rounding, it is not held but somebody's scheduled motion. */
const lastsLongEnough = (endMs: number, allowedMs: number): boolean => endMs <= allowedMs + 2 && endMs > allowedMs - RENEW_MS;

/** Within what the codec keeps. */
const isSameTwist = (a: Twist, b: Twist): boolean =>
  [a.vx - b.vx, a.vy - b.vy, a.vz - b.vz, a.wx - b.wx, a.wy - b.wy, a.wz - b.wz].every((difference) => Math.abs(difference) <= 5.1e-5);
