import { between, chance, integerBelow, pick, type Random } from '../base/random.ts';
import { type EdlMember, type FloorPlan, floorPlanOf, type Place, parseEdl, type Segment } from '../maps/maps.ts';
import type { Eye } from './sight.ts';

/** A floor with a bit of everything: walls that cross, meet, and lie upon each other; rooms with doors; corridors; notices and points. */
export function randomFloor(random: Random, members = 12): FloorPlan {
  const drafts: EdlMember[] = [];
  const [lengthCm, widthCm] = [400 + 50 * integerBelow(random, 20), 400 + 50 * integerBelow(random, 20)];
  const round = (cm: number) => (chance(random, 0.7) ? Math.round(cm / 50) * 50 : cm);
  const somewhere = () => ({
    xCm: round(between(random, 0, lengthCm)),
    yCm: round(between(random, 0, widthCm)),
    thetaDeg: chance(random, 0.6) ? pick(random, [0, 90, 180, 270]) : between(random, 0, 360),
  });
  for (let i = 0; i < members; i++) {
    const at = somewhere();
    const longCm = round(between(random, 60, 500)) || 50;
    drafts.push({ kind: 'WALL', ...at, longCm, name: undefined });
    if (chance(random, 0.3)) drafts.push({ kind: 'DOOR', ...at, thetaDeg: at.thetaDeg + 90, wideCm: longCm * 0.4, name: undefined });
    if (chance(random, 0.2)) drafts.push({ kind: 'CORRIDOR', ...somewhere(), longCm: 300, wideCm: 100, name: undefined });
    if (chance(random, 0.4))
      drafts.push({ kind: 'NOTICE', ...at, thetaDeg: at.thetaDeg + 90, heightCm: 150, file: `${i}.png`, name: undefined });
    if (chance(random, 0.4)) drafts.push({ kind: 'POINT', ...somewhere(), name: `p${i}` });
  }
  return floorPlanOf({ lengthCm, widthCm, members: drafts });
}

/** Not on a wall: robots stand beside them. */
export function randomEye(random: Random, plan: FloorPlan, rangeM = between(random, 1, 9)): Eye {
  for (;;) {
    const at: Place = [between(random, 0.01, plan.lengthM - 0.01), between(random, 0.01, plan.widthM - 0.01)];
    if (plan.walls.some((wall) => distanceTo(at, wall) < 0.05)) continue;
    return { at, yawRad: between(random, -7, 7), rangeM, fieldRad: chance(random, 0.4) ? 2 * Math.PI : between(random, 0.2, 6) };
  }
}

export const pointOn = ({ from, to }: Segment, share: number): Place => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
];

export const longOf = ({ from, to }: Segment): number => Math.hypot(to[0] - from[0], to[1] - from[1]);

/** By trying every wall: whether something is between an eye and a place. `marginM` is how far a wall reaches beyond its ends (or, if negative, ends before them), and how far it reaches toward the eye. */
export function isHidden(eye: Place, place: Place, hiding: readonly Segment[], marginM: number): boolean {
  return hiding.some((wall) => crosses(eye, place, wall, marginM));
}

function crosses(eye: Place, place: Place, { from, to }: Segment, marginM: number): boolean {
  const [wayX, wayY] = [place[0] - eye[0], place[1] - eye[1]];
  const [wallX, wallY] = [to[0] - from[0], to[1] - from[1]];
  const [wayM, wallM] = [Math.hypot(wayX, wayY), Math.hypot(wallX, wallY)];
  const area = wayX * wallY - wayY * wallX;
  if (Math.abs(area) < 1e-12 * wayM * wallM) return false;
  const [dx, dy] = [from[0] - eye[0], from[1] - eye[1]];
  const alongWay = ((dx * wallY - dy * wallX) / area) * wayM;
  const alongWall = ((dx * wayY - dy * wayX) / area) * wallM;
  return alongWay > 0 && alongWay < wayM - Math.abs(marginM) && alongWall > -marginM && alongWall < wallM + marginM;
}

export function nearestOn({ from, to }: Segment, [x, y]: Place): Place {
  const [wallX, wallY] = [to[0] - from[0], to[1] - from[1]];
  const share = Math.min(1, Math.max(0, ((x - from[0]) * wallX + (y - from[1]) * wallY) / (wallX ** 2 + wallY ** 2)));
  return [from[0] + share * wallX, from[1] + share * wallY];
}

export function distanceTo(place: Place, segment: Segment): number {
  const [x, y] = nearestOn(segment, place);
  return Math.hypot(place[0] - x, place[1] - y);
}

/** How far a place is within the field of an eye: negative outside of it. Radians. */
export function withinField({ at, yawRad, fieldRad }: Eye, place: Place): number {
  if (fieldRad >= 2 * Math.PI) return Number.POSITIVE_INFINITY;
  const angle = Math.atan2(place[1] - at[1], place[0] - at[0]) - yawRad;
  return fieldRad / 2 - Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)));
}

export function planOfText(text: string): FloorPlan {
  const { document } = parseEdl(text);
  if (!document) throw new Error('no map');
  return floorPlanOf(document);
}
