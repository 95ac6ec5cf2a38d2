import { SHAFT_M } from '../elevators/elevators.ts';
import { type Elevator, type Place, rounded } from '../maps/maps.ts';

/** From the shaft's wall to a robot that waits before its door. */
const GAP_M = 0.35;

const along = ([x, y]: Place, yawRad: number, byM: number): Place => [
  rounded(x + Math.cos(yawRad) * byM),
  rounded(y + Math.sin(yawRad) * byM),
];

/** Where a robot stands before the door: whoever is let in goes straight from there to the middle of the shaft. */
export const landingBefore = (shaft: Place, facingRad: number, radiusM: number): Place =>
  along(shaft, facingRad, SHAFT_M / 2 + radiusM + GAP_M);

/** The square that a shaft takes up on each floor, counterclockwise: for planners it is shut, for nobody drives in without its cabin. */
export function shaftOutline(shaft: Place, facingRad: number): readonly Place[] {
  const half = SHAFT_M * Math.SQRT1_2;
  return [1, 3, 5, 7].map((eighths) => along(shaft, facingRad + (eighths * Math.PI) / 4, half));
}

/** Whether a place is within the walls of a shaft. */
export function isInShaft(place: Place, { stops, facingRad }: Elevator): boolean {
  const shaft = stops[0]?.at;
  if (!shaft) return false;
  const [dx, dy] = [place[0] - shaft[0], place[1] - shaft[1]];
  const [forward, sideways] = [dx * Math.cos(facingRad) + dy * Math.sin(facingRad), dy * Math.cos(facingRad) - dx * Math.sin(facingRad)];
  return Math.max(Math.abs(forward), Math.abs(sideways)) < SHAFT_M / 2;
}
