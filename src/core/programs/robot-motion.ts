/** What a deed is as a motion of one model: joints together, at a share of their speeds; or a way for the base. */
import { type Pose, yawOf } from '../base/pose.ts';
import { type DegreeOfFreedom, drivenDofs, type Model } from '../robots/robots.ts';
import { type Knot, type Leg, wayOf } from './base-way.ts';
import type { MovingDeed } from './effect.ts';
import type { TaughtPosition } from './positions.ts';
import { canDrive, dofIndex, plainName } from './surroundings.ts';

/** Where it stands: metres and radians. */
export interface StandingRobot {
  readonly pose: Pose;
  readonly values: readonly number[];
}

/** As the owner of an entity takes it. */
export type RobotAction =
  | { readonly kind: 'assume'; readonly values: (number | null)[]; readonly durationMs?: number }
  | { readonly kind: 'follow'; readonly knots: Knot[] };

export type MotionPlan =
  | { readonly kind: 'motion'; readonly action: RobotAction }
  /** It is there already. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string };

const DEGREE = Math.PI / 180;
const MILLIMETRE = 1e-3;
/** The share of a motion spent speeding up, and again slowing down: at its middle it is faster than on the average. */
const RAMP = 0.25;

const refused = (reason: string): MotionPlan => ({ kind: 'refused', reason });
const unitOf = ({ kind }: DegreeOfFreedom): number => (kind === 'rotation' ? DEGREE : MILLIMETRE);

export function motionOf(deed: MovingDeed, model: Model, robot: StandingRobot, positions: readonly TaughtPosition[]): MotionPlan {
  switch (deed.kind) {
    case 'move': {
      const position =
        typeof deed.position === 'number' ? positions[deed.position - 1] : positions.find(({ name }) => name === deed.position);
      if (!position) return refused(`there is no position ${deed.position}`);
      return drivenDofs(model).length === 0 && canDrive(model)
        ? toPose(position, deed.speedPercent, model, robot)
        : toJoints(position.values, deed.speedPercent, model, robot);
    }
    case 'move-by':
      return moveBy(deed, model, robot);
    case 'drive':
      return along([{ forwardM: deed.forwardMm * MILLIMETRE, turnRad: deed.turnDeg * DEGREE }], deed.speedPercent, model, robot);
    case 'goto-point': {
      const [x, y] = [deed.xMm * MILLIMETRE, deed.yMm * MILLIMETRE];
      return along(
        legsTo(robot.pose, x, y, deed.headingDeg === null ? undefined : deed.headingDeg * DEGREE),
        deed.speedPercent,
        model,
        robot,
      );
    }
  }
}

/** Where a degree of freedom stands, in the units of programs; undefined when there is none. */
export function dofValue(dof: string | number, model: Model, robot: StandingRobot): number | undefined {
  const dofs = drivenDofs(model);
  const index = dofIndex(dof, model);
  const found = dofs[index];
  return found && (robot.values[index] ?? 0) / unitOf(found);
}

function moveBy(deed: Extract<MovingDeed, { kind: 'move-by' }>, model: Model, robot: StandingRobot): MotionPlan {
  const dofs = drivenDofs(model);
  const index = dofIndex(deed.dof, model);
  if (dofs.length === 0 && canDrive(model)) {
    if (index < 0) return refused(`${model.name} has no degree of freedom ${deed.dof}: 1 is forward, 2 is turn`);
    const leg = index === 0 ? { forwardM: deed.by * MILLIMETRE, turnRad: 0 } : { forwardM: 0, turnRad: deed.by * DEGREE };
    return along([leg], deed.speedPercent, model, robot);
  }
  const dof = dofs[index];
  if (!dof) return refused(`${model.name} has no degree of freedom ${deed.dof}`);
  const to = (robot.values[index] ?? 0) / unitOf(dof) + deed.by;
  return toJoints(
    dofs.map((_, each) => (each === index ? to : null)),
    deed.speedPercent,
    model,
    robot,
  );
}

function toJoints(wanted: readonly (number | null)[], speedPercent: number, model: Model, robot: StandingRobot): MotionPlan {
  const dofs = drivenDofs(model);
  if (wanted.length > dofs.length) return refused(`${model.name} has ${dofs.length} degrees of freedom, not ${wanted.length}`);
  let lastsS = 0;
  const values: (number | null)[] = [];
  for (const [index, dof] of dofs.entries()) {
    const value = wanted[index] ?? null;
    const unit = unitOf(dof);
    const to = value === null ? null : snapped(value * unit, dof);
    values.push(to);
    if (to === null || value === null) continue;
    if (to < dof.low || to > dof.high)
      return refused(
        `${plainName(dof.name)} goes from ${rounded(dof.low / unit)} to ${rounded(dof.high / unit)}; ${rounded(value)} is outside`,
      );
    lastsS = Math.max(lastsS, Math.abs(to - (robot.values[index] ?? 0)) / (dof.speedPerS * (speedPercent / 100) * (1 - RAMP)));
  }
  if (lastsS === 0) return { kind: 'none' };
  // At full speed the owner knows best how long it takes.
  return { kind: 'motion', action: { kind: 'assume', values, ...(speedPercent < 100 && { durationMs: Math.ceil(lastsS * 1000) }) } };
}

/** A limit in whole degrees is a hair off in radians. */
const snapped = (value: number, { low, high }: DegreeOfFreedom): number =>
  Math.abs(value - low) < 1e-6 ? low : Math.abs(value - high) < 1e-6 ? high : value;

const rounded = (value: number): number => Number(value.toFixed(1));

function toPose({ name, values }: TaughtPosition, speedPercent: number, model: Model, robot: StandingRobot): MotionPlan {
  const [x, y, heading] = values;
  if (typeof x !== 'number' || typeof y !== 'number' || values.length > 3)
    return refused(`${name} is no place for a base: it needs x, y and perhaps a heading`);
  return along(
    legsTo(robot.pose, x * MILLIMETRE, y * MILLIMETRE, typeof heading === 'number' ? heading * DEGREE : undefined),
    speedPercent,
    model,
    robot,
  );
}

/** What is nearer than a millimetre is there. */
const THERE_M = 1e-3;

function legsTo(pose: Pose, x: number, y: number, headingRad: number | undefined): Leg[] {
  const [dx, dy, yaw] = [x - pose.x, y - pose.y, yawOf(pose)];
  const distanceM = Math.hypot(dx, dy);
  const course = distanceM < THERE_M ? yaw : Math.atan2(dy, dx);
  return [
    { forwardM: 0, turnRad: shortest(course - yaw) },
    { forwardM: distanceM < THERE_M ? 0 : distanceM, turnRad: 0 },
    { forwardM: 0, turnRad: headingRad === undefined ? 0 : shortest(headingRad - course) },
  ];
}

/** The same direction, by the shorter way round. */
const shortest = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

function along(legs: readonly Leg[], speedPercent: number, model: Model, { pose }: StandingRobot): MotionPlan {
  if (!canDrive(model)) return refused(`${model.name} stands where it is`);
  const way = wayOf(pose, legs, model, speedPercent / 100);
  if ('reason' in way) return refused(way.reason);
  return way.knots.length === 0 ? { kind: 'none' } : { kind: 'motion', action: { kind: 'follow', knots: way.knots } };
}
