import { AT_ORIGIN, circleRound, type Polygon, type Stand } from './polygon.ts';

/** Small against what sensors reach, large against a robot. */
const CELL_M = 4;
const CELL_RADIUS_M = (CELL_M * Math.SQRT2) / 2;
/** Cells are numbered in a square of so many; beyond it numbers come again, and a cell has polygons that are 130 km apart, which the look tells apart. */
const ROW = 2 ** 15;
/** What is larger is looked at wherever it is: it would be in hundreds of cells. */
const WIDE_M = 24;
const NOBODY = -1;
/** Then they are counted anew. */
const MOST_LOOKS = 2 ** 30;
/** x, y and radius. */
const CIRCLE = 3;

/** Polygons of a cell, by their numbers. */
class Cell {
  polygons = new Int32Array(8);
  count = 0;

  add(polygon: number): void {
    if (this.count === this.polygons.length) this.polygons = grown(this.polygons, Int32Array);
    this.polygons[this.count++] = polygon;
  }

  delete(polygon: number): void {
    const place = this.polygons.indexOf(polygon);
    if (place < 0 || place >= this.count) return;
    this.polygons[place] = this.polygons[--this.count] as number;
  }
}

/**
 * The outlines of all bodies at one height: convex polygons, found by where they are. Everything is in a few arrays of numbers that all looks go through: objects for each
 * polygon would take most of the time, by where they lie in memory.
 */
export class Field {
  /** Of all polygons, x and y by turns. */
  points = new Float64Array(256);
  /** Of each polygon: where its points begin and end in `points`. */
  starts = new Int32Array(32);
  ends = new Int32Array(32);
  /** What a circle may meet: the numbers of polygons, by the last `look`. */
  found = new Int32Array(64);
  #own = new Float64Array(256);
  #circles = new Float64Array(CIRCLE * 32);
  #ownCircles = new Float64Array(CIRCLE * 32);
  /** Of each polygon the first one of the same body. */
  #bodyOf = new Int32Array(32);
  #seenIn = new Int32Array(32);
  #points = 0;
  #polygons = 0;
  #looks = 0;
  /** Numbers of polygons that are gone, by how many points they have room for. */
  readonly #free = new Map<number, number[]>();
  readonly #kept = new Map<string, readonly number[]>();
  readonly #cells = new Map<number, Cell>();
  readonly #wide = new Cell();
  readonly #near: Cell[] = [];

  /** Puts a body's outlines, given in its own frame, in place of those it had. */
  put(body: string, polygons: readonly Polygon[], stand: Stand = AT_ORIGIN): void {
    this.delete(body);
    if (polygons.length === 0) return;
    const numbers = polygons.map((polygon) => this.#add(polygon));
    this.#kept.set(body, numbers);
    for (const polygon of numbers) {
      this.#bodyOf[polygon] = numbers[0] as number;
      this.#place(polygon, stand);
      this.#enter(polygon);
    }
  }

  /** The same outlines, somewhere else. */
  move(body: string, stand: Stand): void {
    for (const polygon of this.#kept.get(body) ?? []) {
      const before = this.#cellsOf(polygon);
      this.#place(polygon, stand);
      const after = this.#cellsOf(polygon);
      // Mostly it is in the cells it was in.
      if (before.lowX === after.lowX && before.lowY === after.lowY && before.highX === after.highX && before.highY === after.highY)
        continue;
      this.#eachCell(polygon, before, (cell) => cell.delete(polygon));
      this.#eachCell(polygon, after, (cell) => cell.add(polygon));
    }
  }

  delete(body: string): void {
    const kept = this.#kept.get(body);
    if (!kept) return;
    this.#kept.delete(body);
    for (const polygon of kept) {
      this.#eachCell(polygon, this.#cellsOf(polygon), (cell) => cell.delete(polygon));
      const room = (this.ends[polygon] ?? 0) - (this.starts[polygon] ?? 0);
      const free = this.#free.get(room) ?? [];
      this.#free.set(room, free);
      free.push(polygon);
    }
  }

  /** The polygons of a body, where it stands. */
  outlineOf(body: string): Float64Array[] {
    return (this.#kept.get(body) ?? []).map((polygon) => this.points.subarray(this.starts[polygon], this.ends[polygon]));
  }

  /**
   * Looks for the polygons that may be within reach of an eye and before it, but for those of one body. Answers how many: their numbers are in `found`. `halfRad`: half of what the
   * eye sees.
   */
  look(eye: Stand, reachM: number, halfRad: number, but?: string): number {
    const own = (but === undefined ? undefined : this.#kept.get(but)?.[0]) ?? NOBODY;
    const isWedge = halfRad <= Math.PI / 2;
    // The two sides of what it sees, as normals that point into it; none where they would cut off what it sees behind itself.
    const ahead = isWedge ? Math.sin(halfRad) : 0;
    const aside = isWedge ? Math.cos(halfRad) : 0;
    const rightX = eye.cos * ahead - eye.sin * aside;
    const rightY = eye.sin * ahead + eye.cos * aside;
    const leftX = eye.cos * ahead + eye.sin * aside;
    const leftY = eye.sin * ahead - eye.cos * aside;
    const look = this.#nextLook();
    if (this.found.length < this.#polygons) this.found = new Int32Array(2 * this.#polygons);
    const seenIn = this.#seenIn;
    const bodyOf = this.#bodyOf;
    const circles = this.#circles;
    const found = this.found;
    const cells = this.#cellsWithin(eye, reachM, rightX, rightY, leftX, leftY);
    let count = 0;
    for (let place = 0; place < cells; place++) {
      const cell = this.#near[place] as Cell;
      const polygons = cell.polygons;
      for (let at = 0; at < cell.count; at++) {
        const polygon = polygons[at] as number;
        if (seenIn[polygon] === look || bodyOf[polygon] === own) continue;
        seenIn[polygon] = look;
        const dx = (circles[CIRCLE * polygon] as number) - eye.x;
        const dy = (circles[CIRCLE * polygon + 1] as number) - eye.y;
        const radiusM = circles[CIRCLE * polygon + 2] as number;
        const farM = reachM + radiusM;
        if (dx * dx + dy * dy > farM * farM) continue;
        if (rightX * dx + rightY * dy < -radiusM || leftX * dx + leftY * dy < -radiusM) continue;
        found[count++] = polygon;
      }
    }
    return count;
  }

  /** A number that no polygon was seen in. */
  #nextLook(): number {
    if (this.#looks >= MOST_LOOKS) {
      this.#looks = 0;
      this.#seenIn.fill(0);
    }
    return ++this.#looks;
  }

  /** Finds the cells where something may be, into `#near`; answers how many. */
  #cellsWithin({ x, y }: Stand, reachM: number, rightX: number, rightY: number, leftX: number, leftY: number): number {
    const near = this.#near;
    near[0] = this.#wide;
    let count = 1;
    const farM = reachM + CELL_RADIUS_M;
    const lowY = cellOf(y - reachM);
    const highX = cellOf(x + reachM);
    const highY = cellOf(y + reachM);
    for (let cellX = cellOf(x - reachM); cellX <= highX; cellX++) {
      const dx = (cellX + 0.5) * CELL_M - x;
      for (let cellY = lowY; cellY <= highY; cellY++) {
        const dy = (cellY + 0.5) * CELL_M - y;
        if (dx * dx + dy * dy > farM * farM) continue;
        if (rightX * dx + rightY * dy < -CELL_RADIUS_M || leftX * dx + leftY * dy < -CELL_RADIUS_M) continue;
        const cell = this.#cells.get(keyOf(cellX, cellY));
        if (cell !== undefined) near[count++] = cell;
      }
    }
    return count;
  }

  #add(polygon: Polygon): number {
    const number = this.#free.get(polygon.length)?.pop() ?? this.#room(polygon.length);
    this.#own.set(polygon, this.starts[number]);
    const { x, y, radiusM } = circleRound(polygon);
    this.#ownCircles.set([x, y, radiusM], CIRCLE * number);
    this.#circles[CIRCLE * number + 2] = radiusM;
    return number;
  }

  #room(length: number): number {
    const number = this.#polygons++;
    if (number === this.starts.length) {
      this.starts = grown(this.starts, Int32Array);
      this.ends = grown(this.ends, Int32Array);
      this.#bodyOf = grown(this.#bodyOf, Int32Array);
      this.#seenIn = grown(this.#seenIn, Int32Array);
      this.#circles = grown(this.#circles, Float64Array);
      this.#ownCircles = grown(this.#ownCircles, Float64Array);
    }
    while (this.#points + length > this.points.length) {
      this.points = grown(this.points, Float64Array);
      this.#own = grown(this.#own, Float64Array);
    }
    this.starts[number] = this.#points;
    this.#points += length;
    this.ends[number] = this.#points;
    return number;
  }

