import { ORIGIN } from '../../core/base/pose.ts';
import { draftOf } from '../../core/robots/draft.ts';
import type { Model } from '../../core/robots/model.ts';
import { IDLE_CONTROL } from '../../core/world/control.ts';
import type { EntityInfo, Frame } from '../link/world-link.ts';

export const LONE_ENTITY = 'model';

/** One body of a model that stands alone, in no world: for pictures and previews. */
export function loneEntity(model: Model): EntityInfo {
  const draft = draftOf(model, { pose: ORIGIN, colour: 1 });
  return {
    id: LONE_ENTITY,
    description: draft,
    slot: 0,
    valuesAt: 0,
    owner: LONE_ENTITY,
    isMine: true,
    isLive: true,
    epoch: 1,
    control: IDLE_CONTROL,
    isWorking: false,
    floor: undefined,
    isElsewhere: false,
    ageMs: 0,
  };
}

/** As it stands with these values of its degrees of freedom. */
export const loneFrame = (values: readonly number[]): Frame => ({
  layout: 1,
  worldMs: 0,
  poses: Float32Array.of(0, 0, 0, 0, 0, 0, 1),
  values: Float32Array.from(values),
});
