import type { EdlDocument } from '../edl/document.ts';
import { type Cut, Cuts } from './cuts.ts';
import { type Corridor, type Gap, Layout, type Obstacle, placeOf, SHORTEST_M, type Tolerance } from './layout.ts';
import { alongOf, lengthM, type Place, radiansOf, shifted } from './segment.ts';

/** A floor as robots meet it: metres and radians, the origin in its lower left corner. */
export interface FloorPlan {
  readonly lengthM: number;
  readonly widthM: number;
  /** All that stands in the way, without thickness; doors and junctions are cut out. The border comes first. */
  readonly walls: readonly Obstacle[];
  readonly corridors: readonly Corridor[];
  /** Doors and junctions: the stretch that is open. */
  readonly openings: readonly Gap[];
  readonly notices: readonly Notice[];
  readonly points: readonly NamedPoint[];
}

export interface NamedPoint {
  readonly at: Place;
  readonly yawRad: number;
  readonly name: string | undefined;
  readonly member: number;
}

/** A picture on a wall. Nobody says how large: it is drawn 0.3 m square. */
export interface Notice extends NamedPoint {
  readonly heightM: number;
  readonly file: string;
}

export function floorPlanOf(document: EdlDocument, tolerance?: Tolerance): FloorPlan {
  const layout = new Layout(document, tolerance);
  return planOf(layout, new Cuts(layout));
}

export function planOf(layout: Layout, cuts: Cuts): FloorPlan {
  return {
    lengthM: layout.lengthM,
    widthM: layout.widthM,
    // Nothing opens the border: robots would leave the field.
    walls: layout.obstacles.flatMap((obstacle) => (obstacle.source === 'border' ? [obstacle] : restOf(obstacle, cuts.in(obstacle)))),
    corridors: layout.corridors,
    openings: layout.gaps,
    notices: layout.notices.map(noticeOf),
    points: layout.points.map(pointOf),
  };
}

export const pointOf = (member: Layout['points'][number] | Layout['notices'][number]): NamedPoint => ({
  at: placeOf(member),
  yawRad: radiansOf(member.thetaDeg),
  name: member.name,
  member: member.member,
});

export const noticeOf = (member: Layout['notices'][number]): Notice => ({
  ...pointOf(member),
  heightM: member.heightCm / 100,
  file: member.file,
});

/** What stays of an obstacle when all its cuts are taken out. */
export function restOf(obstacle: Obstacle, cuts: readonly Cut[]): Obstacle[] {
  if (cuts.length === 0) return [obstacle];
  const along = alongOf(obstacle);
  const length = lengthM(obstacle);
  const rest: Obstacle[] = [];
  let doneM = 0;
  const keep = (fromM: number, toM: number) => {
    if (toM - fromM <= SHORTEST_M) return;
    const from = fromM === 0 ? obstacle.from : shifted(obstacle.from, along, fromM);
    rest.push({ ...obstacle, from, to: toM === length ? obstacle.to : shifted(obstacle.from, along, toM) });
  };
  for (const { fromM, toM } of cuts.toSorted((a, b) => a.fromM - b.fromM)) {
    keep(doneM, fromM);
    doneM = Math.max(doneM, toM);
  }
  keep(doneM, length);
  return rest;
}
