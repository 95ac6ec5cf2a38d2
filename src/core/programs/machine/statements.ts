import { instructionNamed } from '../instructions.ts';
import type { Body, Call, Expression, FunctionDefinition, Statement } from '../syntax/syntax.ts';
import { NUMBER, OP } from './code.ts';
import type { Emitter, Label } from './emitter.ts';
import { ExpressionCompiler, type Names } from './expressions.ts';
import { compileInstruction } from './instruction-code.ts';

/** What all functions of a program share. */
export interface Unit {
  /** The program itself is number 0. */
  readonly functions: ReadonlyMap<string, number>;
  /** Variables outside of all braces: they have the first registers. */
  readonly globals: ReadonlyMap<string, number>;
}

interface Block {
  readonly names: Map<string, { readonly register: number; readonly fromInstruction: number }>;
}

interface Loop {
  readonly end: Label;
  readonly again: Label;
}

/** Compiles one function, or the program itself. */
export class StatementCompiler implements Names {
  readonly #emitter: Emitter;
  readonly #unit: Unit;
  readonly #function: number;
  readonly #expressions: ExpressionCompiler;
  readonly #blocks: Block[] = [];
  readonly #loops: Loop[] = [];

  /** How many registers the program needs. */
  static program(emitter: Emitter, unit: Unit, body: Body): number {
    const compiler = new StatementCompiler(emitter, unit, 0);
    compiler.#open();
    for (const name of unit.globals.keys()) compiler.#declare(name);
    compiler.#statements(body);
    emitter.emit(OP.END);
    compiler.#close();
    return compiler.#expressions.size;
  }

  static function(emitter: Emitter, unit: Unit, { parameters, body, to }: FunctionDefinition, number: number): number {
    const compiler = new StatementCompiler(emitter, unit, number);
    compiler.#open();
    for (const { text } of parameters) compiler.#declare(text);
    compiler.#body(body);
    emitter.statement(to - 1);
    emitter.emit(OP.RETURN + NUMBER);
    compiler.#close();
    return compiler.#expressions.size;
  }

  private constructor(emitter: Emitter, unit: Unit, number: number) {
    this.#emitter = emitter;
    this.#unit = unit;
    this.#function = number;
    this.#expressions = new ExpressionCompiler(emitter, this);
  }

  registerOf(name: string): number | undefined {
    for (let depth = this.#blocks.length - 1; depth >= 0; depth--) {
      const found = this.#blocks[depth]?.names.get(name);
      if (found) return found.register;
    }
    return undefined;
  }

  globalOf(name: string): number {
    return known(this.#unit.globals.get(name), name);
  }

  functionOf(name: string): number {
    return known(this.#unit.functions.get(name), name);
  }

  instruction(call: Call, register: number): void {
    compileInstruction(call, register, this.#emitter, this.#expressions);
  }

  #open(): number {
    this.#blocks.push({ names: new Map() });
    return this.#expressions.mark();
  }

  #close(mark = 0): void {
    for (const [name, { register, fromInstruction }] of this.#blocks.pop()?.names ?? [])
      this.#emitter.variables.push({ name, function: this.#function, register, fromInstruction, toInstruction: this.#emitter.next });
    this.#expressions.free(mark);
  }

  #declare(name: string, register = this.#expressions.allocate()): number {
    this.#blocks.at(-1)?.names.set(name, { register, fromInstruction: this.#emitter.next });
    return register;
  }

  #body(body: Body): void {
    const mark = this.#open();
    this.#statements(body);
    this.#close(mark);
  }

