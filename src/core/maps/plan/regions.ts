import { centreOfCell, FREE, type Occupancy } from './occupancy.ts';
import type { Place } from './segment.ts';

/** Free cells that can be reached from each other, over edges of cells and not over corners. */
export class Region {
  readonly areaM2: number;
  readonly #occupancy: Occupancy;
  readonly #places: Int32Array;

  /** `places` are those of its cells in a fenced grid. */
  constructor(occupancy: Occupancy, places: Int32Array) {
    this.areaM2 = places.length * occupancy.cellM * occupancy.cellM;
    this.#occupancy = occupancy;
    this.#places = places;
  }

  /** In its middle, and certainly in it. Looked for when it is asked for: of most regions nobody asks. */
  get inside(): Place {
    const { columns } = this.#occupancy;
    // A fence before the first row, and one cell of it at the end of each.
    const cells = this.#places.map((place) => place - columns - Math.floor(place / (columns + 1)));
    return middleOf(this.#occupancy, cells);
  }
}

export interface Regions {
  /** Of each cell the region it is in; -1 where it is not free. */
  readonly ofCell: Int32Array;
  readonly regions: readonly Region[];
}

const NONE = -1;
/** Free, and not reached yet. */
const WAITING = -2;

export function regionsOf(occupancy: Occupancy): Regions {
  const { columns, rows } = occupancy;
  const grid = fenced(occupancy);
  // The cells of one region after the other: each cell is in one at most.
  const flooded = new Int32Array(columns * rows);
  const regions: Region[] = [];
  let from = 0;
  for (let seed = grid.indexOf(WAITING); seed >= 0; seed = grid.indexOf(WAITING, seed + 1)) {
    const count = flood(grid, columns + 1, seed, regions.length, flooded.subarray(from));
    regions.push(new Region(occupancy, flooded.subarray(from, from + count)));
    from += count;
  }
  const ofCell = new Int32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const start = (row + 1) * (columns + 1);
    ofCell.set(grid.subarray(start, start + columns), row * columns);
  }
  return { ofCell, regions };
}

/** The cells with a fence around them, one behind each row and one row before and behind all: whoever floods them need not ask where they end. */
function fenced({ columns, rows, cells }: Occupancy): Int32Array {
  const grid = new Int32Array((columns + 1) * (rows + 2)).fill(NONE);
  for (let row = 0; row < rows; row++) {
    const [start, fencedStart] = [row * columns, (row + 1) * (columns + 1)];
    for (let column = 0; column < columns; column++) if (cells[start + column] === FREE) grid[fencedStart + column] = WAITING;
  }
  return grid;
}

/** Fills `queue` with the places of the region around `seed`, and says how many there are. */
function flood(grid: Int32Array, stride: number, seed: number, region: number, queue: Int32Array): number {
  let count = 0;
  const visit = (place: number) => {
    if (grid[place] !== WAITING) return;
    grid[place] = region;
    queue[count++] = place;
  };
  visit(seed);
  for (let next = 0; next < count; next++) {
    const place = queue[next] as number;
    visit(place - 1);
    visit(place + 1);
    visit(place - stride);
    visit(place + stride);
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
