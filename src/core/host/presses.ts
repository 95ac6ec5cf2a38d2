import { type Conflict, distanceBetween, type PosturedBody, postured, type Trajectory } from '../physics/physics.ts';
import type { Contact } from '../world/world.ts';
import type { Neighbour, Neighbourhood } from './neighbourhood.ts';

/** Nearer than this a robot touches a part. */
const TOUCHING_M = 0.001;
/** So far ahead a motion is looked at, in world time: whether it presses on is seen at its beginning. */
const AHEAD_MS = 100;
/** Less is rounding. */
const SAME_M = 1e-5;
/** What held the part may have gone away: after so long it is tried again. */
const REMEMBERED_MS = 1000;

interface Press {
  readonly part: string;
  /** Of its state: when that is another, it gave way. */
  readonly stateHash: number;
  readonly contact: Contact;
  readonly atMs: number;
}

/**
 * Which robots were stopped because they pressed a part that did not give way. Who holds a stick begins a motion twenty times a second, and each goes on
 * until the simulation shows that it presses: together they would creep through the part.
 */
export class Presses {
  readonly #presses = new Map<string, Press>();

  remember(robot: string, part: Neighbour | undefined, contact: Contact, { worldMs }: Neighbourhood): void {
    if (part) this.#presses.set(robot, { part: part.id, stateHash: part.view.stateHash, contact, atMs: worldMs });
  }

  /** With the part that a robot presses already, if a motion would press it further. */
  conflict(near: Neighbourhood, robot: string, planned: Trajectory): Conflict | undefined {
    const press = this.#presses.get(robot);
    if (!press) return undefined;
    const part = near.get(press.part);
    const isOver = Math.abs(near.worldMs - press.atMs) > REMEMBERED_MS || part?.view.stateHash !== press.stateHash;
    const nowM = part && !isOver ? distanceM(planned, near.worldMs, part) : Number.POSITIVE_INFINITY;
    if (!part || nowM > TOUCHING_M) {
      this.#presses.delete(robot);
      return undefined;
    }
    if (distanceM(planned, near.worldMs + AHEAD_MS, part) >= nowM - SAME_M) return undefined;
    const { with: other, x, y, z } = press.contact;
    return { atMs: near.worldMs, with: other, where: [x, y, z] };
  }
}

function distanceM(planned: Trajectory, worldMs: number, { body, pose, values }: Neighbour): number {
  const at = planned.at(worldMs);
  const robot: PosturedBody = postured(planned.body, at.pose, at.values);
  return distanceBetween(robot, postured(body, pose, values), TOUCHING_M + SAME_M) ?? Number.POSITIVE_INFINITY;
}
