import type { FreeSpace } from './free-space.ts';
import { BOX, EDGE } from './shape-grid.ts';

/** Directions are told apart by sectors; those round a place make a diamond, in which a quarter of them is a quarter of a turn. */
const SECTORS = 512;
const QUARTER = SECTORS / 4;
/** What is lost by rounding, in sectors. */
const ROUNDING = 1e-6;

const boundaryX = Float64Array.from({ length: SECTORS }, (_, k) => diamond(k + QUARTER));
const boundaryY = Float64Array.from({ length: SECTORS }, (_, k) => diamond(k));

/** A sine of straight lines. */
function diamond(sector: number): number {
  const turned = ((sector + QUARTER) % SECTORS) / QUARTER;
  return turned < 2 ? turned - 1 : 3 - turned;
}

/** From 0 to SECTORS, growing counterclockwise. */
function sectorOf(dx: number, dy: number): number {
  if (dy >= 0) return (dx >= 0 ? dy / (dx + dy) : 1 + dx / (dx - dy)) * QUARTER;
  return (dx < 0 ? 2 + dy / (dx + dy) : 3 + dx / (dx - dy)) * QUARTER;
}

/**
 * Looks for the corners that may be seen from a place, without looking at those behind the nearest walls: cells are looked at from near to far,
 * and each sector that a shape covers wholly ends there. Distances are along x plus along y, which are linear in a sector.
 * What is found may still be hidden by several shapes together; nothing is missed.
 */
export class Sight {
  /** Numbers of corners (in the space's list), as many as `look...` said. */
  readonly found: Int32Array;
  readonly #space: FreeSpace;
  readonly #depths = new Float64Array(SECTORS);
  /** In which look a shape was drawn into the sectors, and a cell looked at. */
  readonly #shapeLooks: Int32Array;
  readonly #cellLooks: Int32Array;
  #look = 0;
  /** Cells of one distance, and those of the next. */
  #cells: Int32Array;
  #nextCells: Int32Array;
  #nextCount = 0;
  #x = 0;
  #y = 0;
  #count = 0;
  #isAllRound = false;
  #fromX = 0;
  #fromY = 0;
  #toX = 0;
  #toY = 0;

  constructor(space: FreeSpace) {
    this.#space = space;
    this.found = new Int32Array(space.corners.length);
    this.#shapeLooks = new Int32Array(space.grid.shapeCount);
    const cells = space.grid.columns * space.grid.rows;
    this.#cellLooks = new Int32Array(cells);
    this.#cells = new Int32Array(cells);
    this.#nextCells = new Int32Array(cells);
  }

  /** All round. Only corners that a shortest path from the place may bend round. */
  lookRound(x: number, y: number): number {
    this.#depths.fill(Number.POSITIVE_INFINITY);
    this.#isAllRound = true;
    return this.#gather(x, y);
  }

  /** Likewise between two directions, counterclockwise from the first, less than half a turn apart. */
  lookBetween(x: number, y: number, fromX: number, fromY: number, toX: number, toY: number): number {
    const first = Math.floor(sectorOf(fromX, fromY) - ROUNDING);
    let last = Math.floor(sectorOf(toX, toY) + ROUNDING);
    if (last < first) last += SECTORS;
    this.#depths.fill(-1);
    for (let k = first; k <= last; k++) this.#depths[(k + SECTORS) % SECTORS] = Number.POSITIVE_INFINITY;
    this.#isAllRound = false;
    this.#fromX = fromX;
    this.#fromY = fromY;
    this.#toX = toX;
    this.#toY = toY;
    return this.#gather(x, y);
  }

  /** What is seen is seen through cells that are nearer: from those that are open, the next ones are reached. */
  #gather(x: number, y: number): number {
    const { grid } = this.#space;
    this.#x = x;
    this.#y = y;
    this.#count = 0;
    this.#look++;
    const column = grid.columnOf(x);
    const row = grid.rowOf(y);
    this.#nextCells[0] = row * grid.columns + column;
    this.#nextCount = 1;
    for (let distance = 0; this.#nextCount > 0; distance++) {
      const cells = this.#nextCells;
      const count = this.#nextCount;
      this.#nextCells = this.#cells;
      this.#cells = cells;
      this.#nextCount = 0;
      for (let at = 0; at < count; at++) {
        const cell = cells[at] as number;
        const r = Math.floor(cell / grid.columns);
        const c = cell - r * grid.columns;
        if (distance > 1 && !this.#isOpen(c, r)) continue;
        this.#shade(cell);
        this.#collect(cell);
        this.#reachOn(c - column, r - row, column, row, distance + 1);
      }
    }
    return this.#sift();
  }

