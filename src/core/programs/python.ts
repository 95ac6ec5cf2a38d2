/** A program in Python, for people who read that: what each line does there is what it does here. Nothing of it is run by us. */
import { INSTRUCTIONS, instructionNamed, type Operand, POSITION_BY_NUMBER } from './instructions.ts';
import type { Assignment, BinaryOperator, Body, Call, Declaration, Expression, For, If, Program, Statement } from './syntax/syntax.ts';
import { PRECEDENCE } from './syntax/syntax.ts';

export interface PythonOptions {
  /** Of the program, for its first line. */
  readonly name: string;
}

/** Functions first, as Python needs them; comments stay where they are. */
export function writePython({ body }: Program, { name }: PythonOptions): string {
  const functions = body.statements.filter((statement) => statement.kind === 'function');
  const others = body.statements.filter((statement) => statement.kind !== 'function');
  const globals = new Set(declaredIn(others));
  const writer = new PythonWriter(globals);
  const lines = [
    ...functions.flatMap((each) => [...writer.statement(each, ''), '']),
    ...writer.body({ statements: others, below: body.below }, '', 'may be empty'),
  ];
  const used = IMPORTED.filter((each) => lines.some((line) => new RegExp(`\\b${each}\\(`).test(line)));
  const head = [
    `# ${name.replaceAll(/\s+/g, ' ')}, in Python: for reading. Degrees, millimetres, milliseconds, percent.`,
    ...(used.length > 0 ? [`from robot import ${used.join(', ')}`] : []),
  ];
  return `${[...head, '', ...lines].join('\n').trimEnd()}\n`;
}

/** `/` and `%` leave off what is behind the point, which Python's do not below 0. */
const [QUOTIENT, REMAINDER] = ['quotient', 'remainder'];
const OWN_IN_PYTHON = new Set(['print', 'abs', 'min', 'max']);
const IMPORTED = [
  ...INSTRUCTIONS.map(({ name }) => name).filter((name) => !OWN_IN_PYTHON.has(name)),
  POSITION_BY_NUMBER,
  QUOTIENT,
  REMAINDER,
];
const TAKEN = new Set([
  ...[
    'False',
    'None',
    'True',
    'and',
    'as',
    'assert',
    'async',
    'await',
    'class',
    'def',
    'del',
    'elif',
    'except',
    'finally',
    'from',
    'global',
  ],
  ...['import', 'in', 'is', 'lambda', 'nonlocal', 'not', 'or', 'pass', 'raise', 'try', 'with', 'yield', 'range', 'bool', 'int', 'robot'],
  ...['exit', QUOTIENT, REMAINDER],
]);
const INDENT = '    ';

const named = (name: string): string => (TAKEN.has(name.replace(/_+$/, '')) ? `${name}_` : name);

type Stepping = Assignment | Extract<Statement, { kind: 'call' }>;

class PythonWriter {
  readonly #globals: ReadonlySet<string>;
  /** Of the loops around, what is done before the next round: a `continue` must do it, too. */
  readonly #steps: (Stepping | undefined)[] = [];
  #isInFunction = false;

  constructor(globals: ReadonlySet<string>) {
    this.#globals = globals;
  }

  body({ statements, below }: Body, indent: string, emptiness: 'needs pass' | 'may be empty' = 'needs pass'): string[] {
    const lines = [...statements.flatMap((each) => this.statement(each, indent)), ...commentLines(below, indent)];
    return statements.length === 0 && emptiness === 'needs pass' ? [...lines, `${indent}pass`] : lines;
  }

  statement(statement: Statement, indent: string): string[] {
    const lines = this.#written(statement, indent);
    const [first = '', ...others] = lines;
    const remark = statement.beside === undefined ? '' : `  ${hashed(statement.beside).join(' ')}`;
    return [...commentLines(statement.above, indent), first + remark, ...others];
  }

