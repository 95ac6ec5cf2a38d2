/** Where something was when it was last looked at. */
export interface Place {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly reachM: number;
  /** How fast any point of it goes at most from then on, in world time. */
  readonly speedMPerS: number;
  /** World time of the look. */
  readonly atMs: number;
  /** What it rides on. */
  readonly parent: string | undefined;
}

/** A ball, and within how many seconds of world time something may come to it. */
export interface Surroundings {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly reachM: number;
  readonly seconds: number;
}

const CELL_M = 3;
/** What is larger, or faster, is looked at wherever it is: it would make everybody look through many cells. */
const WIDE_M = 2;
const FAST_M_PER_S = 2;
/** How long a look stays good for what is in cells: whoever keeps places looks anew before that. */
export const LOOKED_FOR_S = 0.25;
/** No column of cells is so long: a cell has a number of its own. */
const ROW = 2 ** 20;

/** What is in a cell, and how far the largest and fastest that was there since it was last empty reaches and goes. */
interface Cell {
  readonly places: Set<Place>;
  reachM: number;
  speedMPerS: number;
}

/** Where everything is: who may come near to what is looked up in cells, not asked of everybody. */
export class Places {
  readonly #all = new Map<string, Place>();
  /** What does not stand. */
  readonly #moving = new Set<string>();
  readonly #cells = new Map<number, Cell>();
  readonly #wide = new Set<Place>();
  /** Of all that was ever put into a cell: how far the largest reaches, and how fast the fastest goes. */
  #reachM = 0;
  #speedMPerS = 0;
  readonly #riders = new Map<string, Set<string>>();

  put(place: Place): void {
    this.delete(place.id);
    this.#all.set(place.id, place);
    if (place.speedMPerS > 0 || place.parent !== undefined) this.#moving.add(place.id);
    if (place.parent !== undefined) this.#ridersOf(place.parent).add(place.id);
    if (isWide(place)) this.#wide.add(place);
    else this.#settle(place);
  }

  delete(id: string): void {
    const place = this.#all.get(id);
    if (!place) return;
    this.#all.delete(id);
    this.#moving.delete(id);
    this.#wide.delete(place);
    this.#cells.get(cellAt(place.x, place.y))?.places.delete(place);
    if (place.parent !== undefined) this.#riders.get(place.parent)?.delete(id);
  }

  ridersOn(id: string): Iterable<string> {
    return this.#riders.get(id) ?? [];
  }

  /** What does not stand. */
  moving(): string[] {
    return [...this.#moving];
  }

  /** What may come into a ball. */
  around(ball: Surroundings, worldMs: number): string[] {
    const found: string[] = [];
    const farM = ball.reachM + this.#reachM + this.#speedMPerS * (ball.seconds + LOOKED_FOR_S);
    const lowX = cellOf(ball.x - farM);
    const lowY = cellOf(ball.y - farM);
    const highX = cellOf(ball.x + farM);
    const highY = cellOf(ball.y + farM);
    if ((highX - lowX + 1) * (highY - lowY + 1) > this.#cells.size) {
      for (const place of this.#all.values()) if (mayCome(place, ball, worldMs)) found.push(place.id);
      return found;
    }
    for (const place of this.#wide) if (mayCome(place, ball, worldMs)) found.push(place.id);
    for (let x = lowX; x <= highX; x++) {
      for (let y = lowY; y <= highY; y++) {
        const cell = this.#cells.get(x * ROW + y);
        if (!cell || isBeyond(cell, x, y, ball)) continue;
        for (const place of cell.places) if (mayCome(place, ball, worldMs)) found.push(place.id);
      }
    }
    return found;
  }

  #settle(place: Place): void {
    const key = cellAt(place.x, place.y);
    const cell = this.#cells.get(key) ?? { places: new Set(), reachM: 0, speedMPerS: 0 };
    this.#cells.set(key, cell);
    const isFirst = cell.places.size === 0;
    cell.reachM = isFirst ? place.reachM : Math.max(cell.reachM, place.reachM);
    cell.speedMPerS = isFirst ? place.speedMPerS : Math.max(cell.speedMPerS, place.speedMPerS);
    cell.places.add(place);
    this.#reachM = Math.max(this.#reachM, place.reachM);
    this.#speedMPerS = Math.max(this.#speedMPerS, place.speedMPerS);
  }

  #ridersOf(parent: string): Set<string> {
    const riders = this.#riders.get(parent) ?? new Set();
    this.#riders.set(parent, riders);
    return riders;
  }
}

const cellOf = (metres: number): number => Math.floor(metres / CELL_M);
const cellAt = (x: number, y: number): number => cellOf(x) * ROW + cellOf(y);

const isWide = ({ reachM, speedMPerS }: Place): boolean => speedMPerS > FAST_M_PER_S || reachM + speedMPerS * LOOKED_FOR_S > WIDE_M;

/** Nothing of a cell can come into a ball. */
function isBeyond({ reachM, speedMPerS }: Cell, cellX: number, cellY: number, ball: Surroundings): boolean {
  const farM = ball.reachM + reachM + speedMPerS * (ball.seconds + LOOKED_FOR_S);
  return outsideM(ball.x, cellX) ** 2 + outsideM(ball.y, cellY) ** 2 > farM * farM;
}

const outsideM = (at: number, cell: number): number => Math.max(0, cell * CELL_M - at, at - (cell + 1) * CELL_M);

function mayCome(place: Place, { x, y, z, reachM, seconds }: Surroundings, worldMs: number): boolean {
  const wayM = place.speedMPerS * (seconds + Math.abs(worldMs - place.atMs) / 1000);
  const farM = reachM + place.reachM + wayM;
  return (place.x - x) ** 2 + (place.y - y) ** 2 + (place.z - z) ** 2 < farM * farM;
}
