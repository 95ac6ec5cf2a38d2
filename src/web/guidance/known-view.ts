import { explain } from '../../core/base/errors.ts';
import {
  CELL_M,
  type Cells,
  type FloorKnowledge,
  fromParts,
  type Knowledge,
  knowledgeName,
  segmentsOf,
} from '../../core/knowledge/knowledge.ts';
import { MOST_PARTS } from '../../core/knowledge/parts.ts';
import type { WholeReading } from '../link/board-link.ts';
import { Settable } from '../link/observable.ts';
import type { Observable, WorldLink } from '../link/world-link.ts';
import type { KnownBuilding, KnownFloor, SeenCells } from '../overlays/overlay.ts';
import type { Heights } from './plan-lines.ts';

const EVERY_MS = 500;

/** A building as one robot knows it, while somebody looks at it so. */
export class KnownView implements Disposable {
  readonly #link: Pick<WorldLink, 'board'>;
  readonly #heightOf: Heights;
  readonly #robot = new Settable<string | undefined>(undefined);
  readonly #building = new Settable<KnownBuilding | undefined>(undefined);
  readonly #failure = new Settable<string | undefined>(undefined);
  #timer: ReturnType<typeof setInterval> | undefined;
  #isAsking = false;
  #read = '';

  constructor(link: Pick<WorldLink, 'board'>, heightOf: Heights) {
    this.#link = link;
    this.#heightOf = heightOf;
  }

  /** Whose knowledge is looked at; undefined: the building is seen as it is. */
  get robot(): Observable<string | undefined> {
    return this.#robot;
  }

  get building(): Observable<KnownBuilding | undefined> {
    return this.#building;
  }

  get failure(): Observable<string | undefined> {
    return this.#failure;
  }

  /** At once nothing is known any more: until it is read, no wall is seen. */
  look(robot: string | undefined): void {
    if (robot === this.#robot.get()) return;
    clearInterval(this.#timer);
    this.#read = '';
    this.#failure.set(undefined);
    this.#robot.set(robot);
    this.#building.set(robot === undefined ? undefined : { robot, floors: [] });
    if (robot === undefined) return;
    this.#timer = setInterval(() => void this.#ask(robot), EVERY_MS);
    void this.#ask(robot);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #ask(robot: string): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const readings = await this.#link.board.read(Array.from({ length: MOST_PARTS }, (_, part) => knowledgeName(robot, part)));
      if (this.#robot.get() === robot) this.#tell(robot, readings);
      this.#failure.set(undefined);
    } catch (error) {
      this.#failure.set(explain(error));
    } finally {
      this.#isAsking = false;
    }
  }

  #tell(robot: string, readings: readonly WholeReading[]): void {
    const parts = readings.flatMap(({ value }) => (typeof value === 'object' && 'bytes' in value ? [value.bytes] : []));
    const knowledge = fromParts(parts);
    // What is known only grows.
    const read = knowledge.floors
      .map(({ floor, known }) => `${floor} ${known.wallMm} ${known.openings.length} ${known.cells.count}`)
      .join();
    if (read === this.#read) return;
    this.#read = read;
    this.#building.set({ robot, floors: floorsOf(knowledge, this.#heightOf) });
  }
}

/** Of several plans of a floor, all that was seen. */
const floorsOf = (knowledge: Knowledge, heightOf: Heights): KnownFloor[] =>
  knowledge.floors.map(({ floor, known }) => ({
    floor,
    heightM: heightOf(floor),
    walls: numbersOf(known.walls),
    openings: numbersOf(known.openings),
    seen: cellsOf(known.cells),
  }));

const numbersOf = (stretches: FloorKnowledge['walls'] | FloorKnowledge['openings']): Float32Array =>
  Float32Array.from(stretches.flatMap((known) => segmentsOf(known).flatMap(({ from, to }) => [...from, ...to])));

function cellsOf(cells: Cells): SeenCells {
  const all = [...cells.all()];
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [column, row] of all) {
    [west, east] = [Math.min(west, column), Math.max(east, column)];
    [south, north] = [Math.min(south, row), Math.max(north, row)];
  }
  if (all.length === 0) return { cellM: CELL_M, x: 0, y: 0, columns: 0, rows: 0, cells: new Uint8Array(0) };
  const [columns, rows] = [east - west + 1, north - south + 1];
  const seen = new Uint8Array(columns * rows);
  for (const [column, row] of all) seen[(row - south) * columns + column - west] = 1;
  return { cellM: CELL_M, x: west * CELL_M, y: south * CELL_M, columns, rows, cells: seen };
}
