import { type EntityDescription, LONGEST_MOTION_MS } from '../api/messages.ts';
import { isMoving, type Twist } from '../base/pose.ts';
import type { Posture } from './actions.ts';
import { type BaseMotion, type DofMotion, NEVER } from './motion.ts';

/** The motion a held stick asks for; undefined when that is how the entity moves already. */
export function heldMotion(
  hold: { twist: Twist; rates: readonly (readonly [number, number])[] },
  posture: Posture,
  description: EntityDescription,
  worldMs: number,
): { base: BaseMotion; dofs: readonly DofMotion[] } | undefined {
  const base = heldBase(hold.twist, posture, worldMs);
  const rates = new Map(hold.rates);
  const dofs = posture.dofs.map((motion, i) => heldDof(motion, posture.values[i] ?? 0, rates.get(i) ?? 0, description.dofs[i], worldMs));
  const isSame = base === posture.base && dofs.every((dof, i) => dof === posture.dofs[i]);
  return isSame ? undefined : { base, dofs };
}

function heldBase(twist: Twist, posture: Posture, worldMs: number): BaseMotion {
  const { base, pose } = posture;
  if (!isMoving(twist)) return base.kind === 'still' || base.kind === 'ride' ? base : { kind: 'still', pose };
  if (base.kind === 'drift' && base.t1 === NEVER && isSameTwist(base.twist, twist)) return base;
  return { kind: 'drift', from: pose, twist, t0: worldMs, t1: NEVER };
}

/** A jogged degree of freedom drifts up to its limit, never faster than its model allows. */
function heldDof(
  motion: DofMotion,
  value: number,
  asked: number,
  dof: EntityDescription['dofs'][number] | undefined,
  worldMs: number,
): DofMotion {
  if (!dof) return motion;
  const ratePerS = Math.max(-dof.speedPerS, Math.min(dof.speedPerS, asked));
  if (ratePerS === 0) return motion.kind === 'drift' ? { kind: 'still', value } : motion;
  if (motion.kind === 'drift' && Math.abs(motion.ratePerS - ratePerS) < 1e-5) return motion;
  const room = ratePerS > 0 ? dof.high - value : dof.low - value;
  return {
    kind: 'drift',
    from: value,
    ratePerS,
    t0: worldMs,
    t1: worldMs + Math.min(LONGEST_MOTION_MS, Math.max(0, (room / ratePerS) * 1000)),
  };
}

/** Within what the codec keeps. */
const isSameTwist = (a: Twist, b: Twist): boolean =>
  [a.vx - b.vx, a.vy - b.vy, a.vz - b.vz, a.wx - b.wx, a.wy - b.wy, a.wz - b.wz].every((difference) => Math.abs(difference) <= 5.1e-5);