  #place(polygon: number, { x, y, cos, sin }: Stand): void {
    const own = this.#own;
    const end = this.ends[polygon] as number;
    for (let at = this.starts[polygon] as number; at < end; at += 2) {
      const px = own[at] as number;
      const py = own[at + 1] as number;
      this.points[at] = x + cos * px - sin * py;
      this.points[at + 1] = y + sin * px + cos * py;
    }
    const px = this.#ownCircles[CIRCLE * polygon] as number;
    const py = this.#ownCircles[CIRCLE * polygon + 1] as number;
    this.#circles[CIRCLE * polygon] = x + cos * px - sin * py;
    this.#circles[CIRCLE * polygon + 1] = y + sin * px + cos * py;
  }

  #enter(polygon: number): void {
    this.#eachCell(polygon, this.#cellsOf(polygon), (cell) => cell.add(polygon));
  }

  #cellsOf(polygon: number): Range {
    const x = this.#circles[CIRCLE * polygon] as number;
    const y = this.#circles[CIRCLE * polygon + 1] as number;
    const radiusM = this.#circles[CIRCLE * polygon + 2] as number;
    return { lowX: cellOf(x - radiusM), lowY: cellOf(y - radiusM), highX: cellOf(x + radiusM), highY: cellOf(y + radiusM) };
  }

  #eachCell(polygon: number, { lowX, lowY, highX, highY }: Range, change: (cell: Cell) => void): void {
    if ((this.#circles[CIRCLE * polygon + 2] as number) > WIDE_M) {
      change(this.#wide);
      return;
    }
    for (let cellX = lowX; cellX <= highX; cellX++) {
      for (let cellY = lowY; cellY <= highY; cellY++) {
        const key = keyOf(cellX, cellY);
        const cell = this.#cells.get(key) ?? new Cell();
        change(cell);
        if (cell.count === 0) this.#cells.delete(key);
        else this.#cells.set(key, cell);
      }
    }
  }
}

interface Range {
  readonly lowX: number;
  readonly lowY: number;
  readonly highX: number;
  readonly highY: number;
}

const cellOf = (metres: number): number => Math.floor(metres / CELL_M);

/** Small enough to need no room of its own on the heap. */
const keyOf = (cellX: number, cellY: number): number => (cellX & (ROW - 1)) * ROW + (cellY & (ROW - 1));

function grown<A extends Int32Array | Float64Array>(array: A, Kind: new (length: number) => A): A {
  const larger = new Kind(2 * array.length);
  larger.set(array);
  return larger;
}
