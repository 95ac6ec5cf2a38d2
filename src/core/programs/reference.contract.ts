/** The language once more, as simply as it can be said: walks the tree of a random program, in numbers without limits, on the host's own stack. */
import type { Deed, Effect, MachineState } from './programs.ts';
import type { Line, Node, RandomFunction, RandomProgram } from './random-program.contract.ts';
import type { ScriptedCell } from './scripted-cell.contract.ts';

/** How a block was left. */
type Left = { readonly by: 'break' | 'continue' } | { readonly by: 'return'; readonly value: bigint } | undefined;

class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** More work than a test program is meant to have. */
export class TooMuchError extends Error {
  override readonly name = 'TooMuchError';
}

const MOST_WORK = 8_000;
const WAIT_MS = 50;

type Variables = Map<string, bigint>;

export class Reference {
  readonly #program: RandomProgram;
  readonly #cell: ScriptedCell;
  readonly #globals: Variables = new Map();
  #speed = 100;
  #work = 0;
  #calls = 0;

  constructor(program: RandomProgram, cell: ScriptedCell) {
    this.#program = program;
    this.#cell = cell;
  }

  run(): void {
    try {
      for (const line of this.#program.lines) if (line.kind === 'declare') this.#globals.set(line.name, 0n);
      this.#block(this.#program.lines, [this.#globals]);
      this.#issue({ kind: 'end', outcome: 'finished', message: '' });
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.#issue({ kind: 'end', outcome: 'failed', message: error.message });
    }
  }

  #block(lines: readonly Line[], scopes: readonly Variables[]): Left {
    for (const line of lines) {
      const left = this.#line(line, scopes);
      if (left) return left;
    }
    return undefined;
  }

  #line(line: Line, scopes: readonly Variables[]): Left {
    this.#busy();
    switch (line.kind) {
      case 'declare': {
        const value = line.value ? this.#value(line.value, scopes) : 0n;
        (scopes.at(-1) as Variables).set(line.name, value);
        return undefined;
      }
      case 'set':
        this.#set(line.name, this.#value(line.value, scopes), scopes);
        return undefined;
      case 'do':
        this.#call(line.call as Extract<Node, { kind: 'call' }>, scopes, 'must');
        return undefined;
      case 'if': {
        const chosen = this.#value(line.condition, scopes) !== 0n ? line.body : line.otherwise;
        return chosen && this.#block(chosen, [...scopes, new Map()]);
      }
      case 'while':
        while (this.#value(line.condition, scopes) !== 0n) {
          const left = this.#block(line.body, [...scopes, new Map()]);
          if (left?.by === 'return') return left;
          if (left?.by === 'break') break;
        }
        return undefined;
      case 'for': {
        const own: Variables = new Map([[line.counter, 0n]]);
        const around = [...scopes, own];
        while (this.#value({ kind: 'name', name: line.counter }, around) < this.#value(line.to, around)) {
          const left = this.#block(line.body, [...around, new Map()]);
          if (left?.by === 'return') return left;
          if (left?.by === 'break') break;
          own.set(line.counter, (own.get(line.counter) as bigint) + this.#value(line.step, around));
        }
        return undefined;
      }
      case 'leave':
        return { by: line.word };
      case 'return':
        return { by: 'return', value: line.value ? this.#value(line.value, scopes) : 0n };
    }
  }

  #set(name: string, value: bigint, scopes: readonly Variables[]): void {
    const holder = scopes.findLast((scope) => scope.has(name));
    if (!holder) throw new Error(`the random program sets ${name}, which is not declared`);
    holder.set(name, value);
  }

