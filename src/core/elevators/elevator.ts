import { type Pose, yawOf } from '../base/pose.ts';
import { type DofMotion, type EntityView, endOf, valueAt } from '../world/world.ts';
import { CABIN_REACH_M } from './cabin-model.ts';
import type { Landing } from './shaft-model.ts';

/** A shaft with its doors and buttons, and the cabin in it, as one participant knows them. */
export interface Elevator {
  readonly shaft: EntityView;
  readonly cabin: EntityView;
  /** From the lowest up. */
  readonly landings: readonly Landing[];
}

/** How an elevator stands at an instant. */
export interface ElevatorStatus {
  /** Index of the landing that the cabin stands at; undefined while it is between two, or moves. */
  readonly at: number | undefined;
  readonly isMoving: boolean;
  /** From the cabin up to each landing; below zero, down. */
  readonly offsM: readonly number[];
  /** Of each landing. */
  readonly doors: readonly DoorStatus[];
  readonly calls: readonly boolean[];
}

export type DoorStatus = 'shut' | 'open' | 'moving' | 'ajar';

const LEVEL_M = 0.002;
const SHUT_M = 0.001;
/** Something on the cabin's plate stands no higher and no lower than this: two floors are farther apart. */
const ON_PLATE_M = 1;
/** Pressed by more than half. */
const CALLED = 0.5;

export function statusOf({ shaft, cabin, landings }: Elevator, worldMs: number): ElevatorStatus {
  const { values, pose } = shaft.posture;
  const { dofs } = shaft.motion;
  const heightM = cabin.posture.pose.z - pose.z;
  const isMoving = cabin.endsAtMs > worldMs;
  const level = landings.findIndex((landing) => Math.abs(landing.heightM - heightM) < LEVEL_M);
  return {
    at: isMoving || level < 0 ? undefined : level,
    isMoving,
    offsM: landings.map((landing) => landing.heightM - heightM),
    doors: landings.map(({ door, openM }): DoorStatus => {
      const [value, motion] = [values[door] ?? 0, dofs[door]];
      if (motion && endOf(motion) > worldMs) return 'moving';
      if (value < SHUT_M) return 'shut';
      return value > openM - SHUT_M ? 'open' : 'ajar';
    }),
    calls: landings.map(({ call }) => isPressed(dofs[call])),
  };
}

/** Also while it goes in: nobody who called is forgotten over a moment. */
const isPressed = (button: DofMotion | undefined): boolean => button !== undefined && valueAt(button, endOf(button)) > CALLED;

/** Nobody gets in or out. */
export const isClosed = ({ doors }: ElevatorStatus): boolean => doors.every((door) => door === 'shut');

/** Nobody waits for it, and whoever is in it can leave: nothing happens until somebody calls. */
export const isIdle = (status: ElevatorStatus): boolean =>
  status.at !== undefined && status.doors[status.at] === 'open' && status.calls.every((isCalled) => !isCalled);

/** Whether something stands on the plate of a cabin. */
export function isAboard(pose: Pose, { cabin, shaft }: Elevator): boolean {
  const { x, y, z } = cabin.posture.pose;
  const turn = yawOf(shaft.posture.pose);
  const [dx, dy] = [pose.x - x, pose.y - y];
  const [along, across] = [dx * Math.cos(turn) + dy * Math.sin(turn), dy * Math.cos(turn) - dx * Math.sin(turn)];
  return Math.max(Math.abs(along), Math.abs(across)) < CABIN_REACH_M && Math.abs(pose.z - z) < ON_PLATE_M;
}
