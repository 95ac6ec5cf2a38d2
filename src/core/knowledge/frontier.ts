import type { Place } from '../maps/maps.ts';
import { CELL_M } from './cells.ts';
import type { FloorKnowledge } from './floor-knowledge.ts';
import { type Around, KnownGrid } from './known-grid.ts';

export interface FrontierOptions {
  /** How far the robot sees. */
  readonly rangeM: number;
  /** Doors that it saw shut, by their members: it does not go through them, and does not look for what is behind. */
  readonly shut?: ReadonlySet<number> | undefined;
  /** Others that stand about: it goes round them. They hide nothing. */
  readonly avoid?: readonly Around[] | undefined;
  /** Cells that it looked at in vain, by `cellName`. */
  readonly givenUp?: ReadonlySet<string> | undefined;
}

/** Where to go in order to see more. */
export interface Frontier {
  /** All of the robot has room there, and on the way: as far as is known. */
  readonly stand: Place;
  /** The middle of a cell that has not been seen, and can be from there. */
  readonly look: Place;
  /** Over cells; a planner finds a shorter one. */
  readonly wayM: number;
}

/** Walls have a thickness, and planners a tolerance: a robot stands so much farther from them than it must. */
const WALL_M = 0.1;
const SPARE_M = 0.03;
/** From so near it looks at what it has not seen: from where that just comes into view it would go on by inches. */
const NEAR_M = 0.8;
/** Places to look at something distant from are tried so many cells apart, before all are. */
const COARSE = 3;
const EDGE_RAD = 0.05;

export const cellName = (place: Place): string => `${Math.floor(place[0] / CELL_M)} ${Math.floor(place[1] / CELL_M)}`;

/**
 * The nearest place, by way, from which a robot sees something new: an unseen cell beside a seen one, with no known wall between. Undefined: all that it can see
 * from where it can go has been seen, or was looked at in vain.
 */
export function nextFrontier(known: FloorKnowledge, from: Place, radiusM: number, options: FrontierOptions): Frontier | undefined {
  const { rangeM, givenUp, shut, avoid = [] } = options;
  const grid = new KnownGrid(known, shut);
  const unseen = unseenBeside(grid).filter((cell) => !givenUp?.has(cellName(grid.middleOf(cell))));
  if (unseen.length === 0) return undefined;
  const ways = waysFrom(grid, from, radiusM, avoid);
  const nearM = Math.min(NEAR_M + radiusM, rangeM - CELL_M);
  return nearestStand(grid, ways, unseen, { withinM: nearM, stride: 1 }) ?? farStand(grid, ways, unseen, rangeM - CELL_M);
}

/** Cells that can be seen from where a robot stands, as far as is known, and were not: too little of them is to be seen from anywhere. By `cellName`. */
export function lookedInVain(
  known: FloorKnowledge,
  { at, yawRad }: { readonly at: Place; readonly yawRad: number },
  { rangeM, fieldRad, shut }: Pick<FrontierOptions, 'rangeM' | 'shut'> & { readonly fieldRad: number },
): string[] {
  const grid = new KnownGrid(known, shut);
  const places = unseenBeside(grid).map((cell) => grid.middleOf(cell));
  const view = grid.viewOf(at, rangeM);
  return places.filter((place) => isInView(at, yawRad, place, { rangeM, fieldRad }) && view.isClear(place)).map(cellName);
}

function isInView(
  at: Place,
  yawRad: number,
  [x, y]: Place,
  { rangeM, fieldRad }: { readonly rangeM: number; readonly fieldRad: number },
): boolean {
  const [dx, dy] = [x - at[0], y - at[1]];
  const turn = Math.atan2(dy, dx) - yawRad;
  // Of the outermost cells in view the middle may be just beyond it.
  const isInField = fieldRad >= 2 * Math.PI || Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) < fieldRad / 2 - EDGE_RAD;
  return isInField && Math.hypot(dx, dy) < rangeM - CELL_M;
}

/** Unseen cells with a seen neighbour that no known wall hides. */
function unseenBeside(grid: KnownGrid): number[] {
  const unseen = new Set<number>();
  for (let cell = 0; cell < grid.seen.length; cell++) {
    if (grid.seen[cell] === 0) continue;
    grid.neighboursOf(cell, (neighbour) => {
      if (grid.seen[neighbour] === 0) unseen.add(neighbour);
    });
  }
  return [...unseen].sort((a, b) => a - b);
}

