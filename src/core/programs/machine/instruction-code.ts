import { POSITION_BY_NUMBER } from '../instructions.ts';
import type { Call, Expression } from '../syntax/syntax.ts';
import { type DeedPlan, OP, type ReadPlan } from './code.ts';
import type { Emitter } from './emitter.ts';
import type { ExpressionCompiler } from './expressions.ts';

/** What a plan is, and which values it takes. */
type Planned =
  | { readonly read: ReadPlan; readonly values: readonly Expression[] }
  | { readonly deed: DeedPlan; readonly values: readonly Expression[] };

/** `register` gets what it gives: what is read, or whether it was done. Without one, what is not done ends the program. */
export function compileInstruction(call: Call, register: number | undefined, emitter: Emitter, expressions: ExpressionCompiler): void {
  const mark = expressions.mark();
  const [first] = call.operands;
  if (call.name.text === 'speed' && first) emitter.emit(OP.SPEED, 0, 0, expressions.operand(first));
  else {
    const planned = plan(call.name.text, call.operands);
    const from = expressions.spread(planned.values);
    if ('deed' in planned) emitter.do(register ?? -1, planned.deed, from);
    else emitter.read(register ?? expressions.allocate(), planned.read, from);
  }
  expressions.free(mark);
}

function plan(name: string, operands: readonly Expression[]): Planned {
  const [first, second] = operands;
  switch (name) {
    case 'move':
      return operands.length === 1 ? movePlan(first) : namedDof(first, second);
    case 'drive':
      return { deed: { kind: 'drive', turns: operands.length > 1 }, values: operands };
    case 'goto':
      return first?.kind === 'text'
        ? { deed: { kind: 'goto', place: first.text }, values: [] }
        : { deed: { kind: 'goto-point', turns: operands.length > 2 }, values: operands };
    case 'grip':
    case 'release':
    case 'wait':
      return { deed: { kind: name }, values: operands };
    case 'flag':
      return first ? { deed: { kind: 'flag' }, values: [first] } : { read: { kind: 'flag' }, values: [] };
    case 'wcellflag':
      return { deed: { kind: 'cell-flag' }, values: operands };
    case 'print':
      return {
        deed: { kind: 'print', parts: operands.map((part) => (part.kind === 'text' ? part.text : undefined)) },
        values: operands.filter(({ kind }) => kind !== 'text'),
      };
    default:
      return readPlan(name, operands);
  }
}

function movePlan(position: Expression | undefined): Planned {
  if (position?.kind === 'calling' && position.name.text === POSITION_BY_NUMBER)
    return { deed: { kind: 'move', position: undefined }, values: position.operands };
  return { deed: { kind: 'move', position: nameIn(position) }, values: [] };
}

function namedDof(dof: Expression | undefined, by: Expression | undefined): Planned {
  const name = textIn(dof);
  return { deed: { kind: 'move-by', dof: name }, values: present(name === undefined ? [dof, by] : [by]) };
}

function readPlan(name: string, operands: readonly Expression[]): Planned {
  const [first, second, third] = operands;
  switch (name) {
    case 'rcellflag':
    case 'cellflag':
      return { read: { kind: 'cell-flag' }, values: present([first]) };
    case 'flagof':
      return { read: { kind: 'flag-of', robot: textIn(first) ?? '' }, values: [] };
    case 'sensor':
      return {
        read: { kind: 'sensor', sensor: textIn(first) ?? '', robot: undefined, hasBeam: second !== undefined },
        values: present([second]),
      };
    case 'sensorof':
      return {
        read: { kind: 'sensor', sensor: textIn(second) ?? '', robot: textIn(first), hasBeam: third !== undefined },
        values: present([third]),
      };
    case 'dof': {
      const dof = textIn(first);
      return { read: { kind: 'dof', name: dof }, values: dof === undefined ? present([first]) : [] };
    }
    case 'time':
      return { read: { kind: 'time' }, values: [] };
    default:
      throw new Error(`${name} is an instruction: checks let no other through`);
  }
}

const textIn = (expression: Expression | undefined): string | undefined => (expression?.kind === 'text' ? expression.text : undefined);
const nameIn = (expression: Expression | undefined): string | undefined =>
  expression?.kind === 'variable' ? expression.name : textIn(expression);
const present = (expressions: readonly (Expression | undefined)[]): Expression[] =>
  expressions.filter((expression): expression is Expression => expression !== undefined);