  #value(node: Node, scopes: readonly Variables[]): bigint {
    this.#busy();
    switch (node.kind) {
      case 'number':
        return BigInt(node.value);
      case 'name': {
        if (node.name === 'true') return 1n;
        if (node.name === 'false') return 0n;
        const value = scopes.findLast((scope) => scope.has(node.name))?.get(node.name);
        if (value === undefined) throw new Error(`the random program reads ${node.name}, which is not declared`);
        return value;
      }
      case 'text':
        throw new Error('a text is no value');
      case 'sign': {
        const value = this.#value(node.of, scopes);
        return node.sign === '-' ? checked(-value) : BigInt(value === 0n);
      }
      case 'pair':
        return this.#pair(node, scopes);
      case 'call':
        return this.#call(node, scopes, 'may');
    }
  }

  #pair({ sign, left, right }: Extract<Node, { kind: 'pair' }>, scopes: readonly Variables[]): bigint {
    const first = this.#value(left, scopes);
    if (sign === '&&') return BigInt(first !== 0n && this.#value(right, scopes) !== 0n);
    if (sign === '||') return BigInt(first !== 0n || this.#value(right, scopes) !== 0n);
    const second = this.#value(right, scopes);
    if ((sign === '/' || sign === '%') && second === 0n) throw new Stopped('something is divided by 0');
    const results: Readonly<Record<string, () => bigint>> = {
      '+': () => first + second,
      '-': () => first - second,
      '*': () => first * second,
      '/': () => first / second,
      '%': () => first % second,
      '<': () => BigInt(first < second),
      '<=': () => BigInt(first <= second),
      '>': () => BigInt(first > second),
      '>=': () => BigInt(first >= second),
      '==': () => BigInt(first === second),
      '!=': () => BigInt(first !== second),
    };
    return checked((results[sign] as () => bigint)());
  }

  #call({ name, operands }: Extract<Node, { kind: 'call' }>, scopes: readonly Variables[], success: 'must' | 'may'): bigint {
    const own = this.#program.functions.find((each) => each.name === name);
    if (own)
      return this.#function(
        own,
        operands.map((operand) => this.#value(operand, scopes)),
      );
    const values = () => operands.filter(({ kind }) => kind !== 'text').map((operand) => Number(this.#value(operand, scopes)));
    const said = operands.map((operand) => (operand.kind === 'text' ? operand.text : undefined));
    switch (name) {
      case 'min':
      case 'max': {
        const [a, b] = values() as [number, number];
        return BigInt(name === 'min' ? Math.min(a, b) : Math.max(a, b));
      }
      case 'abs':
        return checked(BigInt(Math.abs(values()[0] as number)));
      case 'speed':
        this.#speed = values()[0] as number;
        return 0n;
      case 'rcellflag': {
        const [flag, into] = operands as [Node, Extract<Node, { kind: 'name' }>];
        this.#set(into.name, this.#read(this.#cell.cellFlag(flagNumber(Number(this.#value(flag, scopes))))), scopes);
        return 0n;
      }
      case 'flag':
        if (operands.length > 0) return this.#done({ kind: 'flag', value: values()[0] as number }, success);
        return this.#read(this.#cell.flag());
      case 'cellflag':
        return this.#read(this.#cell.cellFlag(flagNumber(values()[0] as number)));
      case 'flagof':
        return this.#read(this.#cell.flagOf(said[0] as string));
      case 'sensor':
        return this.#read(this.#cell.sensor(said[0] as string, values()[0]));
      case 'sensorof':
        return this.#read(this.#cell.sensor(said[1] as string, values()[0], said[0]));
      case 'dof':
        return this.#read(this.#cell.dof(said[0] ?? (values()[0] as number)));
      case 'time':
        return this.#read(this.#cell.nowMs);
      default:
        return this.#done(this.#deed(name, operands, values, said, scopes), success);
    }
  }

  #deed(
    name: string,
    operands: readonly Node[],
    values: () => number[],
    said: readonly (string | undefined)[],
    scopes: readonly Variables[],
  ): Deed {
    const [position] = operands;
    if (name === 'move' && operands.length === 1) {
      if (position?.kind === 'name') return { kind: 'move', position: position.name, speedPercent: this.#speed };
      if (position?.kind === 'text') return { kind: 'move', position: position.text, speedPercent: this.#speed };
      const [number] = (position as Extract<Node, { kind: 'call' }>).operands as [Node];
      return { kind: 'move', position: Number(this.#value(number, scopes)), speedPercent: this.#speed };
    }
    const given = values();
    const [x = 0, y = 0, z] = given;
    const speedPercent = this.#speed;
    switch (name) {
      case 'move':
        return { kind: 'move-by', dof: said[0] ?? x, by: said[0] === undefined ? y : x, speedPercent };
      case 'drive':
        return { kind: 'drive', forwardMm: x, turnDeg: given.length > 1 ? y : 0, speedPercent };
      case 'goto':
        return said[0] === undefined
          ? { kind: 'goto-point', xMm: x, yMm: y, headingDeg: z ?? null, speedPercent }
          : { kind: 'goto', place: said[0], speedPercent };
      case 'grip':
      case 'release':
        return { kind: name };
      case 'wait':
        return { kind: 'wait', untilMs: this.#cell.nowMs + x };
      case 'wcellflag':
        return { kind: 'cell-flag', flag: flagNumber(x), value: y };
      case 'print':
        return { kind: 'print', text: said.map((part) => part ?? String(given.shift())).join('') };
      default:
        throw new Error(`the random program calls ${name}, which is nothing`);
    }
  }

  #function({ parameters, body }: RandomFunction, values: readonly bigint[]): bigint {
    if (++this.#calls > 60) throw new TooMuchError('calls');
    const own: Variables = new Map(parameters.map((parameter, index) => [parameter, values[index] as bigint]));
    const left = this.#block(body, [this.#globals, own]);
    this.#calls--;
    return left?.by === 'return' ? left.value : 0n;
  }

  #read(found: number | { readonly reason: string }): bigint {
    if (typeof found !== 'number') throw new Stopped(found.reason);
    return BigInt(Math.round(found));
  }

  #done(deed: Deed, success: 'must' | 'may'): bigint {
    const effect = this.#issue(deed);
    if (deed.kind === 'flag' || deed.kind === 'cell-flag' || deed.kind === 'print') return 0n;
    if (deed.kind === 'wait') {
      while (this.#cell.nowMs < deed.untilMs) this.#cell.nowMs += WAIT_MS;
      return 1n;
    }
    for (;;) {
      const progress = this.#cell.progressOf(effect);
      if (progress.kind === 'done') return 1n;
      if (progress.kind === 'failed' && success === 'must') throw new Stopped(progress.reason);
      if (progress.kind === 'failed') return 0n;
      this.#cell.nowMs += WAIT_MS;
    }
  }

  #issue(deed: Deed): Effect {
    const effect = { number: this.#cell.effects.length + 1, line: 0, deed };
    this.#cell.issue(effect, {} as MachineState);
    return effect;
  }

  #busy(): void {
    if (++this.#work > MOST_WORK) throw new TooMuchError('work');
  }
}

function checked(value: bigint): bigint {
  if (value > 2147483647n || value < -2147483648n)
    throw new Stopped(`${value} is beyond the numbers of this language, -2147483648 to 2147483647`);
  return value;
}

function flagNumber(number: number): number {
  if (number < 1 || number > 10) throw new Stopped(`a flag of the environment goes from 1 to 10; ${number} is outside`);
  return number;
}