  /** To the neighbours of a cell that are so far from the first one. */
  #reachOn(across: number, up: number, column: number, row: number, distance: number): void {
    const { columns, rows } = this.#space.grid;
    for (let j = up - 1; j <= up + 1; j++) {
      for (let i = across - 1; i <= across + 1; i++) {
        if (i !== distance && i !== -distance && j !== distance && j !== -distance) continue;
        const c = column + i;
        const r = row + j;
        if (c < 0 || r < 0 || c >= columns || r >= rows) continue;
        const cell = r * columns + c;
        if (this.#cellLooks[cell] === this.#look) continue;
        this.#cellLooks[cell] = this.#look;
        this.#nextCells[this.#nextCount++] = cell;
      }
    }
  }

  /** Whether some of a cell may be seen, as far as is known. */
  #isOpen(column: number, row: number): boolean {
    const { cell, lowX, lowY } = this.#space.grid;
    const half = cell / 2;
    const dx = lowX + (column + 0.5) * cell - this.#x;
    const dy = lowY + (row + 0.5) * cell - this.#y;
    const isRight = dx > half;
    const isLeft = dx < -half;
    const isAbove = dy > half;
    const isBelow = dy < -half;
    const near = (isRight || isLeft ? Math.abs(dx) - half : 0) + (isAbove || isBelow ? Math.abs(dy) - half : 0);
    // The corners that are furthest clockwise and counterclockwise.
    const sideX = isRight ? -half : half;
    const sideY = isAbove ? -half : half;
    const first = sectorOf(dx + (isAbove ? half : isBelow ? -half : sideX), dy + (isRight ? -half : isLeft ? half : sideY));
    let last = sectorOf(dx + (isAbove ? -half : isBelow ? half : sideX), dy + (isRight ? half : isLeft ? -half : sideY));
    if (last < first) last += SECTORS;
    for (let k = Math.floor(first - ROUNDING); k <= last + ROUNDING; k++) {
      if ((this.#depths[(k + SECTORS) % SECTORS] as number) >= near) return true;
    }
    return false;
  }

  #shade(cell: number): void {
    const { grid } = this.#space;
    const { starts, items } = grid.shapesIn;
    const end = starts[cell + 1] as number;
    for (let at = starts[cell] as number; at < end; at++) {
      const shape = items[at] as number;
      if (this.#shapeLooks[shape] === this.#look) continue;
      this.#shapeLooks[shape] = this.#look;
      if (!this.#isAllRound && this.#isBeside(shape * BOX)) continue;
      const [first, last] = [grid.firstEdge(shape), grid.firstEdge(shape + 1) - EDGE];
      if (grid.isConvex(shape)) this.#shadeConvex(first, last);
      else for (let i = first; i <= last; i += EDGE) if (this.#isFront(i)) this.#shadeChain(i, i, first, last);
    }
  }

  /** Whether the box round a shape is on the outer side of one of the two directions. */
  #isBeside(box: number): boolean {
    const { boxes } = this.#space.grid;
    const dx = (boxes[box] as number) - this.#x;
    const dy = (boxes[box + 1] as number) - this.#y;
    const halfX = boxes[box + 2] as number;
    const halfY = boxes[box + 3] as number;
    const isBeforeFrom = this.#fromX * dy - this.#fromY * dx + Math.abs(this.#fromY) * halfX + Math.abs(this.#fromX) * halfY < 0;
    return isBeforeFrom || dx * this.#toY - dy * this.#toX + Math.abs(this.#toY) * halfX + Math.abs(this.#toX) * halfY < 0;
  }

  /** Whether the free side of an edge is seen: only such edges hide something, and those of a convex shape are one chain. */
  #isFront(i: number): boolean {
    const { edges } = this.#space.grid;
    const [px, py] = [(edges[i] as number) - this.#x, (edges[i + 1] as number) - this.#y];
    return ((edges[i + 2] as number) - this.#x) * py - ((edges[i + 3] as number) - this.#y) * px > 0;
  }

  #shadeConvex(first: number, last: number): void {
    let isFrontBefore = this.#isFront(last);
    const isFrontAtEnd = isFrontBefore;
    let from = -1;
    let to = isFrontAtEnd ? last : -1;
    for (let i = first; i <= last; i += EDGE) {
      const isFront = this.#isFront(i);
      if (isFront && !isFrontBefore) from = i;
      if (!isFront && isFrontBefore) to = i === first ? last : i - EDGE;
      isFrontBefore = isFront;
    }
    if (from !== -1 && to !== -1) this.#shadeChain(to, from, first, last);
  }

  /** Ends the sectors that edges cover wholly: from the last of a chain back to its first, which is counterclockwise as seen from here. */
  #shadeChain(lastOfChain: number, firstOfChain: number, first: number, last: number): void {
    const { edges } = this.#space.grid;
    const from = sectorOf((edges[lastOfChain + 2] as number) - this.#x, (edges[lastOfChain + 3] as number) - this.#y);
    let boundary = Math.ceil(from + ROUNDING);
    let depth = -1;
    for (let i = lastOfChain; ; i = i === first ? last : i - EDGE) {
      const px = (edges[i] as number) - this.#x;
      const py = (edges[i + 1] as number) - this.#y;
      const qx = (edges[i + 2] as number) - this.#x;
      const qy = (edges[i + 3] as number) - this.#y;
      const turn = qx * py - qy * px;
      let to = sectorOf(px, py);
      if (to < from - ROUNDING) to += SECTORS;
      if (i === firstOfChain) to -= ROUNDING;
      for (; boundary <= to; boundary++) {
        const k = boundary % SECTORS;
        const reach = turn / ((boundaryX[k] as number) * (py - qy) - (boundaryY[k] as number) * (px - qx));
        if (depth >= 0) this.#end(boundary - 1, Math.max(depth, reach));
        depth = reach;
      }
      if (i === firstOfChain) return;
      if (depth >= 0) depth = Math.max(depth, Math.abs(px) + Math.abs(py));
    }
  }

  #end(boundary: number, depth: number): void {
    const sector = boundary % SECTORS;
    if (depth < (this.#depths[sector] as number)) this.#depths[sector] = depth;
  }

  #collect(cell: number): void {
    const { grid, corners, cornersIn } = this.#space;
    const { edges } = grid;
    const end = cornersIn.starts[cell + 1] as number;
    for (let at = cornersIn.starts[cell] as number; at < end; at++) {
      const corner = cornersIn.items[at] as number;
      const i = corners[corner] as number;
      const vx = edges[i] as number;
      const vy = edges[i + 1] as number;
      const dx = vx - this.#x;
      const dy = vy - this.#y;
      if (!this.#isAllRound && !this.isBetween(dx, dy)) continue;
      const next = dx * ((edges[i + 3] as number) - vy) - dy * ((edges[i + 2] as number) - vx);
      const before = dx * ((edges[i + 5] as number) - vy) - dy * ((edges[i + 4] as number) - vx);
      if ((next > 0 && before < 0) || (next < 0 && before > 0) || (dx === 0 && dy === 0)) continue;
      this.found[this.#count++] = corner;
    }
  }

  /** Whether a direction is between those of the last `lookBetween`. Exactly. */
  isBetween(dx: number, dy: number): boolean {
    const [fromX, fromY, toX, toY] = [this.#fromX, this.#fromY, this.#toX, this.#toY];
    return fromX * dy - fromY * dx >= 0 && dx * toY - dy * toX >= 0 && dx * (fromX + toX) + dy * (fromY + toY) >= 0;
  }

  /** Takes out what lies behind sectors that were ended later. */
  #sift(): number {
    const { grid, corners } = this.#space;
    let kept = 0;
    for (let at = 0; at < this.#count; at++) {
      const corner = this.found[at] as number;
      const i = corners[corner] as number;
      const dx = (grid.edges[i] as number) - this.#x;
      const dy = (grid.edges[i + 1] as number) - this.#y;
      const depth = this.#depths[Math.floor(sectorOf(dx, dy)) % SECTORS] as number;
      // A sector that was not asked for is one by rounding alone: the direction was compared exactly.
      if (depth >= 0 && Math.abs(dx) + Math.abs(dy) > depth * (1 + 1e-9) + 1) continue;
      this.found[kept++] = corner;
    }
    return kept;
  }
}
