import type { EntityDraft } from '../api/messages.ts';
import type { Pose } from '../base/pose.ts';
import { type BaseAcceleration, USUAL_BASE_ACCELERATION } from './acceleration.ts';
import { type DifferentialDrive, isOfBuilding, type Model } from './model.ts';
import { drivenDofs } from './travel.ts';

/** Furniture and buildings stand where they were put, but for doors and cabins; everything else may move. */
const isStatic = ({ kind, dofs }: Model): boolean => kind === 'furniture' || (isOfBuilding(kind) && kind !== 'cabin' && dofs.length === 0);

/** An elevator is on all the floors where it stops. */
const isOnEveryFloor = ({ kind }: Model): boolean => kind === 'shaft' || kind === 'cabin';

const drivingOf = ({ accelerationMPerS2, turnRadPerS2 }: DifferentialDrive): BaseAcceleration => ({
  accelerationMPerS2: accelerationMPerS2 ?? USUAL_BASE_ACCELERATION.accelerationMPerS2,
  turnRadPerS2: turnRadPerS2 ?? USUAL_BASE_ACCELERATION.turnRadPerS2,
});

/** What to insert into a world so that a body of this model stands at the pose, with its degrees of freedom at home. */
export function draftOf(
  model: Model,
  { name, pose, colour }: { readonly name?: string | undefined; readonly pose: Pose; readonly colour?: number | undefined },
): EntityDraft {
  const dofs = drivenDofs(model);
  return {
    name: name ?? model.name,
    model: model.id,
    kind: isStatic(model) ? 'static' : 'dynamic',
    ...(colour !== undefined && { colour }),
    dofs: dofs.map(({ name: dof, kind, low, high, speedPerS, accelerationPerS2 }) => ({
      name: dof,
      kind,
      low,
      high,
      speedPerS,
      ...(accelerationPerS2 !== undefined && { accelerationPerS2 }),
    })),
    ...(model.drive && { driving: drivingOf(model.drive) }),
    ...(isOnEveryFloor(model) && { everyFloor: true as const }),
    initial: { pose, values: dofs.map(({ home }) => home) },
  };
}
