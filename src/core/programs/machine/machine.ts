/** Runs a compiled program, step by step, for as long as it is let. Its state is plain data; nothing of the program runs on the host's own stack. */
import type { CellReadings, Progress } from '../cell.ts';
import type { Deed, Effect } from '../effect.ts';
import {
  LARGEST_NUMBER,
  LARGEST_SPEED,
  LEAST_NUMBER,
  LEAST_SPEED,
  MOST_CALLS,
  MOST_EFFECTS_PER_S,
  MOST_IDLE_STEPS,
  MOST_MEMORY,
} from '../limits.ts';
import { type CompiledFunction, type CompiledProgram, type DeedPlan, NUMBER, OP, OUTSIDE, type ReadPlan, WIDTH } from './code.ts';
import { deedOf } from './deeds.ts';
import { Failure, within } from './failure.ts';
import { reading } from './readings.ts';
import { CALL_WIDTH, type MachineState, requireState } from './state.ts';

/** Why the machine has stopped for now. */
export type Standing =
  /** It did something: to be issued at once, with the state; then it goes on. */
  | { readonly kind: 'effect'; readonly effect: Effect }
  /** What it did last takes time. */
  | { readonly kind: 'waiting' }
  /** It has taken all the steps it was given. */
  | { readonly kind: 'resting' }
  | { readonly kind: 'over' };

const LASTING: ReadonlySet<Deed['kind']> = new Set(['move', 'move-by', 'drive', 'goto', 'goto-point', 'grip', 'release', 'wait']);

const WAITING: Standing = { kind: 'waiting' };
const RESTING: Standing = { kind: 'resting' };
const OVER: Standing = { kind: 'over' };
const SECOND_MS = 1000;
const IDLE = `it has taken ${MOST_IDLE_STEPS} steps without doing or reading anything: give the loop an end, or let it wait`;

export class Machine {
  readonly program: CompiledProgram;
  readonly #memory = new Int32Array(MOST_MEMORY);
  readonly #calls = new Int32Array(MOST_CALLS * CALL_WIDTH);
  #at = 0;
  #base = 0;
  #function = 0;
  #callsEnd = 0;
  #speedPercent = 100;
  #steps = 0;
  #idleSteps = 0;
  #startedMs: number | null = null;
  #second: MachineState['second'] = { sinceMs: 0, effects: 0 };
  #last: Effect | null = null;
  #awaited: number | null = null;
  #isOver = false;
  /** Why something could not be reckoned. */
  #trouble: string | undefined;

  constructor(program: CompiledProgram) {
    this.program = program;
  }

  /** Goes on where somebody else was. `state` is what came over the wire: throws MalformedError when it is none of this program. */
  static resume(program: CompiledProgram, state: unknown): Machine {
    const machine = new Machine(program);
    machine.#restore(requireState(program, state));
    return machine;
  }

