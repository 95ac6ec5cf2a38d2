import { expect, onTestFinished } from 'vitest';
import { loadEngine } from '../../dynamics/dynamics.ts';
import { ORIGIN, type Pose } from '../base/pose.ts';
import { collisionBodyOf, distanceBetween, type PosturedBody, postured } from '../physics/physics.ts';
import { catalog, draftOf, type Model } from '../robots/robots.ts';
import type { Actor } from '../world/stage.contract.ts';
import { Host } from './host.ts';
import type { Models } from './neighbourhood.ts';

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

/** How deep two are in each other in somebody's eyes, metres. */
export const depth = (actor: Actor, a: string, b: string): number => Math.max(0, -apart(actor, a, b));

export const poseOf = (actor: Actor, id: string): Pose => actor.see(id).posture.pose;
export const raised = (x: number, y: number, z: number): Pose => ({ ...ORIGIN, x, y, z });

/** A host with the real engine, which is loaded when the promise resolves. */
export async function hosted(actor: Actor, known: Models = models): Promise<Host> {
  const engine = await loadEngine();
  const host = new Host(actor.participant, {
    clock: actor.node.clock,
    models: known,
    latencyMs: () => 40,
    report: (error) => expect.fail(error instanceof Error ? error.stack : String(error)),
    engine: () => Promise.resolve(engine),
  });
  onTestFinished(() => host[Symbol.dispose]());
  return host;
}
