import { constantOf } from '../checks/constants.ts';
import { instructionNamed } from '../instructions.ts';
import type { BinaryOperator, Call, Expression } from '../syntax/syntax.ts';
import { NUMBER, OP, type Op } from './code.ts';
import type { Emitter, Label } from './emitter.ts';

/** Where variables live, and what calls become. */
export interface Names {
  /** The register of a variable of this function; undefined for one of the program, seen from a function. */
  registerOf(name: string): number | undefined;
  globalOf(name: string): number;
  functionOf(name: string): number;
  instruction(call: Call, register: number): void;
}

const ARITHMETIC: Partial<Record<BinaryOperator, Op>> = {
  '+': OP.ADD,
  '-': OP.SUBTRACT,
  '*': OP.MULTIPLY,
  '/': OP.DIVIDE,
  '%': OP.REMAINDER,
};
type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';
const OPPOSITE: Record<Comparison, Comparison> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '==': '!=', '!=': '==' };
const SWAPPED: Record<Comparison, Comparison> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' };
const JUMPS: Record<Comparison, Op> = {
  '<': OP.IF_LESS,
  '<=': OP.IF_LESS_OR_EQUAL,
  '>': OP.IF_GREATER,
  '>=': OP.IF_GREATER_OR_EQUAL,
  '==': OP.IF_EQUAL,
  '!=': OP.IF_DIFFERENT,
};
const isComparison = (operator: BinaryOperator): operator is Comparison => operator in OPPOSITE;
const RECKONING: Readonly<Record<string, Op>> = { abs: OP.ABSOLUTE, min: OP.LEAST, max: OP.GREATEST };

/** Compiles expressions. Registers are given out as a stack: what is above `mark()` is free after `free(mark)`. */
export class ExpressionCompiler {
  readonly #emitter: Emitter;
  readonly #names: Names;
  #next = 0;
  #most = 1;

  constructor(emitter: Emitter, names: Names) {
    this.#emitter = emitter;
    this.#names = names;
  }

  /** How many registers were ever in use. */
  get size(): number {
    return this.#most;
  }

  mark(): number {
    return this.#next;
  }

  free(mark: number): void {
    this.#next = mark;
  }

  allocate(): number {
    const register = this.#next++;
    this.#most = Math.max(this.#most, this.#next);
    return register;
  }

  /** Each into a register of its own, one after the other; the first of them. */
  spread(expressions: readonly Expression[]): number {
    const first = this.#next;
    for (const expression of expressions) this.into(expression, this.allocate());
    return first;
  }

  into(expression: Expression, register: number): void {
    const value = constantOf(expression);
    if (value !== undefined) {
      this.#emitter.emit(OP.MOVE + NUMBER, register, 0, value);
      return;
    }
    const mark = this.mark();
    switch (expression.kind) {
      case 'variable':
        this.#variable(expression.name, register);
        break;
      case 'calling':
        this.#calling(expression, register);
        break;
      case 'unary':
        if (expression.operator === '!') this.#truth(expression, register);
        else this.#emitter.emit(OP.NEGATE, register, 0, this.operand(expression.operand));
        break;
      case 'binary':
        if (ARITHMETIC[expression.operator] === undefined) this.#truth(expression, register);
        else this.#arithmetic(expression, register);
        break;
      case 'number':
      case 'constant':
      case 'text':
        throw new Error('a number is constant, and a text is no value: checks let none through');
    }
    this.free(mark);
  }

  /** The register that has its value: that of a variable, or one for now. */
  operand(expression: Expression): number {
    const own = expression.kind === 'variable' ? this.#names.registerOf(expression.name) : undefined;
    if (own !== undefined) return own;
    const register = this.allocate();
    this.into(expression, register);
    return register;
  }

