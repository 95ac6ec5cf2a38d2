/** What stands in a running world and is in the way of whoever drives there, as planners see it: from above. */
import { levelAt } from '../../core/base/levels.ts';
import { isSiteModel } from '../../core/buildings/buildings.ts';
import type { Place } from '../../core/maps/maps.ts';
import { collisionBodyOf, type PlacedConvex, type PosturedBody, postured, support } from '../../core/physics/physics.ts';
import type { Model, ModelKind } from '../../core/robots/robots.ts';
import { type EntityView, endOf, type Participant, valueAt } from '../../core/world/world.ts';

/** What was seen in a world when somebody asked for a way. */
export interface Around {
  /** Doors that are not open: where their hinges are. */
  readonly shut: readonly Hinge[];
  readonly standing: readonly Standing[];
}

export interface Hinge {
  readonly at: Place;
  /** Of the ground that it stands on. */
  readonly zM: number;
}

export interface Standing {
  readonly outline: readonly Place[];
  readonly zM: number;
}

export const NOTHING_AROUND: Around = { shut: [], standing: [] };

/** Others are told by whoever asks, who knows which of them is itself; parts are pushed aside. */
const IN_THE_WAY: ReadonlySet<ModelKind> = new Set(['arm', 'gantry', 'conveyor', 'equipment', 'furniture']);
/** A leaf that is opened less far stands in the way of who passes. */
const OPEN_RAD = 1.4;
/** Nothing below is more than a mark on the floor, nothing above is in the way of what drives. */
const LOWEST_M = 0.02;
const HIGHEST_M = 2;
const MOST_OUTLINES = 5000;
/** Every box has its exact outline, whatever way it is turned. */
const SIDES = 16;

export function aroundIn(resident: Participant, models: (id: string) => Model | undefined): Around {
  const shut: Hinge[] = [];
  const standing: Standing[] = [];
  for (const view of resident.entities) {
    const model = models(view.description.model);
    if (!model || standing.length >= MOST_OUTLINES) continue;
    if (isSiteModel(model.id)) {
      if (!isDoor(view)) continue;
      const [{ pose }, angle] = [view.description.initial, leafAt(view)];
      if (angle < OPEN_RAD) shut.push({ at: [pose.x, pose.y], zM: pose.z });
      const door = postured(collisionBodyOf(model), pose, [angle]);
      // Its frame, the first link, is round the way through.
      for (const outline of outlinesOf({ ...door, links: door.links.slice(1) }, pose.z)) standing.push({ outline, zM: pose.z });
      continue;
    }
    if (!IN_THE_WAY.has(model.kind)) continue;
    const { pose, values } = view.posture;
    const groundM = levelAt(resident.floors, pose.z)?.heightM ?? 0;
    for (const outline of outlinesOf(postured(collisionBodyOf(model), pose, values), groundM)) standing.push({ outline, zM: pose.z });
  }
  return { shut, standing };
}

const isDoor = ({ id, description }: EntityView): boolean => id.includes('_door-') && description.dofs.length === 1;

/** As it will stand when it has stopped: nobody goes round a door that is just being opened. */
function leafAt({ motion }: EntityView): number {
  const [leaf] = motion.dofs;
  return leaf ? valueAt(leaf, endOf(leaf)) : 0;
}

/** A convex outline round each link, from above, as far as it is in the way of who drives on that ground. */
export function outlinesOf({ links, body }: PosturedBody, groundM: number): Place[][] {
  if (!body.isSolid) return [];
  return links.flatMap((pieces) => {
    const low = pieces.filter((piece) => topOf(piece) > groundM + LOWEST_M && -topOf(piece, -1) < groundM + HIGHEST_M);
    return low.length === 0 ? [] : [outlineOf(low)];
  });
}

const topOf = (piece: PlacedConvex, sign: 1 | -1 = 1): number => sign * support(piece, [0, 0, sign])[2] + piece.convex.radiusM;

function outlineOf(pieces: readonly PlacedConvex[]): Place[] {
  const [axis] = pieces[0]?.axes ?? [[1, 0, 0]];
  const turn = Math.atan2(axis[1], axis[0]);
  const tangents = Array.from({ length: SIDES }, (_, index) => {
    const angle = turn + (index * 2 * Math.PI) / SIDES;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const reachM = pieces.reduce((most, piece) => {
      const [x, y] = support(piece, [dx, dy, 0]);
      return Math.max(most, x * dx + y * dy + piece.convex.radiusM);
    }, Number.NEGATIVE_INFINITY);
    return { dx, dy, reachM };
  });
  return tangents.map((first, index): Place => {
    const second = tangents[(index + 1) % SIDES] ?? first;
    const cross = first.dx * second.dy - first.dy * second.dx;
    return [(first.reachM * second.dy - second.reachM * first.dy) / cross, (second.reachM * first.dx - first.reachM * second.dx) / cross];
  });
}
