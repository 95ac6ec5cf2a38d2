import { setTimeout as pause } from 'node:timers/promises';
import { suggestion } from '../../../core/base/nearest.ts';
import { distance, type EntityView, planarTwist, yawOf } from '../../../library/manyhands.ts';
import type { CommandOf } from '../grammar.ts';
import { degrees, plainPose, poseAt, writtenPose } from '../plain-pose.ts';
import { CommandError, done, type Result, type Session } from '../session.ts';
import type { Quantity } from '../word-reader.ts';
import { notDone, resultOf, viewOf } from './finding.ts';

const TRAVEL_M_PER_S = 0.5;
const TURN_RAD_PER_S = Math.PI / 2;
/** How often a driver looks whether it still drives. */
const LOOK_EVERY_MS = 50;

export async function move(session: Session, { entity, dof, to, seconds }: CommandOf<'move'>): Promise<Result> {
  const view = viewOf(session, entity);
  const number = dofNumbered(view, dof);
  const { kind, name } = view.description.dofs[number] ?? { kind: 'rotation', name: dof };
  requireUnit(to, kind, name);
  const outcome = await session.world.command(entity, {
    kind: 'glide',
    dof: number,
    to: to.value,
    ...(seconds !== undefined && { durationMs: seconds * 1000 }),
  });
  const goal = kind === 'rotation' ? degrees((to.value * 180) / Math.PI) : `${to.value.toFixed(3)} m`;
  return resultOf(outcome, () => `${entity} moves its ${name} to ${goal}${endOf(session, view)}`);
}

export async function assume(session: Session, { entity, values, seconds }: CommandOf<'assume'>): Promise<Result> {
  const view = viewOf(session, entity);
  for (const [number, to] of values.entries()) {
    const dof = view.description.dofs[number];
    if (to && dof) requireUnit(to, dof.kind, dof.name);
  }
  const outcome = await session.world.command(entity, {
    kind: 'assume',
    values: values.map((to) => to?.value ?? null),
    ...(seconds !== undefined && { durationMs: seconds * 1000 }),
  });
  return resultOf(outcome, () => `${entity} moves${endOf(session, view)}`);
}

export async function go(session: Session, { entity, to, seconds }: CommandOf<'go'>): Promise<Result> {
  const view = viewOf(session, entity);
  const { pose: from } = view.posture;
  const pose = poseAt(to, from);
  const turn = Math.abs(Math.atan2(Math.sin(yawOf(pose) - yawOf(from)), Math.cos(yawOf(pose) - yawOf(from))));
  const afterMs = 1000 * (seconds ?? Math.max(distance(from, pose) / TRAVEL_M_PER_S, turn / TURN_RAD_PER_S));
  const outcome = await session.world.command(entity, { kind: 'follow', knots: [{ afterMs, pose }] });
  return resultOf(outcome, () => `${entity} goes to ${writtenPose(plainPose(pose))}${endOf(session, view)}`);
}

/** Really holds the stick: the owner hears of it every 50 ms, and stops the robot when it does not. */
export async function drive(session: Session, { entity, forwardMPerS, turnDegPerS, seconds }: CommandOf<'drive'>): Promise<Result> {
  const { world, ending } = session;
  const view = viewOf(session, entity);
  const got = await world.drive(entity);
  if (got.kind !== 'driving') return resultOf(got, () => '');
  got.drive.hold({ twist: planarTwist(forwardMPerS, (turnDegPerS * Math.PI) / 180) });
  const untilMs = performance.now() + seconds * 1000;
  while (performance.now() < untilMs && view.control.driver === world.id && !ending.aborted) {
    await pause(Math.min(LOOK_EVERY_MS, Math.max(0, untilMs - performance.now())));
  }
  const { stop, lease, driver } = view.control;
  const isMine = driver === world.id;
  await got.drive.release();
  const where = `now at ${writtenPose(plainPose(view.posture.pose))}`;
  if (isMine) return done(`drove ${entity} for ${seconds.toFixed(1)} s, ${where}`, { entity, pose: plainPose(view.posture.pose) });
  const why = stop
    ? `stopped by ${stop.by} (${stop.reason})`
    : lease
      ? `${lease.holder} has the lease`
      : 'its owner did not hear of us in time';
  throw new CommandError(`lost the stick of ${entity}: ${why}; ${where}`);
}

export async function ride(session: Session, { entity, parent }: CommandOf<'ride'>): Promise<Result> {
  viewOf(session, entity);
  viewOf(session, parent);
  return resultOf(await session.world.command(entity, { kind: 'ride', parent }), () => `${entity} rides on ${parent}`);
}

export async function grasp(session: Session, { entity }: CommandOf<'grasp'>): Promise<Result> {
  viewOf(session, entity);
  const outcome = await session.world.grasp(entity);
  return outcome.kind === 'done' ? done(`${entity} has ${outcome.part} in its gripper`, { entity, part: outcome.part }) : notDone(outcome);
}

export async function release(session: Session, { entity }: CommandOf<'release'>): Promise<Result> {
  viewOf(session, entity);
  const outcome = await session.world.release(entity);
  return outcome.kind === 'done' ? done(`${entity} let go of ${outcome.part}`, { entity, part: outcome.part }) : notDone(outcome);
}

export async function halt(session: Session, { entity }: CommandOf<'halt'>): Promise<Result> {
  const view = viewOf(session, entity);
  return resultOf(
    await session.world.command(entity, { kind: 'halt' }),
    () => `${entity} stands at ${writtenPose(plainPose(view.posture.pose))}`,
  );
}

function dofNumbered(view: EntityView, dof: string): number {
  const { dofs } = view.description;
  const number = /^\d+$/.test(dof) ? Number(dof) : dofs.findIndex(({ name }) => name === dof);
  if (dofs[number]) return number;
  if (dofs.length === 0) throw new CommandError(`${view.id} has no degrees of freedom; go or drive moves it`);
  const names = dofs.map(({ name }) => name);
  throw new CommandError(
    `${view.id} has no degree of freedom ${dof}${suggestion(dof, names)}; it has ${names.map((name, i) => `${i} ${name}`).join(', ')}`,
  );
}

function requireUnit({ measures }: Quantity, kind: 'rotation' | 'translation', name: string): void {
  if (measures === 'length' && kind === 'rotation') throw new CommandError(`${name} turns: give radians, or degrees as 90deg`);
  if (measures === 'angle' && kind === 'translation') throw new CommandError(`${name} slides: give metres, or centimetres as 20cm`);
}

function endOf({ world }: Session, view: EntityView): string {
  const restS = (view.endsAtMs - world.time.worldMs) / 1000;
  return restS > 0 && Number.isFinite(restS) ? ` in ${restS.toFixed(1)} s` : '';
}
