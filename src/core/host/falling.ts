import type { Pose } from '../base/pose.ts';
import { nearestTo, type PlacedConvex, postured } from '../physics/physics.ts';
import type { ActionDraft } from '../world/world.ts';
import type { Neighbour, Neighbourhood } from './neighbourhood.ts';

const GRAVITY_M_PER_S2 = 9.81;
/** The way down is said in so many straight pieces. */
const PIECES = 6;
/** How near it must come to what it lands on. */
const LANDED_M = 0.0005;
const FARTHEST_FALL_M = 20;

/** What a part does when nothing holds it any more: straight down to what is below, or to the floor. It keeps its attitude. */
export function fall(near: Neighbourhood, part: Neighbour): ActionDraft {
  const { pose } = part.view.posture;
  const dropM = dropBelow(near, part, pose);
  if (dropM <= LANDED_M) return { kind: 'halt' };
  const lastsMs = 1000 * Math.sqrt((2 * dropM) / GRAVITY_M_PER_S2);
  const knots = Array.from({ length: PIECES }, (_, piece) => {
    const share = (piece + 1) / PIECES;
    return { afterMs: lastsMs * share, pose: { ...pose, z: pose.z - dropM * share * share } };
  });
  return { kind: 'follow', knots };
}

/** How far it can go down: by steps of the distance that is left, which can never be too long. */
function dropBelow(near: Neighbourhood, part: Neighbour, pose: Pose): number {
  const holder = part.view.heldBy;
  const others: PlacedConvex[] = [];
  for (const { id, view, body } of near.all()) {
    if (id === part.id || id === holder) continue;
    others.push(...postured(body, view.posture.pose, view.posture.values).links.flat());
  }
  let dropM = 0;
  for (let look = 0; look < 200 && dropM < FARTHEST_FALL_M; look++) {
    const lowered = { ...pose, z: pose.z - dropM };
    const pieces = postured(part.body, lowered, part.view.posture.values).links.flat();
    const floorM = lowestM(pieces);
    const leftM = Math.min(floorM, nearestTo(pieces, others, Math.max(0, floorM))?.distanceM ?? floorM);
    if (leftM <= LANDED_M) return dropM;
    dropM += leftM;
  }
  return Math.min(dropM, FARTHEST_FALL_M);
}

function lowestM(pieces: readonly PlacedConvex[]): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (const { convex, axes, origin } of pieces) {
    for (const [x, y, z] of convex.points)
      lowest = Math.min(lowest, origin[2] + axes[0][2] * x + axes[1][2] * y + axes[2][2] * z - convex.radiusM);
  }
  // A part without a shape falls nowhere.
  return lowest === Number.POSITIVE_INFINITY ? 0 : lowest;
}
