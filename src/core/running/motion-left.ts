/** What is left of a motion that something ended: for who goes on with it. */
import { angleBetween, blend, distance, type Pose, planarPose, yawOf } from '../base/pose.ts';
import {
  type MotionPlan,
  type MovingDeed,
  motionOf,
  type RobotAction,
  type StandingRobot,
  type TaughtPosition,
} from '../programs/programs.ts';
import type { Model } from '../robots/robots.ts';
import type { DeedState, Start } from './run-state.ts';

type Follow = Extract<RobotAction, { kind: 'follow' }>;
type Assume = Extract<RobotAction, { kind: 'assume' }>;
type MotionState = Extract<DeedState, { kind: 'motion' }>;

/** What is nearer is where it was left: rounding, and the last centimetre of who froze. */
const THERE_M = 0.02;
const THERE_RAD = 0.03;
/** Radians or metres. */
const NOTHING = 1e-5;
const MILLIMETRE = 1e-3;
const DEGREE = Math.PI / 180;

export interface MotionLeft {
  readonly plan: MotionPlan;
  /** How much of the whole motion is over. */
  readonly doneMs: number;
}

export interface Mover {
  readonly model: Model;
  readonly positions: readonly TaughtPosition[];
  readonly now: StandingRobot;
}

export const startOf = ({ pose, values }: StandingRobot): Start => ({ x: pose.x, y: pose.y, z: pose.z, yaw: yawOf(pose), values });

const standingAt = ({ x, y, z, yaw, values }: Start): StandingRobot => ({ pose: { ...planarPose(x, y, yaw), z }, values });

/** The whole motion follows from where it began, so that what is relative is done once. Who was moved meanwhile goes straight to its end. */
export function motionLeft(deed: MovingDeed, { from, startedMs, doneMs }: MotionState, haltedMs: number, mover: Mover): MotionLeft {
  const { model, positions, now } = mover;
  const whole = motionOf(deed, model, standingAt(from), positions);
  if (whole.kind !== 'motion') return { plan: whole, doneMs };
  if (whole.action.kind === 'assume') return { plan: jointsLeft(whole.action, from, now), doneMs: 0 };
  return wayLeft(whole.action, doneMs + Math.max(0, haltedMs - startedMs), from, mover);
}

function jointsLeft({ values, durationMs }: Assume, from: Start, now: StandingRobot): MotionPlan {
  let share = 0;
  for (const [dof, to] of values.entries()) {
    const leftToGo = to === null ? 0 : Math.abs(to - (now.values[dof] ?? 0));
    if (to !== null && leftToGo > NOTHING) share = Math.max(share, Math.min(1, leftToGo / Math.abs(to - (from.values[dof] ?? 0)) || 1));
  }
  if (share === 0) return { kind: 'none' };
  return { kind: 'motion', action: { kind: 'assume', values, ...(durationMs !== undefined && { durationMs: durationMs * share }) } };
}

function wayLeft({ knots }: Follow, doneMs: number, from: Start, { model, positions, now }: Mover): MotionLeft {
  const last = knots.at(-1);
  if (!last || isAt(now.pose, last.pose)) return { plan: { kind: 'none' }, doneMs };
  const left = knots.filter(({ afterMs }) => afterMs > doneMs);
  if (left.length > 0 && isAt(now.pose, poseAfter(knots, doneMs, from)))
    return {
      plan: { kind: 'motion', action: { kind: 'follow', knots: left.map(({ afterMs, pose }) => ({ afterMs: afterMs - doneMs, pose })) } },
      doneMs,
    };
  const straight = {
    kind: 'goto-point',
    ...{ xMm: last.pose.x / MILLIMETRE, yMm: last.pose.y / MILLIMETRE, headingDeg: yawOf(last.pose) / DEGREE, speedPercent: 100 },
  } as const;
  return { plan: motionOf(straight, model, now, positions), doneMs: last.afterMs };
}

/** A straight way between two knots. */
function poseAfter(knots: Follow['knots'], ms: number, from: Start): Pose {
  const next = knots.findIndex(({ afterMs }) => afterMs > ms);
  const [before, after] = [knots[next - 1] ?? { afterMs: 0, pose: standingAt(from).pose }, knots[next]];
  if (!after) return before.pose;
  return blend(before.pose, after.pose, Math.max(0, ms - before.afterMs) / (after.afterMs - before.afterMs));
}

const isAt = (a: Pose, b: Pose): boolean => distance(a, b) < THERE_M && angleBetween(a, b) < THERE_RAD;
