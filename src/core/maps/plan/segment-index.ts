import { alongOf, insideOf, type Segment, shifted } from './segment.ts';

/** Finer than this finds nothing faster on any floor that people describe. */
const MOST_CELLS_A_SIDE = 256;
const SMALLEST_CELL_M = 0.5;

/** Finds segments near others without looking at all of them: a grid of cells over the field, each with what passes through it. */
export class SegmentIndex<S extends Segment> {
  readonly #cells = new Map<number, S[]>();
  readonly #cellM: number;
  readonly #field: { readonly lengthM: number; readonly widthM: number };

  constructor(segments: Iterable<S>, field: { readonly lengthM: number; readonly widthM: number }) {
    this.#field = field;
    this.#cellM = Math.max(Math.max(field.lengthM, field.widthM) / MOST_CELLS_A_SIDE, SMALLEST_CELL_M);
    for (const segment of segments) for (const [column, row] of this.#cellsAlong(segment)) this.#put(keyOf(column, row), segment);
  }

  /** All that come within half a cell of the segment, and perhaps some more; each once. What is outside of the field is not found. */
  near(segment: Segment): Set<S> {
    const found = new Set<S>();
    for (const [column, row] of this.#cellsAlong(segment)) {
      for (let dx = -1; dx <= 1; dx++)
        for (let dy = -1; dy <= 1; dy++) for (const other of this.#cells.get(keyOf(column + dx, row + dy)) ?? []) found.add(other);
    }
    return found;
  }

  #put(key: number, segment: S): void {
    const cell = this.#cells.get(key);
    if (!cell) this.#cells.set(key, [segment]);
    else if (cell.at(-1) !== segment) cell.push(segment);
  }

  /** By steps of half a cell: the corners that this cuts off are next to cells that it finds. */
  *#cellsAlong(segment: Segment): Generator<readonly [column: number, row: number]> {
    const { lengthM, widthM } = this.#field;
    const margin = 2 * this.#cellM;
    const within = insideOf(segment, {
      centre: [lengthM / 2, widthM / 2],
      along: [1, 0],
      longM: lengthM + margin,
      wideM: widthM + margin,
    });
    if (!within) return;
    const along = alongOf(segment);
    const steps = Math.ceil((within.toM - within.fromM) / (this.#cellM / 2));
    for (let step = 0; step <= steps; step++) {
      const [x, y] = shifted(segment.from, along, within.fromM + (within.toM - within.fromM) * (steps === 0 ? 0 : step / steps));
      yield [Math.floor(x / this.#cellM), Math.floor(y / this.#cellM)];
    }
  }
}

const keyOf = (column: number, row: number): number => column * 0x10000 + row;
