import type { Pose } from '../base/pose.ts';
import { collisionBodyOf, distanceBetween, type PosturedBody, postured } from '../physics/physics.ts';
import { catalog, draftOf, type Model } from '../robots/robots.ts';
import type { Actor } from '../world/stage.contract.ts';

/** What ships. */
export const models = (id: string): Model | undefined => catalog.find((model) => model.id === id);

export const put = (actor: Actor, id: string, model: Model, pose: Pose): Promise<void> =>
  actor.insert(id, draftOf(model, { pose, name: id }));

/** How near two entities are to each other in somebody's eyes, below zero by how deep they are in each other; 1 for anything farther. */
export const apart = (actor: Actor, a: string, b: string): number => distanceBetween(bodyOf(actor, a), bodyOf(actor, b), 1) ?? 1;

function bodyOf(actor: Actor, id: string): PosturedBody {
  const view = actor.see(id);
  const model = models(view.description.model);
  if (!model) throw new Error(`no model of ${id}`);
  return postured(collisionBodyOf(model), view.posture.pose, view.posture.values);
}
