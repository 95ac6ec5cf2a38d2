import { type Diagnostic, diagnosticsOf, type Finding, type Stretch } from '../../base/diagnostics.ts';
import { INSTRUCTIONS, instructionNamed, POSITION_BY_NUMBER } from '../instructions.ts';
import type { Surroundings } from '../surroundings.ts';
import { parse } from '../syntax/parse.ts';
import {
  type Body,
  type Call,
  type Expression,
  type FunctionDefinition,
  KEYWORDS,
  type Name,
  type Program,
  type Statement,
} from '../syntax/syntax.ts';
import { constantOf } from './constants.ts';
import { Findings, renaming } from './findings.ts';
import { InstructionChecks } from './instruction-checks.ts';
import { endsHere, isEndless, isIdle } from './reach.ts';
import { Scope } from './scope.ts';

export interface Checking {
  /** Undefined when something is wrong with the words. */
  readonly program: Program | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a text says, and all that may be wrong with it as a program. */
export function checkProgram(text: string, surroundings: Surroundings = {}): Checking {
  const { program, findings } = parse(text);
  const found = program ? findingsIn(program, surroundings) : findings;
  return { program, diagnostics: diagnosticsOf(text, found) };
}

/** All that is wrong with a program whose words are right. */
export function findingsIn(program: Program, surroundings: Surroundings): readonly Finding[] {
  const checker = new Checker(program, surroundings);
  checker.check();
  const { all } = checker.findings;
  // What is called by a wrong name looks as if it were not used.
  return all.some(({ severity }) => severity === 'error') ? all.filter(({ code }) => code !== 'unused') : all;
}

type Place = { readonly scope: Scope; readonly isInLoop: boolean; readonly isInFunction: boolean };

class Checker {
  readonly findings = new Findings();
  readonly #program: Program;
  readonly #functions = new Map<string, { readonly definition: FunctionDefinition; isCalled: boolean }>();
  readonly #instructions: InstructionChecks;

