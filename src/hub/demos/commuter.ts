import { type Elevator, elevatorOf, statusOf } from '../../core/elevators/elevators.ts';
import type { Model } from '../../core/robots/robots.ts';
import { ElevatorTurn, type Queueing } from './elevator-turn.ts';
import type { Corner, Speed } from './habits.ts';
import { InterruptedError, type Shift } from './shift.ts';
import { Worker } from './worker.ts';

/** A robot that goes its round on each floor, and rides to the next. */
export interface Commute {
  readonly entity: string;
  /** The elevator that it takes: its id in the site, and its shaft. */
  readonly elevator: string;
  readonly shaft: string;
  /** Where it waits for it, before its door. */
  readonly wait: Corner;
  /** In the cabin. */
  readonly aboard: Corner;
  /** Of each landing, from the lowest up; it begins and ends where it waits. */
  readonly rounds: readonly (readonly Corner[])[];
  readonly speed: Speed;
}

/** Somebody may have called the elevator away, or stopped it. */
const PATIENCE_MS = 120_000;
/** What is this near to the height of a landing stands on it. */
const LEVEL_M = 0.5;

/** Once round on the floor where it is, and on to the next. */
export async function commute(shift: Shift, models: readonly Model[], plan: Commute, queueing: Queueing): Promise<void> {
  const robot = new Worker(shift, plan.entity);
  const elevator = () => {
    const found = elevatorOf(shift.world, (id) => models.find((model) => model.id === id), plan.shaft);
    if (!found) throw new InterruptedError(`${plan.shaft} is gone`);
    return found;
  };
  const floor = landingAt(shift, elevator(), plan.entity);
  for (const corner of [...(plan.rounds[floor] ?? []), plan.wait]) await robot.drive(corner, plan.speed);
  await using _turn = await ElevatorTurn.come(shift, plan, queueing);
  await callTo(shift, elevator, floor);
  await robot.drive(plan.aboard, plan.speed);
  await callTo(shift, elevator, (floor + 1) % elevator().landings.length);
  await robot.drive(plan.wait, plan.speed);
}

function landingAt({ world }: Shift, { shaft, landings }: Elevator, entity: string): number {
  const heightM = (world.entity(entity)?.posture.pose.z ?? 0) - shaft.posture.pose.z;
  const landing = landings.findIndex((each) => Math.abs(each.heightM - heightM) < LEVEL_M);
  if (landing < 0) throw new InterruptedError(`${entity} is on no floor`);
  return landing;
}

/** Resolves when it stands there with its door open. */
async function callTo(shift: Shift, elevator: () => Elevator, landing: number): Promise<void> {
  const untilMs = shift.world.time.worldMs + PATIENCE_MS;
  while (shift.world.time.worldMs < untilMs) {
    const { shaft, landings } = elevator();
    const { at, doors, calls } = statusOf(elevator(), shift.world.time.worldMs);
    if (at === landing && doors[landing] === 'open') return;
    const button = landings[landing]?.call;
    if (button !== undefined && !calls[landing]) await shift.world.command(shaft.id, { kind: 'glide', dof: button, to: 1 });
    await shift.look();
  }
  throw new InterruptedError('the elevator does not come');
}
