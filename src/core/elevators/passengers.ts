import { compose, inverse, type Pose } from '../base/pose.ts';
import type { Model } from '../robots/robots.ts';
import type { EntityView, Participant } from '../world/world.ts';
import { isPassenger } from './attendant.ts';
import { type Elevator, isAboard, isClosed, statusOf } from './elevator.ts';

/** What of ours is in an elevator when its doors have shut holds on to it, and lets go when a door opens. */
export function boardAndLeave(
  world: Participant,
  elevators: readonly Elevator[],
  mine: Iterable<string>,
  models: (id: string) => Model | undefined,
): void {
  const { worldMs } = world.time;
  for (const id of mine) {
    const view = world.entity(id);
    if (!view || !isPassenger(view, models(view.description.model))) continue;
    for (const elevator of elevators) {
      if (!isAboard(view.posture.pose, elevator)) continue;
      const status = statusOf(elevator, worldMs);
      if (isClosed(status)) board(world, view, elevator);
      else if (status.at !== undefined) leave(world, view, elevator);
    }
  }
}

function board(world: Participant, view: EntityView, { cabin }: Elevator): void {
  if (view.ride !== undefined) return;
  world.foresee(view.id, { kind: 'ride', parent: cabin.id, offset: onPlate(compose(inverse(cabin.posture.pose), view.posture.pose)) });
}

/** Wherever it was when it held on, it stands on the plate. */
const onPlate = (offset: Pose): Pose => ({ ...offset, z: 0 });

function leave(world: Participant, view: EntityView, { cabin }: Elevator): void {
  if (view.ride?.parent === cabin.id) world.foresee(view.id, { kind: 'still', pose: view.posture.pose });
}
