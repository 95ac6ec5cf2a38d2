import type { VirtualTime } from '../../core/base/virtual-time.ts';
import type { Blackboard } from '../../core/blackboard/blackboard.ts';
import type { Reading } from '../../core/blackboard/reading.ts';
import type { BoardValue } from '../../core/blackboard/value.ts';
import type { Witness } from '../witness.ts';

/** Variables that anybody writes, and one into which what was read of the first is written again. */
export const METERS = ['meter/a', 'meter/b', 'meter/c'] as const;
export const COPY = 'copy/a';
export const COPIED = METERS[0];
const ALL = [...METERS, COPY];

/** A number that was written once: when it was first, and whether all clocks were right then. */
interface Origin {
  readonly atMs: number;
  readonly by: Blackboard;
  isCertain: boolean;
}

/** One participant's mirror. */
export interface Mirror {
  readonly id: string;
  readonly board: Blackboard;
  readonly isKeeper: boolean;
  readonly sinceMs: number;
}

/** Two that write within this time may not know which was first. */
const TOGETHER_MS = 1000;
/** By then a mirror that was just opened has all. */
const OPENED_MS = 8000;

/** Knows when each value of a world's blackboard was written, by true time. Each value is a number that is written once. */
export class BoardWatch {
  readonly #time: VirtualTime;
  readonly #witness: Witness;
  readonly #world: string;
  readonly #areClocksCalm: () => boolean;
  readonly #origins = new Map<number, Origin>();
  /** By variable: the last two that were written, with when. */
  readonly #last = new Map<
    string,
    { readonly value: BoardValue; readonly atMs: number; readonly beforeMs: number; readonly by: Blackboard }
  >();
  /** Ages that were compared with the truth. */
  checked = 0;

  constructor(time: VirtualTime, world: string, witness: Witness, areClocksCalm: () => boolean) {
    this.#time = time;
    this.#world = world;
    this.#witness = witness;
    this.#areClocksCalm = areClocksCalm;
  }

  /** Somebody writes a value of its own. */
  async write(board: Blackboard, name: string, value: number): Promise<void> {
    const origin = { atMs: this.#time.now, by: board, isCertain: this.#areClocksCalm() };
    this.#origins.set(value, origin);
    const { kind } = await board.write(name, value);
    if (kind === 'written') this.#noteLast(name, value, board);
  }

  /** Somebody writes what it read somewhere else, with the way that it had come. */
  async copy(board: Blackboard, reading: Reading): Promise<void> {
    const origin = typeof reading.value === 'number' ? this.#origins.get(reading.value) : undefined;
    if (origin) origin.isCertain &&= this.#areClocksCalm();
    const { kind } = await board.write(COPY, reading.value, { from: reading });
    if (kind === 'written') this.#noteLast(COPY, reading.value, board);
  }

  /** What was written last was lost for good. */
  forget(): void {
    this.#last.clear();
  }

  /** I6: no mirror says of a value that it is younger than it is. */
  checkAges({ id, board }: Mirror): void {
    const isCalm = this.#areClocksCalm();
    for (const name of ALL) {
      const answer = board.peek(name);
      const value = answer.kind === 'value' ? answer.value : answer.last;
      if (value === undefined) continue;
      const origin = typeof value === 'number' ? this.#origins.get(value) : undefined;
      if (!origin) this.#witness.violate('I9', `${id} has ${value} as ${name} of ${this.#world}, which nobody wrote there`);
      if (!origin?.isCertain || !isCalm || answer.kind !== 'value') continue;
      this.checked++;
      const trueAgeMs = this.#time.now - origin.atMs;
      if (answer.ageMs < trueAgeMs - 1)
        this.#witness.violate('I6', `${id} says ${name} is ${answer.ageMs.toFixed(1)} ms old, but it is ${trueAgeMs.toFixed(1)} ms`);
    }
  }

  /** K7, K8: after faults all mirrors have the same, and where it is known what was written last, that. */
  checkAgreement(mirrors: readonly Mirror[]): void {
    const open = mirrors.filter(({ sinceMs }) => this.#time.now - sinceMs > OPENED_MS);
    for (const name of ALL) {
      const held = open.flatMap(({ id, board, isKeeper }) => {
        const answer = board.peek(name);
        const value = answer.kind === 'value' ? answer.value : answer.last;
        // What only somebody holds who keeps nothing for others, of a writer that has gone, nobody is told.
        return isKeeper || this.#isWriterAmong(open, value) ? [{ id, value }] : [];
      });
      const values = new Set(held.map(({ value }) => value));
      const said = held.map(({ id, value }) => `${id} ${value}`).join(', ');
      if (values.size > 1) this.#witness.violate('K7', `${name} differs: ${said}`);
      const last = this.#last.get(name);
      // Who died over it may have told nobody.
      const isCertain = last && last.atMs - last.beforeMs > TOGETHER_MS && open.some(({ board }) => board === last.by);
      if (isCertain && !values.has(last.value)) this.#witness.violate('K8', `${name} was written last as ${last.value}: ${said}`);
    }
  }

  #isWriterAmong(mirrors: readonly Mirror[], value: BoardValue | undefined): boolean {
    const by = typeof value === 'number' ? this.#origins.get(value)?.by : undefined;
    return mirrors.some(({ board }) => board === by);
  }

  #noteLast(name: string, value: BoardValue, by: Blackboard): void {
    const { now } = this.#time;
    this.#last.set(name, { value, by, atMs: now, beforeMs: this.#last.get(name)?.atMs ?? Number.NEGATIVE_INFINITY });
  }
}