  /** Goes to the label if the expression is true, or if it is false; goes on otherwise. */
  branch(expression: Expression, to: Label, when: boolean): void {
    const value = constantOf(expression);
    if (value !== undefined) {
      if ((value !== 0) === when) this.#emitter.jump(OP.JUMP, to);
      return;
    }
    const mark = this.mark();
    if (expression.kind === 'unary' && expression.operator === '!') this.branch(expression.operand, to, !when);
    else if (expression.kind === 'binary' && (expression.operator === '&&' || expression.operator === '||')) {
      const { operator, left, right } = expression;
      const decides = operator === '||';
      const past = this.#emitter.label();
      // The left side alone may decide: for "or" when it is true, for "and" when it is false.
      this.branch(left, decides === when ? to : past, decides);
      this.branch(right, to, when);
      this.#emitter.place(past);
    } else if (expression.kind === 'binary' && isComparison(expression.operator)) {
      const { operator, left, right } = expression;
      this.#compare(when ? operator : OPPOSITE[operator], left, right, to);
    } else this.#emitter.jump((when ? OP.IF_DIFFERENT : OP.IF_EQUAL) + NUMBER, to, this.operand(expression), 0);
    this.free(mark);
  }

  #variable(name: string, register: number): void {
    const own = this.#names.registerOf(name);
    if (own === undefined) this.#emitter.emit(OP.GET, register, this.#names.globalOf(name));
    else this.#emitter.emit(OP.MOVE, register, 0, own);
  }

  #calling(call: Call, register: number): void {
    const { name, operands } = call;
    const reckoning = RECKONING[name.text];
    if (instructionNamed(name.text) === undefined) this.call(call, register);
    else if (reckoning === undefined) this.#names.instruction(call, register);
    else {
      const [left, right] = operands as [Expression, Expression | undefined];
      const [b, c] = right ? this.#pair(left, right) : [0, this.operand(left)];
      this.#emitter.emit(reckoning, register, b, c);
    }
  }

  /** Of a function of the program. */
  call({ name, operands }: Call, register: number | undefined): void {
    const mark = this.mark();
    const first = operands.length > 0 ? this.spread(operands) : this.allocate();
    this.#emitter.emit(OP.CALL, first, this.#names.functionOf(name.text));
    if (register !== undefined) this.#emitter.emit(OP.MOVE, register, 0, first);
    this.free(mark);
  }

  /** Whatever is true is 1. */
  #truth(expression: Expression, register: number): void {
    const [isFalse, end] = [this.#emitter.label(), this.#emitter.label()];
    this.branch(expression, isFalse, false);
    this.#emitter.emit(OP.MOVE + NUMBER, register, 0, 1);
    this.#emitter.jump(OP.JUMP, end);
    this.#emitter.place(isFalse);
    this.#emitter.emit(OP.MOVE + NUMBER, register, 0, 0);
    this.#emitter.place(end);
  }

  #arithmetic({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, register: number): void {
    const [first, second] = [constantOf(left), constantOf(right)];
    const op = ARITHMETIC[operator] as Op;
    if (second !== undefined) this.#emitter.emit(op + NUMBER, register, this.operand(left), second);
    else if (first !== undefined && (operator === '+' || operator === '*'))
      this.#emitter.emit(op + NUMBER, register, this.operand(right), first);
    else {
      const [b, c] = this.#pair(left, right);
      this.#emitter.emit(op, register, b, c);
    }
  }

  #compare(operator: Comparison, left: Expression, right: Expression, to: Label): void {
    const [first, second] = [constantOf(left), constantOf(right)];
    if (second !== undefined) this.#emitter.jump(JUMPS[operator] + NUMBER, to, this.operand(left), second);
    else if (first !== undefined) this.#emitter.jump(JUMPS[SWAPPED[operator]] + NUMBER, to, this.operand(right), first);
    else {
      const [b, c] = this.#pair(left, right);
      this.#emitter.jump(JUMPS[operator], to, b, c);
    }
  }

  /** From left to right: a function on the right may set the variable on the left, whose value counts as it was before. */
  #pair(left: Expression, right: Expression): [number, number] {
    if (left.kind !== 'variable' || !callsFunction(right)) return [this.operand(left), this.operand(right)];
    const kept = this.allocate();
    this.into(left, kept);
    return [kept, this.operand(right)];
  }
}

function callsFunction(expression: Expression): boolean {
  switch (expression.kind) {
    case 'calling':
      return instructionNamed(expression.name.text) === undefined || expression.operands.some(callsFunction);
    case 'unary':
      return callsFunction(expression.operand);
    case 'binary':
      return callsFunction(expression.left) || callsFunction(expression.right);
    default:
      return false;
  }
}
