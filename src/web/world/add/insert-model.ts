import { planarPose } from '../../../core/base/pose.ts';
import type { Model } from '../../../core/robots/model.ts';
import type { Room } from '../room.ts';
import { freePlace } from './free-place.ts';

/** One where the view looks, beside what stands there; it is selected. */
export async function insertWhereOneLooks(room: Room, model: Model): Promise<void> {
  const place = freePlace(room.scene.getView().target, model.extent.radiusM, standingThings(room));
  room.select(await room.editing.insert(model, planarPose(place.x, place.y, 0)));
}

const standingThings = (room: Room) =>
  [...room.link.entities.get().values()].map((info) => {
    const { x, y } = room.samples.pose(info);
    return { x, y, radiusM: room.models.get(info.description.model)?.extent.radiusM ?? 0.5 };
  });
