import { placeOf } from '../../base/diagnostics.ts';
import { MOST_INSTRUCTIONS } from '../limits.ts';
import { type DeedPlan, OP, type ReadPlan, type VariablePlace, WIDTH } from './code.ts';

/** A place in the code that is jumped to, perhaps before it is known. */
export interface Label {
  at: number;
  readonly uses: number[];
}

/** Writes instructions. */
export class Emitter {
  readonly reads: ReadPlan[] = [];
  readonly deeds: DeedPlan[] = [];
  readonly variables: VariablePlace[] = [];
  readonly #code: number[] = [];
  readonly #lines: number[] = [];
  readonly #starts: number[] = [];
  readonly #lineStarts: readonly number[];
  #line = 1;
  #isStart = false;

  constructor(lineStarts: readonly number[]) {
    this.#lineStarts = lineStarts;
  }

  get next(): number {
    return this.#lines.length;
  }

  get isTooLong(): boolean {
    return this.#lines.length > MOST_INSTRUCTIONS;
  }

  /** What follows is of the statement that stands there. */
  statement(offset: number): void {
    this.#line = placeOf(offset, this.#lineStarts).line;
    this.#isStart = true;
  }

  /** What follows still belongs to it, and is no place to stop at. */
  within(offset: number): void {
    this.statement(offset);
    this.#isStart = false;
  }

  emit(op: number, a = 0, b = 0, c = 0): void {
    this.#code.push(op, a, b, c);
    this.#lines.push(this.#line);
    this.#starts.push(this.#isStart ? 1 : 0);
    this.#isStart = false;
  }

  label(): Label {
    return { at: -1, uses: [] };
  }

  jump(op: number, to: Label, b = 0, c = 0): void {
    to.uses.push(this.next);
    this.emit(op, to.at, b, c);
  }

  /** The label is here. */
  place(label: Label): void {
    label.at = this.next;
    for (const use of label.uses) this.#code[use * WIDTH + 1] = label.at;
    label.uses.length = 0;
  }

  read(register: number, plan: ReadPlan, operands: number): void {
    this.emit(OP.READ, register, this.reads.push(plan) - 1, operands);
  }

  do(register: number, plan: DeedPlan, operands: number): void {
    this.emit(OP.DO, register, this.deeds.push(plan) - 1, operands);
  }

  finish() {
    return { code: Int32Array.from(this.#code), lines: Int32Array.from(this.#lines), starts: Uint8Array.from(this.#starts) };
  }
}