  get state(): MachineState {
    return {
      version: 1,
      program: this.program.hash,
      at: this.#at,
      base: this.#base,
      memory: Array.from(this.#memory.subarray(0, this.#base + this.#size())),
      calls: Array.from(this.#calls.subarray(0, this.#callsEnd)),
      function: this.#function,
      speedPercent: this.#speedPercent,
      steps: this.#steps,
      idleSteps: this.#idleSteps,
      startedMs: this.#startedMs,
      second: this.#second,
      last: this.#last,
      awaited: this.#awaited,
      isOver: this.#isOver,
    };
  }

  #restore(state: MachineState): void {
    this.#memory.set(state.memory);
    this.#calls.set(state.calls);
    this.#callsEnd = state.calls.length;
    this.#at = state.at;
    this.#base = state.base;
    this.#function = state.function;
    this.#speedPercent = state.speedPercent;
    this.#steps = state.steps;
    this.#idleSteps = state.idleSteps;
    this.#startedMs = state.startedMs;
    this.#second = state.second;
    this.#last = state.last;
    this.#awaited = state.awaited;
    this.#isOver = state.isOver;
  }

  /** The last that was issued, which is issued again by who resumes. */
  get last(): Effect | null {
    return this.#last;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get steps(): number {
    return this.#steps;
  }

  /** The instruction that is next. */
  get at(): number {
    return this.#at;
  }

  /** The line of the instruction that is next, from 1. */
  get line(): number {
    return this.program.lines[this.#at] ?? 1;
  }

  /** A register of the function that runs, or of the program itself. */
  valueAt(register: number, of: 'function' | 'program'): number {
    return this.#memory[(of === 'function' ? this.#base : 0) + register] ?? 0;
  }

  /** Which function runs; 0 for the program itself. */
  get function(): number {
    return this.#function;
  }

  /** Takes at most so many steps; fewer when something is done, or must be waited for. */
  advance(cell: CellReadings, steps: number): Standing {
    if (this.#isOver) return OVER;
    this.#startedMs ??= cell.nowMs;
    try {
      if (this.#awaited !== null && !this.#hasCome(cell, this.#awaited)) return WAITING;
      return this.#run(cell, steps);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return this.#end('failed', error.message, error.line ?? this.line);
    }
  }

  /** Whether what is waited for is over: it may have failed, and the program with it. */
  #hasCome(cell: CellReadings, register: number): boolean {
    const effect = this.#last as Effect;
    const progress = progressOf(cell, effect);
    if (progress.kind === 'under-way') return false;
    this.#awaited = null;
    if (progress.kind === 'failed' && register < 0) throw new Failure(progress.reason, effect.line);
    if (register >= 0) this.#memory[this.#base + register] = progress.kind === 'done' ? 1 : 0;
    return true;
  }

  #run(cell: CellReadings, steps: number): Standing {
    for (let left = steps; left > 0; ) {
      const given = Math.min(left, MOST_IDLE_STEPS - this.#idleSteps);
      const taken = given - this.#reckon(given);
      left -= taken;
      this.#steps += taken;
      this.#idleSteps += taken;
      if (this.#trouble !== undefined) throw new Failure(this.#trouble);
      if (this.#idleSteps >= MOST_IDLE_STEPS) throw new Failure(IDLE);
      if (taken === given) continue;
      left--;
      this.#steps++;
      this.#idleSteps++;
      const standing = this.#single(cell);
      if (standing) return standing;
    }
    return RESTING;
  }

  /**
   * Takes steps until so many are taken, or one is none of the few that are done here; how many are left.
   * Nothing is called from here: so the engine keeps both arrays at hand, and the literal numbers become one jump.
   */
  #reckon(steps: number): number {
    const { code } = this.program;
    const memory = this.#memory;
    let at = this.#at;
    const base = this.#base;
    for (let left = steps; left > 0; left--) {
      const word = at * WIDTH;
      const instruction = code[word] as number;
      const a = code[word + 1] as number;
      const b = base + (code[word + 2] as number);
      const c = code[word + 3] as number;
      const right = instruction >= NUMBER ? c : (memory[base + c] as number);
      let result = 0;
      switch (instruction & ~NUMBER) {
        case 0 satisfies typeof OP.MOVE:
          result = right;
          break;
        case 1 satisfies typeof OP.ADD:
          result = (memory[b] as number) + right;
          break;
        case 2 satisfies typeof OP.SUBTRACT:
          result = (memory[b] as number) - right;
          break;
        case 3 satisfies typeof OP.MULTIPLY:
          result = (memory[b] as number) * right;
          break;
        case 4 satisfies typeof OP.DIVIDE:
          result = (memory[b] as number) / right;
          break;
        case 5 satisfies typeof OP.REMAINDER:
          result = (memory[b] as number) % right;
          break;
        case 7 satisfies typeof OP.JUMP:
          at = a;
          continue;
        case 8 satisfies typeof OP.IF_EQUAL:
          at = memory[b] === right ? a : at + 1;
          continue;
        case 9 satisfies typeof OP.IF_DIFFERENT:
          at = memory[b] !== right ? a : at + 1;
          continue;
        case 10 satisfies typeof OP.IF_LESS:
          at = (memory[b] as number) < right ? a : at + 1;
          continue;
        case 11 satisfies typeof OP.IF_LESS_OR_EQUAL:
          at = (memory[b] as number) <= right ? a : at + 1;
          continue;
        case 12 satisfies typeof OP.IF_GREATER:
          at = (memory[b] as number) > right ? a : at + 1;
          continue;
        case 13 satisfies typeof OP.IF_GREATER_OR_EQUAL:
          at = (memory[b] as number) >= right ? a : at + 1;
          continue;
        default:
          this.#at = at;
          return left;
      }
      // Not a number where something was divided by 0. Memory takes whole numbers, and leaves off what is behind the point.
      if (!(result <= LARGEST_NUMBER && result >= LEAST_NUMBER)) return this.#unreckoned(at, left, result, right);
      memory[base + a] = result;
      at++;
    }
    this.#at = at;
    return 0;
  }

  /** The steps until here count. */
  #unreckoned(at: number, left: number, result: number, right: number): number {
    this.#at = at;
    this.#trouble = Number.isFinite(result) || right !== 0 ? beyond(result) : 'something is divided by 0';
    return left;
  }

  /** One step that `#reckon` left; undefined when it goes on at once. */
  #single(cell: CellReadings): Standing | undefined {
    const { code } = this.program;
    const word = this.#at * WIDTH;
    const instruction = code[word] as number;
    const [op, a, b, c] = [instruction & ~NUMBER, code[word + 1] as number, code[word + 2] as number, code[word + 3] as number];
    if (op >= OUTSIDE) return this.#outside(op, a, b, this.#base + c, cell);
    this.#inside(op, a, b, instruction >= NUMBER ? c : (this.#memory[this.#base + c] as number));
    return undefined;
  }

  /** Goes on behind itself, or in another function. */
  #inside(op: number, a: number, b: number, right: number): void {
    const memory = this.#memory;
    const [target, left] = [this.#base + a, memory[this.#base + b] as number];
    switch (op) {
      case OP.NEGATE:
        memory[target] = inRange(-right);
        break;
      case OP.GET:
        memory[target] = memory[b] as number;
        break;
      case OP.SET:
        memory[b] = right;
        break;
      case OP.ABSOLUTE:
        memory[target] = inRange(Math.abs(right));
        break;
      case OP.LEAST:
        memory[target] = Math.min(left, right);
        break;
      case OP.GREATEST:
        memory[target] = Math.max(left, right);
        break;
      case OP.CALL:
        this.#call(target, b);
        return;
      default:
        this.#return(right);
        return;
    }
    this.#at++;
  }

  #call(base: number, number: number): void {
    const { entry, size, parameters, name } = this.program.functions[number] as CompiledFunction;
    if (this.#callsEnd >= this.#calls.length || base + size > MOST_MEMORY)
      throw new Failure(`${name} is called within ${this.#callsEnd / CALL_WIDTH} calls that have not returned: let it come to an end`);
    // What the caller has behind the operands is not needed any more: so a state says all there is in memory.
    this.#clear(base + parameters, this.#base + this.#size());
    this.#calls[this.#callsEnd++] = this.#function;
    this.#calls[this.#callsEnd++] = this.#at + 1;
    this.#calls[this.#callsEnd++] = this.#base;
    this.#function = number;
    this.#base = base;
    this.#at = entry;
  }

  #return(value: number): void {
    this.#clear(this.#base, this.#base + this.#size());
    this.#memory[this.#base] = value;
    this.#base = this.#calls[--this.#callsEnd] as number;
    this.#at = this.#calls[--this.#callsEnd] as number;
    this.#function = this.#calls[--this.#callsEnd] as number;
  }

  /** A few numbers each time: faster than `fill`. */
  #clear(from: number, to: number): void {
    for (let at = from; at < to; at++) this.#memory[at] = 0;
  }