  #written(statement: Statement, indent: string): string[] {
    switch (statement.kind) {
      case 'function': {
        const parameters = statement.parameters.map(({ text }) => text);
        const own = new Set([...parameters, ...declaredIn(statement.body.statements)]);
        const shared = [...new Set(assignedIn(statement.body.statements))].filter((name) => this.#globals.has(name) && !own.has(name));
        const head = `${indent}def ${named(statement.name.text)}(${parameters.map(named).join(', ')}):`;
        this.#isInFunction = true;
        const inner = this.body(statement.body, indent + INDENT, 'may be empty');
        this.#isInFunction = false;
        const isOver = statement.body.statements.at(-1)?.kind === 'return';
        const global = shared.length > 0 ? [`${indent}${INDENT}global ${shared.map(named).join(', ')}`] : [];
        return [head, ...global, ...inner, ...(isOver ? [] : [`${indent}${INDENT}return 0`])];
      }
      case 'if':
        return this.#if(statement, indent, 'if');
      case 'while':
        return [`${indent}while ${condition(statement.condition)}:`, ...this.#loop(statement.body, indent, undefined)];
      case 'for':
        return this.#for(statement, indent);
      case 'continue': {
        const step = this.#steps.at(-1);
        return [...(step ? this.#written(step, indent) : []), `${indent}continue`];
      }
      case 'break':
        return [`${indent}break`];
      case 'return':
        if (!this.#isInFunction) return [`${indent}exit()`];
        return [`${indent}return ${statement.value ? value(statement.value) : '0'}`];
      default:
        return [indent + plain(statement)];
    }
  }

  #if({ condition: asked, body, otherwise }: If, indent: string, word: 'if' | 'elif'): string[] {
    const lines = [`${indent}${word} ${condition(asked)}:`, ...this.body(body, indent + INDENT)];
    if (!otherwise) return lines;
    const [only, ...others] = otherwise.statements;
    const isChain = only?.kind === 'if' && others.length === 0 && otherwise.below.length === 0;
    if (!isChain) return [...lines, `${indent}else:`, ...this.body(otherwise, indent + INDENT)];
    const [first = '', ...rest] = this.#if(only, indent, 'elif');
    const remark = only.beside === undefined ? '' : `  ${hashed(only.beside).join(' ')}`;
    return [...lines, ...commentLines(only.above, indent), first + remark, ...rest];
  }

  #loop(body: Body, indent: string, step: Stepping | undefined): string[] {
    this.#steps.push(step);
    const lines = this.body(body, indent + INDENT, step ? 'may be empty' : 'needs pass');
    this.#steps.pop();
    return lines;
  }

  #for(loop: For, indent: string): string[] {
    const range = rangeOf(loop);
    if (range) return [`${indent}for ${range}:`, ...this.#loop(loop.body, indent, undefined)];
    const { start, condition: asked, step, body } = loop;
    return [
      ...(start ? [indent + plain(start)] : []),
      `${indent}while ${asked ? condition(asked) : 'True'}:`,
      ...this.#loop(body, indent, step),
      ...(step ? this.#written(step, indent + INDENT) : []),
    ];
  }
}

/** `i in range(...)` where that is the same: it counts up by a constant to what stays, and nobody else sets i. */
function rangeOf({ start, condition: asked, step, body }: For): string | undefined {
  if (start?.kind !== 'declaration' || step?.kind !== 'assignment' || asked?.kind !== 'binary') return undefined;
  const counter = start.name.text;
  const isCounter = (expression: Expression): boolean => expression.kind === 'variable' && expression.name === counter;
  const { value: stepped } = step;
  const counts = stepped.kind === 'binary' && stepped.operator === '+' && isCounter(stepped.left) && stepped.right.kind === 'number';
  const isBounded = (asked.operator === '<' || asked.operator === '<=') && isCounter(asked.left) && asked.right.kind === 'number';
  if (step.name.text !== counter || !counts || !isBounded || assignedIn(body.statements).includes(counter)) return undefined;
  const by = stepped.right.kind === 'number' ? stepped.right.value : 0;
  if (by === 0 || asked.right.kind !== 'number') return undefined;
  const end = asked.right.value + (asked.operator === '<=' ? 1 : 0);
  const from = start.value ? value(start.value) : '0';
  const parts = by !== 1 ? [from, end, by] : from !== '0' ? [from, end] : [end];
  return `${named(counter)} in range(${parts.join(', ')})`;
}

function plain(statement: Declaration | Assignment | Extract<Statement, { kind: 'call' }>): string {
  if (statement.kind === 'call') return calledAlone(statement.call);
  return `${named(statement.name.text)} = ${statement.value ? value(statement.value) : '0'}`;
}

/** What is read into a variable is, in Python, what the variable is set to. */
function calledAlone(call: Call): string {
  const operands = operandsOf(call);
  const target = formOf(call)?.findIndex(({ kind }) => kind === 'target') ?? -1;
  if (target < 0) return written(call);
  return `${operands[target]} = ${call.name.text}(${operands.filter((_, index) => index !== target).join(', ')})`;
}

const formOf = ({ name, operands }: Call): readonly Operand[] | undefined =>
  instructionNamed(name.text)?.forms.find(({ length }) => length === operands.length);

function operandsOf(call: Call): string[] {
  const form = formOf(call);
  // Taught positions are names there: Python would look for a variable.
  return call.operands.map((operand, index) =>
    form?.[index]?.kind === 'position' && operand.kind === 'variable' ? `"${operand.name}"` : value(operand),
  );
}

function written(call: Call): string {
  const own = instructionNamed(call.name.text);
  const isOfLanguage = own !== undefined || call.name.text === POSITION_BY_NUMBER;
  const separator = own?.isVariadic && call.operands.length > 1 ? ', sep=""' : '';
  return `${isOfLanguage ? call.name.text : named(call.name.text)}(${operandsOf(call).join(', ')}${separator})`;
}

const SIGNS: Readonly<Partial<Record<BinaryOperator, string>>> = { '&&': 'and', '||': 'or' };
const isTruth = ({ kind, ...rest }: Expression): boolean =>
  kind === 'binary' && 'operator' in rest && PRECEDENCE[rest.operator as BinaryOperator] <= PRECEDENCE['<'];

/** As a number: a comparison is 1 or 0. */
function value(expression: Expression): string {
  if (isTruth(expression) || (expression.kind === 'unary' && expression.operator === '!')) return `int(${condition(expression)})`;
  switch (expression.kind) {
    case 'number':
      return String(expression.value);
    case 'text':
      return JSON.stringify(expression.text);
    case 'variable':
      return named(expression.name);
    case 'constant':
      return expression.value ? '1' : '0';
    case 'calling':
      return written(expression);
    case 'unary':
      return expression.operand.kind === 'number' || expression.operand.kind === 'variable'
        ? `-${value(expression.operand)}`
        : `-(${value(expression.operand)})`;
    case 'binary': {
      const { operator, left, right } = expression;
      if (operator === '/' || operator === '%') return `${operator === '/' ? QUOTIENT : REMAINDER}(${value(left)}, ${value(right)})`;
      return `${side(left, operator, 'left')} ${operator} ${side(right, operator, 'right')}`;
    }
  }
}

/** As what an `if` asks. */
function condition(expression: Expression): string {
  if (expression.kind === 'constant') return expression.value ? 'True' : 'False';
  if (expression.kind === 'unary' && expression.operator === '!') return `not ${grouped(expression.operand)}`;
  if (expression.kind !== 'binary' || !isTruth(expression)) return value(expression);
  const { operator, left, right } = expression;
  const word = SIGNS[operator];
  if (word === undefined) return `${side(left, operator, 'left')} ${operator} ${side(right, operator, 'right')}`;
  return `${truth(left, operator)} ${word} ${truth(right, operator)}`;
}

const grouped = (expression: Expression): string =>
  expression.kind === 'binary' || expression.kind === 'unary' ? `(${condition(expression)})` : condition(expression);

const truth = (expression: Expression, operator: BinaryOperator): string =>
  expression.kind === 'binary' && PRECEDENCE[expression.operator] <= PRECEDENCE['&&'] && expression.operator !== operator
    ? `(${condition(expression)})`
    : // A number is as true there as here, but `5 and 3` would be 3.
      isTruth(expression) || expression.kind === 'constant' || (expression.kind === 'unary' && expression.operator === '!')
      ? condition(expression)
      : `bool(${value(expression)})`;

function side(expression: Expression, operator: BinaryOperator, at: 'left' | 'right'): string {
  const inner = value(expression);
  if (expression.kind !== 'binary' || isTruth(expression) || expression.operator === '/' || expression.operator === '%') return inner;
  const [binding, own] = [PRECEDENCE[expression.operator], PRECEDENCE[operator]];
  return binding < own || (binding === own && at === 'right') ? `(${inner})` : inner;
}

const commentLines = (comments: readonly string[], indent: string): string[] =>
  comments.flatMap((comment) => (comment === '' ? [''] : hashed(comment).map((line) => indent + line)));

/** A comment as Python has them, a line each. */
function hashed(comment: string): string[] {
  const inner = comment.startsWith('//') ? comment.slice(2) : comment.slice(2, -2);
  return inner.split('\n').map((line) => `# ${line.trim()}`.trimEnd());
}

function insideOf(statement: Statement): readonly Statement[] {
  const start = statement.kind === 'for' ? [statement.start, statement.step].flatMap((each) => each ?? []) : [];
  const body = 'body' in statement ? statement.body.statements : [];
  return [...start, ...body, ...(statement.kind === 'if' ? (statement.otherwise?.statements ?? []) : [])];
}

const declaredIn = (statements: readonly Statement[]): string[] =>
  statements.flatMap((each) => [...(each.kind === 'declaration' ? [each.name.text] : []), ...declaredIn(insideOf(each))]);

function assignedIn(statements: readonly Statement[]): string[] {
  return statements.flatMap((each) => {
    const target =
      each.kind === 'call' ? each.call.operands[formOf(each.call)?.findIndex(({ kind }) => kind === 'target') ?? -1] : undefined;
    const own = each.kind === 'assignment' ? [each.name.text] : target?.kind === 'variable' ? [target.name] : [];
    return [...own, ...assignedIn(insideOf(each))];
  });
}