  #statements({ statements }: Body): void {
    for (const statement of statements) {
      this.#emitter.statement(statement.from);
      this.#statement(statement);
    }
  }

  #statement(statement: Statement): void {
    switch (statement.kind) {
      case 'function':
        return;
      case 'declaration':
        this.#declaration(statement);
        return;
      case 'assignment':
        this.#assign(statement.name.text, (register) => this.#expressions.into(statement.value, register));
        return;
      case 'call':
        this.#call(statement.call);
        return;
      case 'if':
        this.#if(statement);
        return;
      case 'while':
        this.#loop(statement, {});
        return;
      case 'for':
        this.#for(statement);
        return;
      case 'return':
        this.#return(statement.value);
        return;
      case 'break':
        this.#emitter.jump(OP.JUMP, this.#innermost().end);
        return;
      case 'continue':
        this.#emitter.jump(OP.JUMP, this.#innermost().again);
    }
  }

  #declaration({ name, value }: Extract<Statement, { kind: 'declaration' }>): void {
    // Those of the program itself have their place already.
    const own = this.#function === 0 && this.#blocks.length === 1 ? this.#unit.globals.get(name.text) : undefined;
    const register = own ?? this.#expressions.allocate();
    if (value) this.#expressions.into(value, register);
    else this.#emitter.emit(OP.MOVE + NUMBER, register);
    if (own === undefined) this.#declare(name.text, register);
  }

  #assign(name: string, compute: (register: number) => void): void {
    const own = this.registerOf(name);
    if (own !== undefined) {
      compute(own);
      return;
    }
    const mark = this.#expressions.mark();
    const register = this.#expressions.allocate();
    compute(register);
    this.#emitter.emit(OP.SET, 0, this.globalOf(name), register);
    this.#expressions.free(mark);
  }

  #call(call: Call): void {
    const mark = this.#expressions.mark();
    const [, target] = call.operands;
    if (this.#unit.functions.has(call.name.text)) this.#expressions.call(call, undefined);
    else if (call.name.text === 'rcellflag' && target?.kind === 'variable')
      this.#assign(target.name, (register) => compileInstruction(call, register, this.#emitter, this.#expressions));
    // What is reckoned for nobody may still end the program: abs of the least number.
    else if (instructionNamed(call.name.text)?.nature === 'reckoning') this.#expressions.into(call, this.#expressions.allocate());
    else compileInstruction(call, undefined, this.#emitter, this.#expressions);
    this.#expressions.free(mark);
  }

  #if({ condition, body, otherwise }: Extract<Statement, { kind: 'if' }>): void {
    const [other, end] = [this.#emitter.label(), this.#emitter.label()];
    this.#expressions.branch(condition, other, false);
    this.#body(body);
    if (otherwise) this.#emitter.jump(OP.JUMP, end);
    this.#emitter.place(other);
    if (otherwise) this.#body(otherwise);
    this.#emitter.place(end);
  }

  #for(loop: Extract<Statement, { kind: 'for' }>): void {
    const mark = this.#open();
    if (loop.start) this.#statement(loop.start);
    this.#loop(loop, { step: loop.step });
    this.#close(mark);
  }

  /** What is asked stands behind the body: one jump a turn. */
  #loop(
    { condition, body, from }: Extract<Statement, { kind: 'while' | 'for' }>,
    { step }: { readonly step?: Extract<Statement, { kind: 'for' }>['step'] },
  ): void {
    const [begin, asked, again, end] = [this.#emitter.label(), this.#emitter.label(), this.#emitter.label(), this.#emitter.label()];
    this.#emitter.within(from);
    this.#emitter.jump(OP.JUMP, asked);
    this.#emitter.place(begin);
    this.#loops.push({ end, again });
    this.#body(body);
    this.#loops.pop();
    this.#emitter.place(again);
    this.#emitter.statement(from);
    if (step) this.#statement(step);
    this.#emitter.place(asked);
    if (condition) this.#expressions.branch(condition, begin, true);
    else this.#emitter.jump(OP.JUMP, begin);
    this.#emitter.place(end);
  }

  #return(value: Expression | undefined): void {
    if (this.#function === 0) {
      this.#emitter.emit(OP.END);
      return;
    }
    const mark = this.#expressions.mark();
    if (value) this.#emitter.emit(OP.RETURN, 0, 0, this.#expressions.operand(value));
    else this.#emitter.emit(OP.RETURN + NUMBER);
    this.#expressions.free(mark);
  }

  #innermost(): Loop {
    const loop = this.#loops.at(-1);
    if (!loop) throw new Error('break and continue stand in a loop: checks let no other through');
    return loop;
  }
}

function known(number: number | undefined, name: string): number {
  if (number === undefined) throw new Error(`${name} is declared: checks let no other name through`);
  return number;
}