  /** Needs the cell. */
  #outside(op: number, a: number, b: number, operands: number, cell: CellReadings): Standing | undefined {
    const memory = this.#memory;
    this.#idleSteps = 0;
    switch (op) {
      case OP.END:
        return this.#end('finished', '');
      case OP.SPEED:
        this.#speedPercent = within(memory[operands] as number, LEAST_SPEED, LARGEST_SPEED, 'a speed in percent');
        break;
      case OP.READ:
        memory[this.#base + a] = reading(
          this.program.reads[b] as ReadPlan,
          memory[operands] as number,
          cell,
          this.#startedMs ?? cell.nowMs,
        );
        break;
      default:
        return this.#do(this.program.deeds[b] as DeedPlan, a, memory.subarray(operands), cell);
    }
    this.#at++;
    return undefined;
  }

  #do(plan: DeedPlan, register: number, operands: Int32Array, cell: CellReadings): Standing {
    const deed = deedOf(plan, operands, { nowMs: cell.nowMs, speedPercent: this.#speedPercent });
    this.#second = counted(this.#second, cell.nowMs);
    if (this.#second.effects > MOST_EFFECTS_PER_S)
      throw new Failure(`it has done ${MOST_EFFECTS_PER_S} things within one second: let it wait between them`);
    const effect = this.#issued(deed);
    this.#awaited = LASTING.has(deed.kind) ? register : null;
    this.#at++;
    return { kind: 'effect', effect };
  }

  #end(outcome: 'finished' | 'failed', message: string, line = this.line): Standing {
    const effect = this.#issued({ kind: 'end', outcome, message }, line);
    this.#awaited = null;
    this.#isOver = true;
    return { kind: 'effect', effect };
  }

  #issued(deed: Deed, line = this.line): Effect {
    this.#last = { number: (this.#last?.number ?? 0) + 1, line, deed };
    return this.#last;
  }

  #size(): number {
    return this.program.functions[this.#function]?.size ?? 0;
  }
}

function progressOf(cell: CellReadings, effect: Effect): Progress {
  if (effect.deed.kind !== 'wait') return cell.progressOf(effect);
  return { kind: cell.nowMs >= effect.deed.untilMs ? 'done' : 'under-way' };
}

/** The effects of the second that runs, with one more. */
const counted = ({ sinceMs, effects }: MachineState['second'], nowMs: number): MachineState['second'] =>
  nowMs - sinceMs >= SECOND_MS ? { sinceMs: nowMs, effects: 1 } : { sinceMs, effects: effects + 1 };

const beyond = (value: number): string =>
  `${Math.trunc(value)} is beyond the numbers of this language, ${LEAST_NUMBER} to ${LARGEST_NUMBER}`;

function inRange(value: number): number {
  if (value > LARGEST_NUMBER) throw new Failure(beyond(value));
  return value;
}
