import { integerBelow, type Random } from '../base/random.ts';
import type { Place } from '../maps/maps.ts';
import { distanceTo } from './polyline.ts';
import { endOf, type Mover, passingM, remaining } from './timed-way.ts';
import { type Body, isInWish } from './traffic.ts';
import type { Claim } from './ways.ts';

/** Rings of places round a robot: how far, and how many on each. */
const RINGS_M = [0.5, 0.8, 1.2, 1.7, 2.3, 3, 4];
const ON_A_RING = 12;
/** To stand in the way of somebody who has to wait anyway is worth as much as so long a way. */
const IN_THE_WAY_M = 1.5;
/** Of all that might do so many are asked about: the best, and some of the others. */
const BEST = 3;
const BY_LOT = 4;

/**
 * Some places to make way to, the best first: near, outside of all that more urgent ones wish to go, and with nobody there. Whether there are walls is for a planner to say.
 */
export function placesAside(
  from: Place,
  mover: Mover,
  { bodies, pushers, others }: { readonly bodies: readonly Body[]; readonly pushers: readonly Claim[]; readonly others: readonly Claim[] },
  { nowMs, random }: { readonly nowMs: number; readonly random: Random },
): Place[] {
  const turn = random.next() * 2 * Math.PI;
  const ranked: { place: Place; cost: number }[] = [];
  for (const ringM of RINGS_M) {
    for (let index = 0; index < ON_A_RING; index++) {
      const angle = turn + (2 * Math.PI * index) / ON_A_RING;
      const place: Place = [from[0] + ringM * Math.cos(angle), from[1] + ringM * Math.sin(angle)];
      if (pushers.some((claim) => isInWish(place, mover.radiusM, claim)) || bodies.some((body) => isTaken(place, mover, body, nowMs)))
        continue;
      const inTheWay = others.filter((claim) => isInWish(place, mover.radiusM, claim)).length;
      ranked.push({ place, cost: ringM + IN_THE_WAY_M * inTheWay });
    }
  }
  const [best, rest] = [ranked.sort((a, b) => a.cost - b.cost).slice(0, BEST), ranked.slice(BEST)];
  // In a corner the nearest may all be behind a wall, each time anew.
  for (let picked = 0; picked < BY_LOT && rest.length > 0; picked++) best.push(...rest.splice(integerBelow(random, rest.length), 1));
  return best.map(({ place }) => place);
}

/** Somebody stands there, will, or comes by. */
function isTaken(place: Place, mover: Mover, { way, claim, radiusM }: Body, nowMs: number): boolean {
  const neededM = passingM(mover, radiusM);
  const [x, y] = endOf(way);
  if (Math.hypot(place[0] - x, place[1] - y) < neededM) return true;
  return claim !== undefined && distanceTo(place, remaining(claim.way, nowMs)) < neededM;
}
