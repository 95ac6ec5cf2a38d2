import { formsOf, type Instruction, type Operand, POSITION_BY_NUMBER } from '../instructions.ts';
import { canDrive, dofIndex, dofNames, type Surroundings } from '../surroundings.ts';
import type { Call, Expression } from '../syntax/syntax.ts';
import { constantOf } from './constants.ts';
import type { Findings } from './findings.ts';
import type { Scope } from './scope.ts';

/** What looks at operands that anything may have. */
interface Others {
  value(expression: Expression, scope: Scope): void;
  target(expression: Expression, scope: Scope): void;
}

/** Whether instructions have what they take, and the robot what they need. */
export class InstructionChecks {
  readonly #findings: Findings;
  readonly #surroundings: Surroundings;
  readonly #others: Others;

  constructor(findings: Findings, surroundings: Surroundings, others: Others) {
    this.#findings = findings;
    this.#surroundings = surroundings;
    this.#others = others;
  }

  check(call: Call, instruction: Instruction, scope: Scope, use: 'statement' | 'value'): void {
    const { operands } = call;
    const form = formOf(instruction, operands.length);
    if (!form) {
      this.#findings.error('arguments', call, `${instruction.name} does not take ${operands.length} values`, {
        remedy: `write ${formsOf(instruction)}`,
      });
      return;
    }
    for (const [index, operand] of operands.entries()) this.#operand(operand, (form[index] ?? form[0]) as Operand, scope);
    this.#use(call, instruction, use);
    this.#robot(call, instruction);
  }

  #use(call: Call, instruction: Instruction, use: 'statement' | 'value'): void {
    const isReading = isRead(instruction, call.operands.length);
    const isUsable = instruction.hasValue && (isReading || instruction.nature === 'lasting');
    if (use === 'value' && !isUsable) this.#valueless(call);
    else if (use === 'statement' && isReading && instruction.hasValue)
      this.#findings.warning('unused', call, `what ${instruction.name} gives is not used`, {
        remedy: `write: x = ${instruction.name}(...)`,
      });
  }

  #valueless(call: Call): void {
    this.#findings.error('no-value', call, `${call.name.text} gives no value`, { remedy: 'write it as a statement of its own' });
  }

  #robot(call: Call, { name }: Instruction): void {
    const { model } = this.#surroundings;
    if (!model) return;
    if ((name === 'grip' || name === 'release') && !model.tool?.gripper)
      this.#findings.error('robot', call, `${model.name} has no gripper`, { remedy: 'choose another robot' });
    if ((name === 'drive' || name === 'goto') && !canDrive(model))
      this.#findings.error('robot', call, `${model.name} stands where it is`, { remedy: 'use move, or choose another robot' });
  }

  #operand(expression: Expression, { kind, name, range }: Operand, scope: Scope): void {
    switch (kind) {
      case 'value':
        this.#others.value(expression, scope);
        this.#range(expression, name, range);
        return;
      case 'target':
        this.#others.target(expression, scope);
        return;
      case 'position':
        this.#position(expression, scope);
        return;
      case 'dof':
        this.#dof(expression, scope);
        return;
      case 'printed':
        if (expression.kind !== 'text') this.#others.value(expression, scope);
        return;
      case 'robot':
      case 'sensor':
      case 'place':
        this.#named(expression, kind);
    }
  }

  #range(expression: Expression, name: string, range: Operand['range']): void {
    const value = constantOf(expression);
    if (value === undefined || !range || (value >= range[0] && value <= range[1])) return;
    this.#findings.error('range', expression, `${name} goes from ${range[0]} to ${range[1]}; ${value} is outside`, {
      remedy: 'use another number',
    });
  }

  #position(expression: Expression, scope: Scope): void {
    const { positions } = this.#surroundings;
    if (expression.kind === 'calling' && expression.name.text === POSITION_BY_NUMBER) {
      const [number, ...others] = expression.operands;
      if (!number || others.length > 0)
        this.#findings.error('arguments', expression, 'position takes 1 value', { remedy: 'write position(n)' });
      else {
        this.#others.value(number, scope);
        if (positions) this.#range(number, 'n', [1, Math.max(1, positions.length)]);
      }
      return;
    }
    const name = expression.kind === 'variable' ? expression.name : expression.kind === 'text' ? expression.text : undefined;
    if (name === undefined)
      this.#findings.error('kind', expression, 'here stands a taught position', {
        remedy: 'write its name, as in move(p1), or position(n)',
      });
    else if (positions && !positions.includes(name))
      this.#findings.unknown(
        'unknown-position',
        expression,
        `there is no position ${name}`,
        name,
        positions,
        positions.length === 0 ? 'teach it first; or move one joint: move(f, g)' : `there are ${listed(positions)}`,
      );
  }

  #dof(expression: Expression, scope: Scope): void {
    const { model } = this.#surroundings;
    const names = model && dofNames(model);
    if (expression.kind === 'text') {
      if (names && dofIndex(expression.text, model) < 0)
        this.#unknownText('unknown-dof', expression, `${model.name} has no ${expression.text}`, names);
      return;
    }
    this.#others.value(expression, scope);
    const number = constantOf(expression);
    if (!names || number === undefined || (number >= 1 && number <= names.length)) return;
    this.#findings.error('unknown-dof', expression, `${model.name} has ${names.length} degrees of freedom; there is no number ${number}`, {
      remedy: `they are ${listed(names)}, counted from 1`,
    });
  }

  #named(expression: Expression, kind: 'robot' | 'sensor' | 'place'): void {
    if (expression.kind !== 'text') {
      const edits =
        expression.kind === 'variable' ? [{ from: expression.from, to: expression.to, insert: `"${expression.name}"` }] : undefined;
      this.#findings.error('kind', expression, `here stands the name of a ${kind}, as text`, {
        remedy: 'write it in quotes',
        fix: edits && { title: 'Write it in quotes', edits },
      });
      return;
    }
    const known = { robot: this.#surroundings.robots, sensor: this.#surroundings.sensors, place: this.#surroundings.places }[kind];
    if (known && !known.includes(expression.text))
      this.#unknownText(`unknown-${kind}`, expression, `there is no ${kind} ${expression.text}`, known);
  }

  #unknownText(code: string, expression: Extract<Expression, { kind: 'text' }>, message: string, known: readonly string[]): void {
    const inner = { from: expression.from + 1, to: expression.to - 1 };
    this.#findings.unknown(
      code,
      inner,
      message,
      expression.text,
      known,
      known.length === 0 ? 'there is none' : `there are ${listed(known)}`,
    );
  }
}

/** How it is written with so many operands. */
export const formOf = ({ forms, isVariadic }: Instruction, operands: number): readonly Operand[] | undefined =>
  isVariadic && operands > 0 ? forms[0] : forms.find(({ length }) => length === operands);

/** `flag()` reads, `flag(v)` does not. */
export const isRead = ({ name, nature }: Instruction, operands: number): boolean =>
  nature === 'reading' || nature === 'reckoning' || (name === 'flag' && operands === 0);

const MOST_LISTED = 8;
const listed = (names: readonly string[]): string =>
  names.length > MOST_LISTED ? `${names.slice(0, MOST_LISTED).join(', ')} and ${names.length - MOST_LISTED} more` : names.join(', ');
