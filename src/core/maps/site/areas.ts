import type { FloorPlan } from '../plan/floor-plan.ts';
import type { Corridor } from '../plan/layout.ts';
import { cellAt, FREE, type Occupancy, occupancyOf } from '../plan/occupancy.ts';
import { regionsOf } from '../plan/regions.ts';
import { alongOf, between, dotted, leftOf, lengthM, type Place, type Segment, segmentAbout, shifted } from '../plan/segment.ts';

/** A part of a floor that one leaves only through a door, a junction or the end of a corridor. */
export interface Area {
  /** In its middle, and certainly in it. */
  readonly inside: Place;
  readonly areaM2: number;
  /** Those it is a part of: none is a room, several are where these cross. */
  readonly corridors: readonly Corridor[];
}

const FINEST_CELL_M = 0.05;
const MOST_CELLS = 1_000_000;
/** Coarser, and doors are no longer seen. */
const COARSEST_CELL_M = 0.25;
/** So far along a way through one looks, in shares of its width: the first is enough unless a wall ends on it. */
const LOOKS = [0.5, 0.25, 0.75, 0.1, 0.9];
/** So many cells before and behind it: its own cell is shut, and perhaps the next. */
const STEPS = [1.5, 2.5];

/** The areas of a floor, and which of them lie on both sides of what can be passed. */
export class Areas {
  readonly all: readonly Area[];
  /** The floor is so large that rooms run into each other. */
  readonly isCoarse: boolean;
  readonly #shut: Occupancy;
  readonly #walls: Occupancy;
  readonly #areaOfCell: Int32Array;

  constructor(plan: FloorPlan) {
    const cellM = Math.max(FINEST_CELL_M, Math.sqrt((plan.lengthM * plan.widthM) / MOST_CELLS));
    this.isCoarse = cellM > COARSEST_CELL_M;
    this.#walls = occupancyOf(plan, cellM);
    this.#shut = occupancyOf({ ...plan, walls: [...plan.walls, ...plan.openings, ...plan.corridors.flatMap(endsOf)] }, cellM);
    const { ofCell, regions } = regionsOf(this.#shut);
    this.#areaOfCell = ofCell;
    // All sides and ends of corridors are shut: an area is all in one, or not at all.
    this.all = regions.map(({ areaM2, inside }) => ({
      ...{ areaM2, inside },
      corridors: plan.corridors.filter((corridor) => isIn(inside, corridor)),
    }));
  }

  /** The index of the area that a place is in. */
  at(place: Place): number | undefined {
    const area = this.#areaOfCell[cellAt(this.#shut, place) ?? -1] ?? -1;
    return area < 0 ? undefined : area;
  }

  /** The pairs of areas that one comes from and to over a segment, where no wall is in the way; each once. */
  across(segment: Segment): (readonly [number, number])[] {
    const along = alongOf(segment);
    const over = leftOf(along);
    const pairs = new Map<string, readonly [number, number]>();
    for (const look of LOOKS) {
      const on = shifted(segment.from, along, lengthM(segment) * look);
      if (this.#walls.cells[cellAt(this.#walls, on) ?? -1] !== FREE) continue;
      for (const step of STEPS) {
        const [before, behind] = [-step, step].map((cells) => this.at(shifted(on, over, cells * this.#walls.cellM)));
        if (before !== undefined && behind !== undefined && before !== behind) pairs.set(`${before} ${behind}`, [before, behind]);
      }
    }
    return [...pairs.values()];
  }
}

/** Its two open ends. */
export const endsOf = ({ centre, along, longM, wideM }: Corridor): readonly Segment[] =>
  [-1, 1].map((end) => segmentAbout(shifted(centre, along, (end * longM) / 2), leftOf(along), wideM));

function isIn(place: Place, { centre, along, longM, wideM }: Corridor): boolean {
  const way = between(centre, place);
  return Math.abs(dotted(way, along)) <= longM / 2 && Math.abs(dotted(way, leftOf(along))) <= wideM / 2;
}
