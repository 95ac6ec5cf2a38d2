import { LARGEST_NUMBER, LEAST_NUMBER, MOST_CALLS, MOST_MEMORY } from '../limits.ts';
import { type CompiledFunction, type CompiledProgram, OP, OUTSIDE } from './code.ts';
import { type COMPARE, type Link, linksOf } from './links.ts';
import { CALL_WIDTH, type MachineState } from './state.ts';

/** Where a program is and what it remembers; takes the steps that need nobody else. */
export class Reckoner {
  /** The instruction that is next. */
  at = 0;
  /** Where the registers of the function that runs begin. */
  base = 0;
  /** Which function runs; 0 for the program itself. */
  function = 0;
  /** Why something could not be reckoned. */
  trouble: string | undefined;
  readonly memory: Int32Array = new Int32Array(MOST_MEMORY);
  readonly #calls = new Int32Array(MOST_CALLS * CALL_WIDTH);
  #callsEnd = 0;
  readonly #links: readonly Link[];
  readonly #functions: readonly CompiledFunction[];

  constructor(program: CompiledProgram) {
    this.#links = linksOf(program);
    this.#functions = program.functions;
  }

  get state(): Pick<MachineState, 'at' | 'base' | 'memory' | 'calls' | 'function'> {
    return {
      at: this.at,
      base: this.base,
      memory: Array.from(this.memory.subarray(0, this.#end())),
      calls: Array.from(this.#calls.subarray(0, this.#callsEnd)),
      function: this.function,
    };
  }

  restore(state: MachineState): void {
    this.memory.set(state.memory);
    this.#calls.set(state.calls);
    this.#callsEnd = state.calls.length;
    this.at = state.at;
    this.base = state.base;
    this.function = state.function;
  }

  /** A register of the function that runs. */
  get(register: number): number {
    return this.memory[this.base + register] as number;
  }

  put(register: number, value: number): void {
    this.memory[this.base + register] = value;
  }

  /** The registers from this one on. */
  from(register: number): Int32Array {
    return this.memory.subarray(this.base + register);
  }

  get link(): Link {
    return this.#links[this.at] as Link;
  }

  /** Takes steps until so many are taken, or one needs somebody else, or fails; how many are left. */
  reckon(steps: number): number {
    let left = this.#walk(steps);
    while (left > 0 && this.trouble === undefined && this.link.op < OUTSIDE) {
      this.#take(this.link);
      left--;
      if (this.trouble === undefined) left = this.#walk(left);
    }
    return left;
  }

  /**
   * Takes steps until so many are taken, or one is none of the few that are done here, or fails; how many are left.
   * Nothing is called from here, the literal numbers become one jump, and `| 0` says that a number is whole and has 32 bits.
   */
  #walk(steps: number): number {
    const { memory } = this;
    const base = this.base | 0;
    let left = steps | 0;
    let link = this.link;
    while (left > 0) {
      const right = link.isNumber === 1 ? link.c : (memory[(base + link.c) | 0] as number);
      let result = right;
      switch (link.op) {
        case 0 satisfies typeof OP.MOVE:
          break;
        case 1 satisfies typeof OP.ADD: {
          const value = memory[(base + link.b) | 0] as number;
          result = (value + right) | 0;
          // Both have another sign than what came of them.
          if (((value ^ result) & (right ^ result)) < 0) return this.#stuck(link, left, value + right);
          break;
        }
        case 2 satisfies typeof OP.SUBTRACT: {
          const value = memory[(base + link.b) | 0] as number;
          result = (value - right) | 0;
          if (((value ^ right) & (value ^ result)) < 0) return this.#stuck(link, left, value - right);
          break;
        }
        case 3 satisfies typeof OP.MULTIPLY: {
          const value = memory[(base + link.b) | 0] as number;
          result = Math.imul(value, right);
          if (result !== value * right) return this.#stuck(link, left, value * right);
          break;
        }
        case 4 satisfies typeof OP.DIVIDE: {
          const value = memory[(base + link.b) | 0] as number;
          if (right === 0 || (right === -1 && value === LEAST_NUMBER)) return this.#stuck(link, left, value / right);
          result = (value / right) | 0;
          break;
        }
        case 5 satisfies typeof OP.REMAINDER:
          if (right === 0) return this.#stuck(link, left, Number.NaN);
          result = ((memory[(base + link.b) | 0] as number) % right) | 0;
          break;
        case 7 satisfies typeof OP.JUMP:
          left = (left - 1) | 0;
          link = link.next;
          continue;
        case 8 satisfies typeof COMPARE: {
          const value = memory[(base + link.b) | 0] as number;
          left = (left - 1) | 0;
          link = value < right ? link.less : value > right ? link.more : link.same;
          continue;
        }
        default:
          this.at = link.at;
          return left;
      }
      memory[(base + link.a) | 0] = result;
      left = (left - 1) | 0;
      const isCompared = link.isCompared === 1 && left > 0;
      link = link.next;
      if (!isCompared) continue;
      const other = link.isNumber === 1 ? link.c : (memory[(base + link.c) | 0] as number);
      left = (left - 1) | 0;
      link = result < other ? link.less : result > other ? link.more : link.same;
    }
    this.at = link.at;
    return left;
  }

  /** The steps until here count. */
  #stuck({ at }: Link, left: number, value: number): number {
    this.at = at;
    this.trouble = Number.isFinite(value) ? beyond(value) : 'something is divided by 0';
    return left;
  }

  /** Goes on behind itself, or in another function. */
  #take({ op, a, b, c, isNumber }: Link): void {
    const { memory } = this;
    const right = isNumber === 1 ? c : this.get(c);
    const target = this.base + a;
    switch (op) {
      case OP.NEGATE:
        this.#keep(target, -right);
        return;
      case OP.ABSOLUTE:
        this.#keep(target, Math.abs(right));
        return;
      case OP.LEAST:
        this.#keep(target, Math.min(this.get(b), right));
        return;
      case OP.GREATEST:
        this.#keep(target, Math.max(this.get(b), right));
        return;
      case OP.GET:
        this.#keep(target, memory[b] as number);
        return;
      case OP.SET:
        this.#keep(b, right);
        return;
      case OP.CALL:
        this.#call(target, b);
        return;
      default:
        this.#return(right);
    }
  }

