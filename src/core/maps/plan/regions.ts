import { centreOfCell, FREE, type Occupancy } from './occupancy.ts';
import type { Place } from './segment.ts';

/** Free cells that can be reached from each other, over edges of cells and not over corners. */
export interface Region {
  readonly areaM2: number;
  /** In its middle, and certainly in it. */
  readonly inside: Place;
}

export interface Regions {
  /** Of each cell the region it is in; -1 where it is not free. */
  readonly ofCell: Int32Array;
  readonly regions: readonly Region[];
}

export function regionsOf(occupancy: Occupancy): Regions {
  const { cells, cellM } = occupancy;
  const ofCell = new Int32Array(cells.length).fill(-1);
  const queue = new Int32Array(cells.length);
  const regions: Region[] = [];
  for (let seed = 0; seed < cells.length; seed++) {
    if (cells[seed] !== FREE || ofCell[seed] !== -1) continue;
    const count = flood(occupancy, seed, regions.length, ofCell, queue);
    regions.push({ areaM2: count * cellM * cellM, inside: middleOf(occupancy, queue.subarray(0, count)) });
  }
  return { ofCell, regions };
}

/** Fills `queue` with the cells of the region around `seed`, and says how many there are. */
function flood({ columns, rows, cells }: Occupancy, seed: number, region: number, ofCell: Int32Array, queue: Int32Array): number {
  let count = 0;
  const visit = (cell: number) => {
    if (cells[cell] !== FREE || ofCell[cell] !== -1) return;
    ofCell[cell] = region;
    queue[count++] = cell;
  };
  visit(seed);
  for (let next = 0; next < count; next++) {
    const cell = queue[next] as number;
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    if (column > 0) visit(cell - 1);
    if (column < columns - 1) visit(cell + 1);
    if (row > 0) visit(cell - columns);
    if (row < rows - 1) visit(cell + columns);
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
