import { angleBetween, distance, isMoving, type Pose, type Twist } from '../base/pose.ts';
import type { Posture } from './actions.ts';
import { type BaseMotion, type DofMotion, NEVER } from './motion.ts';

/** What was measured of an entity whose movement nobody could know ahead. */
export interface Observation {
  readonly pose?: Pose | undefined;
  /** How it moves now; leave it out for a body at rest. */
  readonly twist?: Twist | undefined;
  readonly values?: readonly number[] | undefined;
  readonly ratesPerS?: readonly number[] | undefined;
}

/** How far reality may leave the prediction before a new motion is sent. */
export interface Threshold {
  readonly lengthM: number;
  readonly angleRad: number;
  /** For degrees of freedom: radians or metres. */
  readonly value: number;
}

export const THRESHOLD: Threshold = { lengthM: 0.02, angleRad: Math.PI / 180, value: (0.5 * Math.PI) / 180 };

export interface Prediction {
  readonly posture: Posture;
  readonly worldMs: number;
  readonly threshold: Threshold;
}

/** The motion to send because proxies would be wrong without it; undefined while they predict well enough. */
export function observed(observation: Observation, prediction: Prediction): { base: BaseMotion; dofs: readonly DofMotion[] } | undefined {
  const base = observedBase(observation, prediction);
  const dofs = observedDofs(observation, prediction);
  return base.isOff || dofs.isOff ? { base: base.motion, dofs: dofs.motions } : undefined;
}

function observedBase(
  { pose, twist }: Observation,
  { posture: predicted, worldMs, threshold }: Prediction,
): { motion: BaseMotion; isOff: boolean } {
  if (!pose) return { motion: predicted.base, isOff: false };
  const moves = twist !== undefined && isMoving(twist);
  const motion: BaseMotion = moves ? { kind: 'drift', from: pose, twist, t0: worldMs, t1: NEVER } : { kind: 'still', pose };
  const isOff =
    distance(pose, predicted.pose) > threshold.lengthM ||
    angleBetween(pose, predicted.pose) > threshold.angleRad ||
    // It came to rest: say so at once, or proxies would drift up to the threshold and stay there.
    (!moves && predicted.base.kind === 'drift');
  return { motion, isOff };
}

function observedDofs(
  { values, ratesPerS }: Observation,
  { posture: predicted, worldMs, threshold }: Prediction,
): { motions: readonly DofMotion[]; isOff: boolean } {
  if (!values) return { motions: predicted.dofs, isOff: false };
  let isOff = false;
  const motions = predicted.dofs.map((motion, i): DofMotion => {
    const from = values[i];
    if (from === undefined) return motion;
    const ratePerS = ratesPerS?.[i] ?? 0;
    if (Math.abs(from - (predicted.values[i] ?? 0)) > threshold.value || (ratePerS === 0 && motion.kind === 'drift')) isOff = true;
    return ratePerS === 0 ? { kind: 'still', value: from } : { kind: 'drift', from, ratePerS, t0: worldMs, t1: NEVER };
  });
  return { motions, isOff };
}
