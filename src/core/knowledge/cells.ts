import type { Place } from '../maps/maps.ts';

/** The side of a cell. */
export const CELL_M = 0.1;
/** Cells along the side of a tile. */
export const TILE = 32;

/** So far from the origin cells are counted, in tiles: a hundred kilometres, as far as anything may stand. */
const FARTHEST = 2 ** 15;

/** Square cells of the plane that were seen, by their columns and rows: in tiles, of which there are only those in which something was seen. */
export class Cells {
  /** By tile: a row of cells is a word. */
  readonly #tiles = new Map<number, Uint32Array>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  has(column: number, row: number): boolean {
    const rows = this.#tiles.get(tileOf(column, row));
    return rows !== undefined && ((rows[row & (TILE - 1)] as number) & (1 << (column & (TILE - 1)))) !== 0;
  }

  /** Adds the cells of a row from one column to the one before another. Says whether one was new. */
  addRow(row: number, fromColumn: number, toColumn: number): boolean {
    let isNew = false;
    for (let column = fromColumn; column < toColumn; ) {
      const end = Math.min(toColumn, (Math.floor(column / TILE) + 1) * TILE);
      const [low, high] = [column & (TILE - 1), end - column];
      const mask = high === TILE ? 0xffffffff : (((1 << high) - 1) << low) >>> 0;
      isNew = this.addWord(tileOf(column, row), row & (TILE - 1), mask) || isNew;
      column = end;
    }
    return isNew;
  }

  /** Adds cells of one row of a tile. */
  addWord(tile: number, row: number, word: number): boolean {
    let rows = this.#tiles.get(tile);
    const before = rows?.[row] ?? 0;
    const after = (before | word) >>> 0;
    if (after === before) return false;
    if (!rows) {
      rows = new Uint32Array(TILE);
      this.#tiles.set(tile, rows);
    }
    rows[row] = after;
    this.#count += bitsOf(after) - bitsOf(before);
    return true;
  }

  merge(other: Cells): boolean {
    let isNew = false;
    for (const [tile, rows] of other.#tiles) for (const [row, word] of rows.entries()) isNew = this.addWord(tile, row, word) || isNew;
    return isNew;
  }

  /** By their numbers. */
  get tiles(): [tile: number, rows: Uint32Array][] {
    return [...this.#tiles].sort(([a], [b]) => a - b);
  }

  /** The columns and rows of all cells, row by row within a tile. */
  *all(): Iterable<readonly [column: number, row: number]> {
    for (const [tile, rows] of this.tiles) {
      const [column, row] = cornerOf(tile);
      for (const [up, word] of rows.entries()) {
        for (let right = 0; right < TILE; right++) if ((word & (1 << right)) !== 0) yield [column + right, row + up];
      }
    }
  }

  /** Adds the cells whose middles are in a polygon; x and y by turns. Says whether one was new. */
  fill(polygon: Float64Array): boolean {
    const corners = polygon.length / 2;
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < corners; i++) {
      low = Math.min(low, polygon[2 * i + 1] as number);
      high = Math.max(high, polygon[2 * i + 1] as number);
    }
    if (corners < 3) return false;
    const [first, last] = [firstMiddleFrom(low), firstMiddleFrom(high)];
    const crossings = crossingsOf(polygon, first, last);
    let isNew = false;
    for (const [i, columns] of crossings.entries()) {
      columns.sort((a, b) => a - b);
      for (let pair = 0; pair + 1 < columns.length; pair += 2) {
        const [from, to] = [firstMiddleFrom(columns[pair] as number), firstMiddleFrom(columns[pair + 1] as number)];
        isNew = this.addRow(first + i, from, to) || isNew;
      }
    }
    return isNew;
  }
}

/** Where the edges of a polygon cross the middle of each row from `first` to the one before `last`. */
function crossingsOf(polygon: Float64Array, first: number, last: number): number[][] {
  const crossings = Array.from({ length: Math.max(0, last - first) }, (): number[] => []);
  const corners = polygon.length / 2;
  for (let i = 0; i < corners; i++) {
    const next = i + 1 === corners ? 0 : i + 1;
    const [ax, ay] = [polygon[2 * i] as number, polygon[2 * i + 1] as number];
    const [bx, by] = [polygon[2 * next] as number, polygon[2 * next + 1] as number];
    const [from, to] = [firstMiddleFrom(Math.min(ay, by)), firstMiddleFrom(Math.max(ay, by))];
    for (let row = from; row < to; row++) {
      const y = (row + 0.5) * CELL_M;
      crossings[row - first]?.push(ax + ((bx - ax) * (y - ay)) / (by - ay));
    }
  }
  return crossings;
}

/** The first row, or column, whose middle is there or behind. */
const firstMiddleFrom = (atM: number): number => Math.ceil(atM / CELL_M - 0.5);

export const cellOf = ([x, y]: Place): readonly [column: number, row: number] => [Math.floor(x / CELL_M), Math.floor(y / CELL_M)];

export const middleOfCell = (column: number, row: number): Place => [(column + 0.5) * CELL_M, (row + 0.5) * CELL_M];

const tileOf = (column: number, row: number): number =>
  (Math.floor(row / TILE) + FARTHEST) * 2 * FARTHEST + Math.floor(column / TILE) + FARTHEST;

/** The column and row of the lower left cell of a tile. */
export const cornerOf = (tile: number): readonly [column: number, row: number] => [
  ((tile % (2 * FARTHEST)) - FARTHEST) * TILE,
  (Math.floor(tile / (2 * FARTHEST)) - FARTHEST) * TILE,
];

export const MOST_TILES_NUMBER = 4 * FARTHEST * FARTHEST;

function bitsOf(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
