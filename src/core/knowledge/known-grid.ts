import type { Place, Segment } from '../maps/maps.ts';
import { CELL_M, middleOfCell } from './cells.ts';
import type { FloorKnowledge } from './floor-knowledge.ts';
import { standing } from './known-map.ts';

/** Something round that stands there. */
export interface Around {
  readonly at: Place;
  readonly radiusM: number;
}

/** A floor as it is known, cell by cell, with a margin of one around it: what was seen, which neighbours a known wall parts, and where a disc may stand. */
export class KnownGrid {
  readonly columns: number;
  readonly rows: number;
  readonly seen: Uint8Array;
  readonly #firstColumn: number;
  readonly #firstRow: number;
  /** Whether a wall is between the middles of a cell and of the one to its right, or above it. */
  readonly #partsRight: Uint8Array;
  readonly #partsUp: Uint8Array;
  readonly #walls: readonly Segment[];

  constructor(known: FloorKnowledge, shut?: ReadonlySet<number>) {
    let [lowColumn, lowRow, highColumn, highRow] = [0, 0, 0, 0];
    let isFirst = true;
    const cells = [...known.cells.all()];
    for (const [column, row] of cells) {
      if (isFirst) [lowColumn, lowRow, highColumn, highRow] = [column, row, column, row];
      isFirst = false;
      [lowColumn, lowRow] = [Math.min(lowColumn, column), Math.min(lowRow, row)];
      [highColumn, highRow] = [Math.max(highColumn, column), Math.max(highRow, row)];
    }
    [this.#firstColumn, this.#firstRow] = [lowColumn - 1, lowRow - 1];
    [this.columns, this.rows] = [highColumn - lowColumn + 3, highRow - lowRow + 3];
    this.seen = new Uint8Array(this.columns * this.rows);
    for (const [column, row] of cells) this.seen[(row - this.#firstRow) * this.columns + column - this.#firstColumn] = 1;
    this.#partsRight = new Uint8Array(this.seen.length);
    this.#partsUp = new Uint8Array(this.seen.length);
    this.#walls = standing(known, shut);
    for (const wall of this.#walls) this.#part(wall);
  }

  middleOf(cell: number): Place {
    return middleOfCell((cell % this.columns) + this.#firstColumn, Math.floor(cell / this.columns) + this.#firstRow);
  }

  /** The cell a place is in; undefined beyond the margin. */
  cellAt([x, y]: Place): number | undefined {
    const [column, row] = [Math.floor(x / CELL_M) - this.#firstColumn, Math.floor(y / CELL_M) - this.#firstRow];
    return column >= 0 && row >= 0 && column < this.columns && row < this.rows ? row * this.columns + column : undefined;
  }

  /** The neighbours over the edges of a cell with no known wall between. */
  neighboursOf(cell: number, tell: (neighbour: number) => void): void {
    const column = cell % this.columns;
    if (column + 1 < this.columns && this.#partsRight[cell] === 0) tell(cell + 1);
    if (column > 0 && this.#partsRight[cell - 1] === 0) tell(cell - 1);
    if (cell + this.columns < this.seen.length && this.#partsUp[cell] === 0) tell(cell + this.columns);
    if (cell >= this.columns && this.#partsUp[cell - this.columns] === 0) tell(cell - this.columns);
  }

  /** Says of places within so many metres of one whether no known wall is between the two. */
  viewOf(from: Place, withinM: number): { isClear(to: Place): boolean } {
    const near = this.#walls.filter(({ from: [ax, ay], to: [bx, by] }) => {
      const isBesideX = Math.max(ax, bx) < from[0] - withinM || Math.min(ax, bx) > from[0] + withinM;
      return !isBesideX && Math.max(ay, by) >= from[1] - withinM && Math.min(ay, by) <= from[1] + withinM;
    });
    return { isClear: (to) => !near.some((wall) => meet(from, to, wall)) };
  }

  /** Where the middle of a disc may be: all of it on what was seen, and clear of walls and of others. */
  roomFor(radiusM: number, { wallM, avoid }: { readonly wallM: number; readonly avoid: readonly Around[] }): Uint8Array {
    const room = this.seen.slice();
    for (const { at, radiusM: otherM } of avoid) this.#sweepAbout({ from: at, to: at }, radiusM + otherM, (cell) => (room[cell] = 0));
    for (const wall of this.#walls) this.#sweepAbout(wall, radiusM + wallM / 2, (cell) => (room[cell] = 0));
    for (let cell = 0; cell < this.seen.length; cell++) {
      if (this.seen[cell] === 1 || !this.#isBesideSeen(cell)) continue;
      const [x, y] = this.middleOf(cell);
      const half = CELL_M / 2;
      // Of an unseen cell all is unknown: to its corners.
      this.#sweepAbout({ from: [x - half, y], to: [x + half, y] }, radiusM + half, (other) => (room[other] = 0));
    }
    return room;
  }

  #isBesideSeen(cell: number): boolean {
    const column = cell % this.columns;
    for (const up of [-this.columns, 0, this.columns]) {
      if ((column > 0 && this.seen[cell + up - 1] === 1) || this.seen[cell + up] === 1) return true;
      if (column + 1 < this.columns && this.seen[cell + up + 1] === 1) return true;
    }
    return false;
  }

  /** The cells whose middles are nearer to a segment than this. */
  #sweepAbout({ from, to }: Segment, withinM: number, tell: (cell: number) => void): void {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const square = dx * dx + dy * dy;
    const columnOf = (x: number) => Math.floor(x / CELL_M) - this.#firstColumn;
    const rowOf = (y: number) => Math.floor(y / CELL_M) - this.#firstRow;
    const lastRow = Math.min(this.rows - 1, rowOf(Math.max(from[1], to[1]) + withinM));
    const lastColumn = Math.min(this.columns - 1, columnOf(Math.max(from[0], to[0]) + withinM));
    for (let row = Math.max(0, rowOf(Math.min(from[1], to[1]) - withinM)); row <= lastRow; row++) {
      for (let column = Math.max(0, columnOf(Math.min(from[0], to[0]) - withinM)); column <= lastColumn; column++) {
        const [x, y] = [(column + this.#firstColumn + 0.5) * CELL_M, (row + this.#firstRow + 0.5) * CELL_M];
        const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / square));
        const [awayX, awayY] = [x - from[0] - share * dx, y - from[1] - share * dy];
        if (awayX * awayX + awayY * awayY < withinM * withinM) tell(row * this.columns + column);
      }
    }
  }

  #part(wall: Segment): void {
    const { columns } = this;
    const across = { axis: 0, firstLine: this.#firstRow, lines: this.rows, firstCell: this.#firstColumn, cells: columns } as const;
    partAlong(wall, across, (line, cell) => (this.#partsRight[line * columns + cell] = 1));
    const upward = { axis: 1, firstLine: this.#firstColumn, lines: columns, firstCell: this.#firstRow, cells: this.rows } as const;
    partAlong(wall, upward, (line, cell) => (this.#partsUp[cell * columns + line] = 1));
  }
}

/** The lines through the middles of cells: of rows, along x, or of columns, along y. */
interface MiddleLines {
  readonly axis: 0 | 1;
  readonly firstLine: number;
  readonly lines: number;
  readonly firstCell: number;
  readonly cells: number;
}

/** A wall parts the cells on both sides of where it crosses the line between their middles; at a middle itself, from both. Tells of the first of the two. */
function partAlong({ from, to }: Segment, lines: MiddleLines, tell: (line: number, cell: number) => void): void {
  const { axis, firstLine, firstCell } = lines;
  const other = axis === 0 ? 1 : 0;
  const [low, high] = [Math.min(from[other], to[other]), Math.max(from[other], to[other])];
  const lastLine = Math.min(lines.lines - 1, middleBefore(high + NEAR_M) - firstLine);
  for (let line = Math.max(0, middleFrom(low - NEAR_M) - firstLine); line <= lastLine; line++) {
    const middle = (line + firstLine + 0.5) * CELL_M;
    const at = (share: number) => from[axis] + (to[axis] - from[axis]) * Math.min(1, Math.max(0, share));
    // Along the very line it parts all that it passes.
    const share = high === low ? undefined : (middle - from[other]) / (to[other] - from[other]);
    const [a, b] = share === undefined ? [from[axis], to[axis]] : [at(share), at(share)];
    const lastCell = Math.min(lines.cells - 2, middleBefore(Math.max(a, b) + NEAR_M) - firstCell);
    for (let cell = Math.max(0, middleFrom(Math.min(a, b) - NEAR_M) - 1 - firstCell); cell <= lastCell; cell++) tell(line, cell);
  }
}

/** The first cell whose middle is there or behind, and the last whose middle is there or before. */
const middleFrom = (atM: number): number => Math.ceil(atM / CELL_M - 0.5);
const middleBefore = (atM: number): number => Math.floor(atM / CELL_M - 0.5);

/** What is known of a wall may end a millimetre or two before a corner: nobody looks through there. */
const NEAR_M = 0.003;

function meet([ax, ay]: Place, [bx, by]: Place, { from, to }: Segment): boolean {
  const side = (px: number, py: number, qx: number, qy: number, x: number, y: number) => (qx - px) * (y - py) - (qy - py) * (x - px);
  const [a, b] = [side(from[0], from[1], to[0], to[1], ax, ay), side(from[0], from[1], to[0], to[1], bx, by)];
  if (a * b > 0) return false;
  return side(ax, ay, bx, by, from[0], from[1]) * side(ax, ay, bx, by, to[0], to[1]) <= 0;
}
