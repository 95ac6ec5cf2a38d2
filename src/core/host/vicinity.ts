import { distanceBetween, fastestMPerS, leastFromM, nearestTo, type PlacedConvex, postured, type Trajectory } from '../physics/physics.ts';
import type { Guided } from './followed.ts';
import { FASTEST_M_PER_S } from './lookout.ts';
import type { Neighbour, Neighbourhood } from './neighbourhood.ts';
import type { Simulation } from './simulation.ts';

/** So far ahead of now parts are simulated, in shared time: others know of a push before they see it. */
export const LEAD_MS = 150;
/** What comes so near to a part takes part in its simulation. */
const NEAR_M = 0.06;
/** Until it is looked at again, some ticks later, and as far ahead as that will look. */
const GLANCE_MS = LEAD_MS + 200;
/** What is deeper in a part than a push ever makes it came there otherwise, while nobody could tell: its owner slept, or was cut off. */
const STOOD_IN_M = 0.01;

const glanceS = ({ rate }: Neighbourhood): number => (rate * GLANCE_MS) / 1000;

/** Those of some parts that something that moves may come near to until it is looked at again. */
export function partsAhead(near: Neighbourhood, mover: Trajectory, counts: (id: string) => boolean): string[] {
  const { pose, values } = mover.at(near.worldMs);
  const speedMPerS = Math.min(fastestMPerS(mover), FASTEST_M_PER_S);
  const seconds = glanceS(near);
  const around = near.around(pose, { reachM: mover.body.reachM, speedMPerS }, seconds, NEAR_M);
  const inReach = around.filter(({ id }) => counts(id));
  if (inReach.length === 0) return [];
  const pieces = postured(mover.body, pose, values).links.flat();
  return inReach.filter((part) => isCloser(part, pieces, NEAR_M + speedMPerS * seconds)).map(({ id }) => id);
}

/** What is solid and may come near to a part until it is looked at again. */
export const aroundPart = (near: Neighbourhood, part: Neighbour): readonly Neighbour[] =>
  near.aroundOnce(part, () => lookAround(near, part));

function lookAround(near: Neighbourhood, part: Neighbour): Neighbour[] {
  const seconds = glanceS(near);
  const speedMPerS = Math.min(near.speedOf(part), FASTEST_M_PER_S);
  return near.around(part.pose, { reachM: part.body.reachM, speedMPerS }, seconds, NEAR_M).filter((other) => {
    if (!other.body.isSolid || other.id === part.id) return false;
    const wayM = (speedMPerS + Math.min(near.speedOf(other), FASTEST_M_PER_S)) * seconds;
    return isCloser(part, other.pieces, NEAR_M + wayM);
  });
}

/** Whether some piece may be nearer than this to the ball round a part. */
function isCloser({ pose: { x, y, z }, body }: Neighbour, pieces: readonly PlacedConvex[], withinM: number): boolean {
  const centre = [x, y, z] as const;
  for (const piece of pieces) if (leastFromM(piece, centre) < body.reachM + withinM) return true;
  return false;
}

/** Whether one of these stands in a part: simulated, it would be pressed through the floor, or thrown. */
export const isStoodIn = (part: Neighbour, others: readonly Neighbour[]): boolean =>
  others.some(
    (other) =>
      other.body.model.kind !== 'part' &&
      other.view.description.kind !== 'static' &&
      (nearestTo(part.pieces, other.pieces, 0)?.distanceM ?? 0) < -STOOD_IN_M,
  );

/** The same for what is to take part in a simulation, and the parts that are in it. */
export function standsIn(simulation: Simulation, { body, at }: Guided, worldMs: number): boolean {
  const { pose, values } = at(worldMs);
  const mover = postured(body, pose, values);
  return [...simulation.free].some((id) => {
    const part = simulation.bodyAt(id, worldMs);
    return part !== undefined && (distanceBetween(mover, part, 0) ?? 0) < -STOOD_IN_M;
  });
}

/** Those who take part in a simulation by a state that is no longer their newest. */
export const decidedSince = (near: Neighbourhood, simulation: Simulation): Neighbour[] =>
  [...simulation.guided].flatMap((id) => {
    const other = near.get(id);
    return other && !simulation.isFollowing(id, near.hashOf(other)) ? [other] : [];
  });

/** Whether a part of a simulation is deeper in something, and be it the floor, than a push ever makes it. */
export const isPressed = (simulation: Simulation): boolean =>
  [...simulation.free].some((part) => simulation.touchesOf(part).some(({ depthM }) => depthM > STOOD_IN_M));