  #keep(target: number, value: number): void {
    if (value > LARGEST_NUMBER) this.trouble = beyond(value);
    else {
      this.memory[target] = value;
      this.at++;
    }
  }

  #call(base: number, number: number): void {
    const { entry, size, parameters, name } = this.#functions[number] as CompiledFunction;
    if (this.#callsEnd >= this.#calls.length || base + size > MOST_MEMORY) {
      this.trouble = `${name} is called within ${this.#callsEnd / CALL_WIDTH} calls that have not returned: let it come to an end`;
      return;
    }
    // What the caller has behind the operands is not needed any more: so a state says all there is in memory.
    this.#clear(base + parameters, this.#end());
    this.#calls[this.#callsEnd++] = this.function;
    this.#calls[this.#callsEnd++] = this.at + 1;
    this.#calls[this.#callsEnd++] = this.base;
    this.function = number;
    this.base = base;
    this.at = entry;
  }

  #return(value: number): void {
    this.#clear(this.base, this.#end());
    this.memory[this.base] = value;
    this.base = this.#calls[--this.#callsEnd] as number;
    this.at = this.#calls[--this.#callsEnd] as number;
    this.function = this.#calls[--this.#callsEnd] as number;
  }

  /** A few numbers each time: faster than `fill`. */
  #clear(from: number, to: number): void {
    for (let at = from; at < to; at++) this.memory[at] = 0;
  }

  /** Of what the program remembers. */
  #end(): number {
    return this.base + (this.#functions[this.function]?.size ?? 0);
  }
}

const beyond = (value: number): string =>
  `${Math.trunc(value)} is beyond the numbers of this language, ${LEAST_NUMBER} to ${LARGEST_NUMBER}`;