/** How far it is to each cell that the robot can stand in, in cells; -1 where it cannot. And between which columns and rows these are. */
interface Ways {
  readonly steps: Int32Array;
  readonly columns: readonly [low: number, high: number];
  readonly rows: readonly [low: number, high: number];
}

function waysFrom(grid: KnownGrid, from: Place, radiusM: number, avoid: readonly Around[]): Ways {
  const room = grid.roomFor(radiusM + SPARE_M, { wallM: WALL_M, avoid });
  const ways = new Int32Array(room.length).fill(-1);
  const queue: number[] = [];
  // It may stand a little nearer to something than a plan would have it.
  const reachM = radiusM + 2 * CELL_M;
  const view = grid.viewOf(from, reachM);
  for (let cell = 0; cell < room.length; cell++) {
    const middle = grid.middleOf(cell);
    const awayM = Math.hypot(middle[0] - from[0], middle[1] - from[1]);
    if (room[cell] === 0 || awayM > reachM || !view.isClear(middle)) continue;
    ways[cell] = Math.round(awayM / CELL_M);
    queue.push(cell);
  }
  queue.sort((a, b) => (ways[a] as number) - (ways[b] as number));
  for (let next = 0; next < queue.length; next++) {
    const cell = queue[next] as number;
    grid.neighboursOf(cell, (neighbour) => {
      if (room[neighbour] === 0 || ways[neighbour] !== -1) return;
      ways[neighbour] = (ways[cell] as number) + 1;
      queue.push(neighbour);
    });
  }
  let [lowColumn, highColumn, lowRow, highRow] = [grid.columns, -1, grid.rows, -1];
  for (const cell of queue) {
    const [column, row] = [cell % grid.columns, Math.floor(cell / grid.columns)];
    [lowColumn, highColumn] = [Math.min(lowColumn, column), Math.max(highColumn, column)];
    [lowRow, highRow] = [Math.min(lowRow, row), Math.max(highRow, row)];
  }
  return { steps: ways, columns: [lowColumn, highColumn], rows: [lowRow, highRow] };
}

/** What no robot can come near to, as through a gap that is too narrow for it, it looks at from wherever it can: first that something is found, however far the way. */
function farStand(grid: KnownGrid, ways: Ways, unseen: readonly number[], withinM: number): Frontier | undefined {
  for (const stride of [COARSE, 1]) {
    for (const look of unseen) {
      const found = nearestStand(grid, ways, [look], { withinM, stride });
      if (found) return found;
    }
  }
  return undefined;
}

function nearestStand(
  grid: KnownGrid,
  ways: Ways,
  unseen: readonly number[],
  { withinM, stride }: { readonly withinM: number; readonly stride: number },
): Frontier | undefined {
  let best: { readonly stand: number; readonly look: number } | undefined;
  let bestWay = Number.POSITIVE_INFINITY;
  const reach = Math.floor(withinM / CELL_M);
  for (const look of unseen) {
    const [column, row] = [look % grid.columns, Math.floor(look / grid.columns)];
    const [fromColumn, toColumn] = [Math.max(column - reach, ways.columns[0]), Math.min(column + reach, ways.columns[1])];
    const [fromRow, toRow] = [Math.max(row - reach, ways.rows[0]), Math.min(row + reach, ways.rows[1])];
    if (fromColumn > toColumn || fromRow > toRow) continue;
    const view = grid.viewOf(grid.middleOf(look), withinM);
    for (let standRow = fromRow; standRow <= toRow; standRow += stride) {
      for (let standColumn = fromColumn; standColumn <= toColumn; standColumn += stride) {
        const stand = standRow * grid.columns + standColumn;
        const way = ways.steps[stand] as number;
        if (way < 0 || way >= bestWay || (standColumn - column) ** 2 + (standRow - row) ** 2 > reach * reach) continue;
        if (view.isClear(grid.middleOf(stand))) [best, bestWay] = [{ stand, look }, way];
      }
    }
  }
  return best && { stand: grid.middleOf(best.stand), look: grid.middleOf(best.look), wayM: bestWay * CELL_M };
}
