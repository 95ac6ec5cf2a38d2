import { distance } from '../core/base/pose.ts';
import type { EntityView } from '../core/world/world.ts';
import type { Cast } from './cast.ts';
import type { Witness } from './witness.ts';

/** Where everybody sees a part that rests; the codec rounds to a tenth of a millimetre. */
const SAME_PLACE_M = 0.002;
/** From the middle of the workshop, or of the yard: nobody throws. */
const FARTHEST_M = 6;
/** A box that a cart came to stand in, while its owner slept, may be pressed into the floor. */
const DEEPEST_M = 0.05;
const HIGHEST_M = 3;

/** A part that rests, after all faults have ended: everybody knows it, at one place, where parts can get to. Answers how all see it. */
export function checkResting(part: string, cast: Cast, witness: Witness): EntityView[] {
  const { joined } = cast;
  const views = joined.flatMap(({ participant }) => participant.entity(part) ?? []);
  const [first] = views;
  if (!first || views.length !== joined.length) {
    witness.violate('P14', `${part} is lost: ${views.length} of ${joined.length} know it`);
    return views;
  }
  const farthestM = Math.max(...views.map(({ posture }) => distance(posture.pose, first.posture.pose)));
  if (!(farthestM <= SAME_PLACE_M)) witness.violate('I3', `${part} rests at places ${farthestM.toFixed(4)} m apart`);
  const { x, y, z } = first.posture.pose;
  if (!(Math.hypot(x - 4, y - 4) < FARTHEST_M && z > -DEEPEST_M && z < HIGHEST_M))
    witness.violate('P14', `${part} is lost: it lies at ${x.toFixed(2)}, ${y.toFixed(2)}, ${z.toFixed(2)}`);
  return views;
}
