import type { GrownShape } from './grown-shapes.ts';

/** Numbers that make an edge: where it begins, where it ends, and where the edge before it begins. */
export const EDGE = 6;
/** Numbers that make a box. */
export const BOX = 4;
/** So many edges are in a cell, if they lie evenly. */
const EDGES_OF_CELL = 6;
const MOST_CELLS = 1 << 20;
/** What is so near to a cell's border, in units, counts as in both: more than is lost by rounding. */
const SLACK = 1;

/** Honest floors have some hundred thousand. */
const MOST_ITEMS = 1 << 23;

/** Lists of whole numbers, one for each cell, behind one another. */
export interface CellLists {
  /** Where the list of a cell begins; that of the next cell is its end. */
  readonly starts: Int32Array;
  readonly items: Int32Array;
}

/** Collects what is in which cell, then sorts it by cells: no list is made for any of them. */
export class CellSorter {
  #cells = new Int32Array(1024);
  #items = new Int32Array(1024);
  #count = 0;

  put(cell: number, item: number): void {
    if (this.#count === this.#cells.length) {
      if (this.#count >= MOST_ITEMS)
        throw new RangeError('too much on the map lies over each other to plan on it: leave out what is covered');
      const [cells, items] = [new Int32Array(this.#count * 2), new Int32Array(this.#count * 2)];
      cells.set(this.#cells);
      items.set(this.#items);
      this.#cells = cells;
      this.#items = items;
    }
    this.#cells[this.#count] = cell;
    this.#items[this.#count++] = item;
  }

  /** What is in a cell stays in the order in which it was put there. */
  sorted(cells: number): CellLists {
    const starts = new Int32Array(cells + 1);
    for (let k = 0; k < this.#count; k++) {
      const next = (this.#cells[k] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let cell = 0; cell < cells; cell++) starts[cell + 1] = (starts[cell + 1] as number) + (starts[cell] as number);
    const items = new Int32Array(this.#count);
    const filled = starts.slice(0, cells);
    for (let k = 0; k < this.#count; k++) {
      const cell = this.#cells[k] as number;
      const at = filled[cell] as number;
      items[at] = this.#items[k] as number;
      filled[cell] = at + 1;
    }
    return { starts, items };
  }
}

/**
 * Shapes in a grid of cells. Everything is in whole units, and every comparison is exact: what only touches a shape is outside of it, so a way
 * may lead from corner to corner and along edges.
 */
export class ShapeGrid {
  readonly edges: Float64Array;
  readonly columns: number;
  readonly rows: number;
  readonly lowX: number;
  readonly lowY: number;
  readonly cell: number;
  readonly edgesIn: CellLists;
  /** Shapes that a place of the cell may be in. */
  readonly shapesIn: CellLists;
  /** Of each shape: the middle of the box round it, x and y, and half of its sides. */
  readonly boxes: Float64Array;
  /** The first edge of each shape; that of the next is its end. */
  readonly #firsts: Int32Array;
  readonly #isConvex: Uint8Array;

  /** `within` is low x, low y, high x, high y: at least so far the grid goes. */
  constructor(shapes: readonly GrownShape[], within: readonly [number, number, number, number]) {
    this.#firsts = new Int32Array(shapes.length + 1);
    this.#isConvex = Uint8Array.from(shapes, ({ isConvex }) => (isConvex ? 1 : 0));
    let count = 0;
    shapes.forEach(({ rings }, index) => {
      for (const ring of rings) count += ring.length / 2;
      this.#firsts[index + 1] = count;
    });
    this.edges = edgesOf(shapes, count);
    this.boxes = this.#boxesRound();
    let [lowX, lowY, highX, highY] = within;
    for (let at = 0; at < this.boxes.length; at += BOX) {
      const [x, y, halfX, halfY] = [this.boxes[at], this.boxes[at + 1], this.boxes[at + 2], this.boxes[at + 3]] as [
        number,
        number,
        number,
        number,
      ];
      lowX = Math.min(lowX, x - halfX);
      lowY = Math.min(lowY, y - halfY);
      highX = Math.max(highX, x + halfX);
      highY = Math.max(highY, y + halfY);
    }
    [this.lowX, this.lowY] = [lowX - 2 * SLACK, lowY - 2 * SLACK];
    const [wide, high] = [highX - lowX + 4 * SLACK, highY - lowY + 4 * SLACK];
    const cells = Math.min(Math.max(count / EDGES_OF_CELL, 1), MOST_CELLS / 2);
    this.cell = Math.max(Math.sqrt((wide * high) / cells), wide / 1024, high / 1024);
    this.columns = Math.ceil(wide / this.cell);
    this.rows = Math.ceil(high / this.cell);
    const [edges, inCells] = [new CellSorter(), new CellSorter()];
    this.#sort(edges, inCells);
    this.edgesIn = edges.sorted(this.columns * this.rows);
    this.shapesIn = inCells.sorted(this.columns * this.rows);
  }

  #boxesRound(): Float64Array {
    const boxes = new Float64Array(this.shapeCount * BOX);
    for (let shape = 0; shape < this.shapeCount; shape++) {
      let [lowX, lowY, highX, highY] = [
        Number.POSITIVE_INFINITY,
        Number.POSITIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
      ];
      for (let i = this.firstEdge(shape); i < this.firstEdge(shape + 1); i += EDGE) {
        const x = this.edges[i] as number;
        const y = this.edges[i + 1] as number;
        lowX = Math.min(lowX, x);
        lowY = Math.min(lowY, y);
        highX = Math.max(highX, x);
        highY = Math.max(highY, y);
      }
      boxes[shape * BOX] = (lowX + highX) / 2;
      boxes[shape * BOX + 1] = (lowY + highY) / 2;
      boxes[shape * BOX + 2] = (highX - lowX) / 2;
      boxes[shape * BOX + 3] = (highY - lowY) / 2;
    }
    return boxes;
  }

  /** Shapes are in all cells from the leftmost to the rightmost edge, row by row. */
  #sort(edges: CellSorter, shapes: CellSorter): void {
    const [lefts, rights] = [new Int32Array(this.rows).fill(this.columns), new Int32Array(this.rows).fill(-1)];
    for (let shape = 0; shape < this.shapeCount; shape++) {
      let [lowRow, highRow] = [this.rows, -1];
      for (let i = this.firstEdge(shape); i < this.firstEdge(shape + 1); i += EDGE) {
        const isUp = (this.edges[i + 1] as number) <= (this.edges[i + 3] as number);
        const low = isUp ? i : i + 2;
        const high = isUp ? i + 2 : i;
        lowRow = Math.min(lowRow, this.rowOf((this.edges[low + 1] as number) - SLACK));
        highRow = Math.max(highRow, this.rowOf((this.edges[high + 1] as number) + SLACK));
        this.#sortEdge(i, low, high, edges, lefts, rights);
      }
      for (let row = lowRow; row <= highRow; row++) {
        for (let column = lefts[row] as number; column <= (rights[row] as number); column++) shapes.put(row * this.columns + column, shape);
        lefts[row] = this.columns;
        rights[row] = -1;
      }
    }
  }

  /** Into all cells that it touches. `low` and `high` are where its ends are in the list. */
  #sortEdge(edge: number, low: number, high: number, edges: CellSorter, lefts: Int32Array, rights: Int32Array): void {
    const [x1, y1, x2, y2] = [this.edges[low], this.edges[low + 1], this.edges[high], this.edges[high + 1]] as [
      number,
      number,
      number,
      number,
    ];
    const lastRow = this.rowOf(y2 + SLACK);
    const perY = y2 > y1 ? (x2 - x1) / (y2 - y1) : 0;
    for (let row = this.rowOf(y1 - SLACK); row <= lastRow; row++) {
      const floor = this.lowY + row * this.cell;
      const from = y2 > y1 && floor - SLACK > y1 ? x1 + (floor - SLACK - y1) * perY : x1;
      const to = y2 > y1 && floor + this.cell + SLACK < y2 ? x1 + (floor + this.cell + SLACK - y1) * perY : x2;
      const first = this.columnOf(Math.min(from, to) - SLACK);
      const last = this.columnOf(Math.max(from, to) + SLACK);
      for (let column = first; column <= last; column++) edges.put(row * this.columns + column, edge);
      lefts[row] = Math.min(lefts[row] as number, first);
      rights[row] = Math.max(rights[row] as number, last);
    }
  }

  get shapeCount(): number {
    return this.#isConvex.length;
  }

  /** Where the edges of a shape begin in the list; those of the next one are behind its last. */
  firstEdge(shape: number): number {
    return (this.#firsts[shape] as number) * EDGE;
  }

  isConvex(shape: number): boolean {
    return this.#isConvex[shape] === 1;
  }

  columnOf(x: number): number {
    return Math.min(Math.max(Math.floor((x - this.lowX) / this.cell), 0), this.columns - 1);
  }

  rowOf(y: number): number {
    return Math.min(Math.max(Math.floor((y - this.lowY) / this.cell), 0), this.rows - 1);
  }

  /** Whether a place is in no shape. */
  isOutside(x: number, y: number): boolean {
    const cell = this.rowOf(y) * this.columns + this.columnOf(x);
    const { starts, items } = this.shapesIn;
    for (let at = starts[cell] as number; at < (starts[cell + 1] as number); at++) {
      const shape = items[at] as number;
      const [first, end] = [this.firstEdge(shape), this.firstEdge(shape + 1)];
      if (this.isConvex(shape) ? this.#isInConvex(x, y, first, end) : this.#isInAny(x, y, first, end)) return false;
    }
    return true;
  }

  #isInConvex(x: number, y: number, first: number, end: number): boolean {
    const { edges } = this;
    for (let i = first; i < end; i += EDGE) {
      const [px, py] = [edges[i] as number, edges[i + 1] as number];
      if (((edges[i + 2] as number) - px) * (y - py) - ((edges[i + 3] as number) - py) * (x - px) <= 0) return false;
    }
    return true;
  }

  /** By how often its rings go round the place. */
  #isInAny(x: number, y: number, first: number, end: number): boolean {
    const { edges } = this;
    let winding = 0;
    for (let i = first; i < end; i += EDGE) {
      const [px, py, qx, qy] = [edges[i], edges[i + 1], edges[i + 2], edges[i + 3]] as [number, number, number, number];
      const side = (qx - px) * (y - py) - (qy - py) * (x - px);
      if (side === 0 && x >= Math.min(px, qx) && x <= Math.max(px, qx) && y >= Math.min(py, qy) && y <= Math.max(py, qy)) return false;
      if (py <= y && qy > y && side > 0) winding++;
      else if (py > y && qy <= y && side < 0) winding--;
    }
    return winding !== 0;
  }

  /** Whether a straight way, that begins and ends in no shape, leads through none. */
  isClear(ax: number, ay: number, bx: number, by: number): boolean {
    if (ax === bx && ay === by) return true;
    return ay <= by ? this.#isClearUp(ax, ay, bx, by) : this.#isClearUp(bx, by, ax, ay);
  }

  #isClearUp(ax: number, ay: number, bx: number, by: number): boolean {
    const { columns, cell, lowX, lowY } = this;
    const firstRow = this.rowOf(ay - SLACK);
    const lastRow = this.rowOf(by + SLACK);
    const perY = by > ay ? (bx - ax) / (by - ay) : 0;
    for (let row = firstRow; row <= lastRow; row++) {
      let from = ax;
      let to = bx;
      if (by > ay) {
        const floor = lowY + row * cell;
        if (floor - SLACK > ay) from = ax + (floor - SLACK - ay) * perY;
        if (floor + cell + SLACK < by) to = ax + (floor + cell + SLACK - ay) * perY;
      }
      const left = Math.min(from, to) - SLACK - lowX;
      const right = Math.max(from, to) + SLACK - lowX;
      const first = left <= 0 ? 0 : Math.floor(left / cell);
      const last = Math.min(Math.floor(right / cell), columns - 1);
      if (this.#isBlockedIn(row * columns + first, row * columns + last, ax, ay, bx, by)) return false;
    }
    return true;
  }

  /** In cells of one row. */
  #isBlockedIn(firstCell: number, lastCell: number, ax: number, ay: number, bx: number, by: number): boolean {
    const { edges } = this;
    const { starts, items } = this.edgesIn;
    const dx = bx - ax;
    const dy = by - ay;
    const end = starts[lastCell + 1] as number;
    for (let at = starts[firstCell] as number; at < end; at++) {
      const i = items[at] as number;
      const px = edges[i] as number;
      const py = edges[i + 1] as number;
      const qx = edges[i + 2] as number;
      const qy = edges[i + 3] as number;
      const sideP = dx * (py - ay) - dy * (px - ax);
      const sideQ = dx * (qy - ay) - dy * (qx - ax);
      if ((sideP > 0 && sideQ > 0) || (sideP < 0 && sideQ < 0)) continue;
      const ex = qx - px;
      const ey = qy - py;
      const sideA = ex * (ay - py) - ey * (ax - px);
      const sideB = ex * (by - py) - ey * (bx - px);
      if ((sideA > 0 && sideB > 0) || (sideA < 0 && sideB < 0)) continue;
      if (sideP !== 0 && sideQ !== 0) {
        // It crosses the edge, or begins or ends on it and leads into the shape.
        if ((sideA !== 0 && sideB !== 0) || sideA > 0 || sideB > 0) return true;
      } else if (sideP === 0 && this.#entersAt(i, ax, ay, bx, by)) return true;
    }
    return false;
  }

  /** Whether a way that is in line with the beginning of an edge goes through that corner and, on either side of it, into the shape. */
  #entersAt(i: number, ax: number, ay: number, bx: number, by: number): boolean {
    const { edges } = this;
    const px = edges[i] as number;
    const py = edges[i + 1] as number;
    if ((px - ax) * (px - bx) + (py - ay) * (py - by) > 0) return false;
    return this.#isInCorner(i, ax, ay) || this.#isInCorner(i, bx, by);
  }

  #isInCorner(i: number, x: number, y: number): boolean {
    const { edges } = this;
    const px = edges[i] as number;
    const py = edges[i + 1] as number;
    if (x === px && y === py) return false;
    const nextX = (edges[i + 2] as number) - px;
    const nextY = (edges[i + 3] as number) - py;
    const beforeX = px - (edges[i + 4] as number);
    const beforeY = py - (edges[i + 5] as number);
    const isLeftOfNext = nextX * (y - py) - nextY * (x - px) > 0;
    const isLeftOfBefore = beforeX * (y - py) - beforeY * (x - px) > 0;
    return beforeX * nextY - beforeY * nextX > 0 ? isLeftOfNext && isLeftOfBefore : isLeftOfNext || isLeftOfBefore;
  }
}

function edgesOf(shapes: readonly GrownShape[], count: number): Float64Array {
  const edges = new Float64Array(count * EDGE);
  let at = 0;
  for (const { rings } of shapes) {
    for (const ring of rings) {
      const length = ring.length;
      for (let i = 0; i < length; i += 2) {
        const [next, before] = [(i + 2) % length, (i + length - 2) % length];
        edges[at++] = ring[i] as number;
        edges[at++] = ring[i + 1] as number;
        edges[at++] = ring[next] as number;
        edges[at++] = ring[next + 1] as number;
        edges[at++] = ring[before] as number;
        edges[at++] = ring[before + 1] as number;
      }
    }
  }
  return edges;
}
