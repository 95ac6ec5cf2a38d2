/** Runs a compiled program, step by step, for as long as it is let. Its state is plain data; nothing of the program runs on the host's own stack. */
import type { CellReadings, Progress } from '../cell.ts';
import type { Deed, Effect } from '../effect.ts';
import { LARGEST_SPEED, LEAST_SPEED, MOST_EFFECTS_PER_S, MOST_IDLE_STEPS } from '../limits.ts';
import { type CompiledProgram, type DeedPlan, OP, type ReadPlan } from './code.ts';
import { deedOf } from './deeds.ts';
import { Failure, within } from './failure.ts';
import { reading } from './readings.ts';
import { Reckoner } from './reckoner.ts';
import { type MachineState, requireState } from './state.ts';

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
  readonly #reckoner: Reckoner;
  #speedPercent = 100;
  #steps = 0;
  #idleSteps = 0;
  #startedMs: number | null = null;
  #second: MachineState['second'] = { sinceMs: 0, effects: 0 };
  #last: Effect | null = null;
  #awaited: number | null = null;
  #isOver = false;

  constructor(program: CompiledProgram) {
    this.program = program;
    this.#reckoner = new Reckoner(program);
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
      ...this.#reckoner.state,
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
    this.#reckoner.restore(state);
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
    return this.#reckoner.at;
  }

  /** The line of the instruction that is next, from 1. */
  get line(): number {
    return this.program.lines[this.#reckoner.at] ?? 1;
  }

  /** A register of the function that runs, or of the program itself. */
  valueAt(register: number, of: 'function' | 'program'): number {
    return this.#reckoner.memory[(of === 'function' ? this.#reckoner.base : 0) + register] ?? 0;
  }

  /** Which function runs; 0 for the program itself. */
  get function(): number {
    return this.#reckoner.function;
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
    if (register >= 0) this.#reckoner.put(register, progress.kind === 'done' ? 1 : 0);
    return true;
  }

  #run(cell: CellReadings, steps: number): Standing {
    for (let left = steps; left > 0; ) {
      // A state that came from elsewhere may say that it has taken more than it may.
      const given = Math.max(0, Math.min(left, MOST_IDLE_STEPS - this.#idleSteps));
      const taken = given - this.#reckoner.reckon(given);
      left -= taken;
      this.#steps += taken;
      this.#idleSteps += taken;
      if (this.#reckoner.trouble !== undefined) throw new Failure(this.#reckoner.trouble);
      if (this.#idleSteps >= MOST_IDLE_STEPS) throw new Failure(IDLE);
      if (taken === given) continue;
      left--;
      this.#steps++;
      this.#idleSteps++;
      const standing = this.#outside(cell);
      if (standing) return standing;
    }
    return RESTING;
  }

  /** One step that needs the cell; undefined when it goes on at once. */
  #outside(cell: CellReadings): Standing | undefined {
    const reckoner = this.#reckoner;
    const { op, a, b, c } = reckoner.link;
    this.#idleSteps = 0;
    switch (op) {
      case OP.END:
        return this.#end('finished', '');
      case OP.SPEED:
        this.#speedPercent = within(reckoner.get(c), LEAST_SPEED, LARGEST_SPEED, 'a speed in percent');
        break;
      case OP.READ:
        reckoner.put(a, reading(this.program.reads[b] as ReadPlan, reckoner.get(c), cell, this.#startedMs ?? cell.nowMs));
        break;
      default:
        return this.#do(this.program.deeds[b] as DeedPlan, a, reckoner.from(c), cell);
    }
    reckoner.at++;
    return undefined;
  }

  #do(plan: DeedPlan, register: number, operands: Int32Array, cell: CellReadings): Standing {
    const deed = deedOf(plan, operands, { nowMs: cell.nowMs, speedPercent: this.#speedPercent });
    this.#second = counted(this.#second, cell.nowMs);
    if (this.#second.effects > MOST_EFFECTS_PER_S)
      throw new Failure(`it has done ${MOST_EFFECTS_PER_S} things within one second: let it wait between them`);
    const effect = this.#issued(deed);
    this.#awaited = LASTING.has(deed.kind) ? register : null;
    this.#reckoner.at++;
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
}

function progressOf(cell: CellReadings, effect: Effect): Progress {
  if (effect.deed.kind !== 'wait') return cell.progressOf(effect);
  return { kind: cell.nowMs >= effect.deed.untilMs ? 'done' : 'under-way' };
}

/** The effects of the second that runs, with one more. */
const counted = ({ sinceMs, effects }: MachineState['second'], nowMs: number): MachineState['second'] =>
  nowMs - sinceMs >= SECOND_MS ? { sinceMs: nowMs, effects: 1 } : { sinceMs, effects: effects + 1 };