  constructor(program: Program, surroundings: Surroundings) {
    this.#program = program;
    this.#instructions = new InstructionChecks(this.findings, surroundings, {
      value: (expression, scope) => this.#value(expression, scope),
      target: (expression, scope) => this.#target(expression, scope),
    });
  }

  check(): void {
    const { statements } = this.#program.body;
    for (const statement of statements) if (statement.kind === 'function') this.#define(statement);
    const top = new Scope('program');
    this.#body(this.#program.body, { scope: top, isInLoop: false, isInFunction: false });
    // Functions see all that stands outside of braces, wherever it is declared.
    for (const statement of statements) if (statement.kind === 'function') this.#function(statement, top);
    this.#unread(top);
    for (const { definition, isCalled } of this.#functions.values())
      if (!isCalled)
        this.findings.warning('unused', definition.name, `nobody calls ${definition.name.text}`, { remedy: 'call it, or remove it' });
  }

  #define(definition: FunctionDefinition): void {
    const { name } = definition;
    const earlier = this.#functions.get(name.text);
    if (earlier)
      this.findings.error('declared-twice', name, `there is a function ${name.text} already`, { remedy: 'name this one otherwise' });
    else if (this.#isFree(name)) this.#functions.set(name.text, { definition, isCalled: false });
  }

  #function({ parameters, body }: FunctionDefinition, top: Scope): void {
    const scope = new Scope('function', top);
    for (const parameter of parameters) this.#declare(parameter, scope).isRead = true;
    this.#inside(body, { scope, isInLoop: false, isInFunction: true });
  }

  /** What is behind something that never goes on is told once. */
  #body({ statements }: Body, place: Place): void {
    let isOver = false;
    for (const statement of statements) {
      if (isOver && statement.kind !== 'function') {
        this.findings.warning('unreachable', statement, 'nothing ever comes here', { remedy: 'remove it, or what ends before it' });
        isOver = false;
      }
      this.#statement(statement, place);
      if (endsHere(statement)) isOver = true;
    }
  }

  #inside(body: Body, place: Place): void {
    const scope = new Scope('block', place.scope);
    this.#body(body, { ...place, scope });
    this.#unread(scope);
  }

  #statement(statement: Statement, place: Place): void {
    const { scope } = place;
    switch (statement.kind) {
      case 'function':
        return;
      case 'declaration':
        if (statement.value) this.#value(statement.value, scope);
        this.#declare(statement.name, scope);
        return;
      case 'assignment':
        this.#value(statement.value, scope);
        this.#seen(statement.name.text, statement.name, scope, statement);
        return;
      case 'call':
        this.#call(statement.call, scope, 'statement');
        return;
      case 'if':
        this.#if(statement, place);
        return;
      case 'while':
        this.#value(statement.condition, scope);
        this.#loop(statement, statement.condition, place);
        return;
      case 'for':
        this.#for(statement, place);
        return;
      case 'return':
        this.#return(statement, place);
        return;
      case 'break':
      case 'continue':
        if (!place.isInLoop)
          this.findings.error('outside-loop', statement, `${statement.kind} stands in no loop`, {
            remedy: 'use it inside of while or for',
          });
    }
  }

  #if({ condition, body, otherwise }: Extract<Statement, { kind: 'if' }>, place: Place): void {
    this.#value(condition, place.scope);
    const always = constantOf(condition);
    this.#inside(body, place);
    if (otherwise) this.#inside(otherwise, place);
    const dead = always === 0 ? body : always === undefined ? undefined : otherwise;
    if (dead?.statements[0]) this.#neverDone(dead.statements[0]);
  }

  #for(loop: Extract<Statement, { kind: 'for' }>, place: Place): void {
    const scope = new Scope('block', place.scope);
    const within = { ...place, scope };
    if (loop.start) this.#statement(loop.start, within);
    if (loop.condition) this.#value(loop.condition, scope);
    if (loop.step) this.#statement(loop.step, within);
    this.#loop(loop, loop.condition, within);
    this.#unread(scope);
  }

  #loop(loop: Extract<Statement, { kind: 'while' | 'for' }>, condition: Expression | undefined, place: Place): void {
    this.#inside(loop.body, { ...place, isInLoop: true });
    if (condition && constantOf(condition) === 0 && loop.body.statements[0]) this.#neverDone(loop.body.statements[0]);
    if (isEndless(loop) && isIdle(loop))
      this.findings.warning(
        'endless',
        { from: loop.from, to: condition?.to ?? loop.from + 3 },
        'this loop never ends, and does and reads nothing',
        {
          remedy: 'do or read something in it, or give it an end',
        },
      );
  }

  #return({ value, from, to }: Extract<Statement, { kind: 'return' }>, { scope, isInFunction }: Place): void {
    if (value) this.#value(value, scope);
    if (value && !isInFunction)
      this.findings.error('outside-function', { from, to }, 'only a function gives a value back', {
        remedy: 'write return; to end the program',
      });
  }

  #neverDone(statement: Statement): void {
    this.findings.warning('unreachable', statement, 'nothing ever comes here: its condition is always the same', {
      remedy: 'mind the condition',
    });
  }

  #declare(name: Name, scope: Scope) {
    if (this.#isFree(name) && scope.clash(name.text))
      this.findings.error('declared-twice', name, `there is a variable ${name.text} already`, {
        remedy: 'leave out int to set it, or use another name',
      });
    return scope.declare(name.text, name);
  }

  #isFree({ text, from, to }: Name): boolean {
    if (!instructionNamed(text) && text !== POSITION_BY_NUMBER) return true;
    this.findings.error('reserved', { from, to }, `${text} is an instruction`, { remedy: 'use another name' });
    return false;
  }

  #unread(scope: Scope): void {
    for (const { name, at, isRead } of scope.own)
      if (!isRead) this.findings.warning('unused', at, `nobody reads ${name}`, { remedy: 'use it, or remove it' });
  }

  #value(expression: Expression, scope: Scope): void {
    switch (expression.kind) {
      case 'number':
      case 'constant':
        return;
      case 'text':
        this.findings.error('kind', expression, 'a text is no number', {
          remedy: 'texts are for print, and for names of robots, sensors and places',
        });
        return;
      case 'variable': {
        const declared = this.#seen(expression.name, expression, scope);
        if (declared) declared.isRead = true;
        return;
      }
      case 'calling':
        this.#call(expression, scope, 'value');
        return;
      case 'unary':
        this.#value(expression.operand, scope);
        return;
      case 'binary':
        this.#value(expression.left, scope);
        this.#value(expression.right, scope);
        if ((expression.operator === '/' || expression.operator === '%') && constantOf(expression.right) === 0)
          this.findings.error('division', expression.right, 'this is always 0, and nothing can be divided by 0', {
            remedy: 'divide by something else',
          });
    }
  }

  #target(expression: Expression, scope: Scope): void {
    if (expression.kind === 'variable') this.#seen(expression.name, expression, scope);
    else
      this.findings.error('kind', expression, 'here stands the variable that gets the value', { remedy: 'write the name of a variable' });
  }

  #seen(name: string, at: Stretch, scope: Scope, statement?: Stretch) {
    const declared = scope.find(name);
    if (declared) return declared;
    const insert = statement && { title: `Declare ${name}`, edits: [{ from: statement.from, to: statement.from, insert: 'int ' }] };
    const meant = renaming(at, name, scope.names());
    const remedy = meant?.remedy ?? `declare it: int ${name} = 0;`;
    this.findings.error('undeclared', at, `there is no variable ${name} here`, { remedy, fix: meant?.fix ?? insert });
    return undefined;
  }

  #call(call: Call, scope: Scope, use: 'statement' | 'value'): void {
    const { name, operands } = call;
    const own = this.#functions.get(name.text);
    if (own) {
      own.isCalled = true;
      const wanted = own.definition.parameters.length;
      if (operands.length !== wanted)
        this.findings.error('arguments', call, `${name.text} takes ${counted(wanted)}, not ${operands.length}`, {
          remedy: `write ${name.text}(${own.definition.parameters.map(({ text }) => text).join(', ')})`,
        });
      for (const operand of operands) this.#value(operand, scope);
      return;
    }
    const instruction = instructionNamed(name.text);
    if (instruction) this.#instructions.check(call, instruction, scope, use);
    else {
      const known = [...INSTRUCTIONS.map((each) => each.name), ...this.#functions.keys(), ...KEYWORDS];
      this.findings.unknown(
        'unknown',
        name,
        `there is no instruction ${name.text}`,
        name.text,
        known,
        'define it: function name(a) { ... }',
      );
    }
  }
}

const counted = (values: number): string => `${values} value${values === 1 ? '' : 's'}`;
