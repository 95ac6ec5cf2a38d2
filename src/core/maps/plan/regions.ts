import { centreOfCell, FREE, type Occupancy } from './occupancy.ts';
import type { Place } from './segment.ts';

/** Free cells that can be reached from each other, over edges of cells and not over corners. */
export class Region {
  readonly areaM2: number;
  readonly #occupancy: Occupancy;
  readonly #cells: Int32Array;

  constructor(occupancy: Occupancy, cells: Int32Array) {
    this.areaM2 = cells.length * occupancy.cellM * occupancy.cellM;
    this.#occupancy = occupancy;
    this.#cells = cells;
  }

  /** In its middle, and certainly in it. Looked for when it is asked for: of most regions nobody asks. */
  get inside(): Place {
    return middleOf(this.#occupancy, this.#cells);
  }
}

export interface Regions {
  /** Of each cell the region it is in; -1 where it is not free. */
  readonly ofCell: Int32Array;
  readonly regions: readonly Region[];
}

export function regionsOf(occupancy: Occupancy): Regions {
  const { cells } = occupancy;
  const ofCell = new Int32Array(cells.length).fill(-1);
  // The cells of one region after the other: each cell is in one at most.
  const flooded = new Int32Array(cells.length);
  const regions: Region[] = [];
  let from = 0;
  for (let seed = 0; seed < cells.length; seed++) {
    if (cells[seed] !== FREE || ofCell[seed] !== -1) continue;
    const count = flood(occupancy, seed, regions.length, ofCell, flooded.subarray(from));
    regions.push(new Region(occupancy, flooded.subarray(from, from + count)));
    from += count;
  }
  return { ofCell, regions };
}

/** Fills `queue` with the cells of the region around `seed`, and says how many there are. */
function flood({ columns, cells }: Occupancy, seed: number, region: number, ofCell: Int32Array, queue: Int32Array): number {
  const lastRow = cells.length - columns;
  let count = 0;
  const visit = (cell: number) => {
    if (cells[cell] !== FREE || ofCell[cell] !== -1) return;
    ofCell[cell] = region;
    queue[count++] = cell;
  };
  visit(seed);
  for (let next = 0; next < count; next++) {
    const cell = queue[next] as number;
    const column = cell % columns;
    if (column > 0) visit(cell - 1);
    if (column < columns - 1) visit(cell + 1);
    if (cell >= columns) visit(cell - columns);
    if (cell < lastRow) visit(cell + columns);
  }
  return count;
}

/** The cell of the region that is nearest to its middle: the middle itself may lie in another one. */
function middleOf(occupancy: Occupancy, cells: Int32Array): Place {
  let [sumX, sumY] = [0, 0];
  for (const cell of cells) {
    sumX += cell % occupancy.columns;
    sumY += Math.floor(cell / occupancy.columns);
  }
  const [x, y] = [sumX / cells.length, sumY / cells.length];
  let [best, bestDistance] = [cells[0] as number, Number.POSITIVE_INFINITY];
  for (const cell of cells) {
    const distance = Math.hypot((cell % occupancy.columns) - x, Math.floor(cell / occupancy.columns) - y);
    if (distance < bestDistance) [best, bestDistance] = [cell, distance];
  }
  return centreOfCell(occupancy, best);
}
