import { type Diagnostic, diagnosticsOf } from '../base/diagnostics.ts';
import { parse } from './syntax/parse.ts';
import { type BinaryOperator, type Body, type Expression, PRECEDENCE, type Program, type Statement } from './syntax/syntax.ts';

export interface Formatting {
  /** Undefined when the text has errors in its words. */
  readonly text: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The same program, laid out as all are. */
export function formatProgram(text: string): Formatting {
  const { program, findings } = parse(text);
  return { text: program && writeProgram(program), diagnostics: diagnosticsOf(text, findings) };
}

/** The text of a program: two blanks of indent, always braces, comments where they were. */
export function writeProgram({ body }: Program): string {
  const lines = linesOf(body, '');
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

const INDENT = '  ';

function linesOf({ statements, below }: Body, indent: string): string[] {
  const lines: string[] = [];
  for (const statement of statements) lines.push(...commented(statement.above, indent), ...written(statement, indent));
  return [...lines, ...commented(below, indent)];
}

const commented = (comments: readonly string[], indent: string): string[] =>
  comments.map((comment) => (comment === '' ? '' : indent + comment));

function written(statement: Statement, indent: string): string[] {
  const { beside } = statement;
  const remark = beside === undefined ? '' : ` ${beside}`;
  switch (statement.kind) {
    case 'if':
      return branches(statement, indent, remark);
    case 'while':
      return braced(`while (${expressed(statement.condition)})`, statement.body, indent, remark);
    case 'for': {
      const { start, condition, step, body } = statement;
      const parts = [start ? plain(start) : '', condition ? ` ${expressed(condition)}` : '', step ? ` ${plain(step)}` : ''];
      return braced(`for (${parts.join(';')})`, body, indent, remark);
    }
    case 'function':
      return braced(
        `function ${statement.name.text}(${statement.parameters.map(({ text }) => text).join(', ')})`,
        statement.body,
        indent,
        remark,
      );
    default:
      return [`${indent}${plain(statement)};${remark}`];
  }
}

/** Of a statement without a body, without the sign at its end. */
type Plain = Extract<Statement, { kind: 'declaration' | 'assignment' | 'call' | 'return' | 'break' | 'continue' }>;

function plain(statement: Plain): string {
  switch (statement.kind) {
    case 'declaration':
      return `int ${statement.name.text}${statement.value ? ` = ${expressed(statement.value)}` : ''}`;
    case 'assignment':
      return `${statement.name.text} = ${expressed(statement.value)}`;
    case 'call':
      return expressed(statement.call);
    case 'return':
      return statement.value ? `return ${expressed(statement.value)}` : 'return';
    default:
      return statement.kind;
  }
}

function braced(head: string, body: Body, indent: string, remark: string): string[] {
  const inner = linesOf(body, indent + INDENT);
  return inner.length === 0 && remark === '' ? [`${indent}${head} {}`] : [`${indent}${head} {${remark}`, ...inner, `${indent}}`];
}

function branches(first: Extract<Statement, { kind: 'if' }>, indent: string, remark: string): string[] {
  const lines = [`${indent}if (${expressed(first.condition)}) {${remark}`];
  let branch = first;
  for (;;) {
    lines.push(...linesOf(branch.body, indent + INDENT));
    const { otherwise } = branch;
    if (!otherwise) return [...lines, `${indent}}`];
    const [only, ...others] = otherwise.statements;
    if (only?.kind !== 'if' || others.length > 0 || only.above.length > 0 || otherwise.below.length > 0)
      return [...lines, `${indent}} else {`, ...linesOf(otherwise, indent + INDENT), `${indent}}`];
    lines.push(`${indent}} else if (${expressed(only.condition)}) {${only.beside === undefined ? '' : ` ${only.beside}`}`);
    branch = only;
  }
}

const UNARY = 7;

export function expressed(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return String(expression.value);
    case 'text':
      return `"${expression.text}"`;
    case 'variable':
      return expression.name;
    case 'constant':
      return String(expression.value);
    case 'calling':
      return `${expression.name.text}(${expression.operands.map(expressed).join(', ')})`;
    case 'unary': {
      const inner = expressed(expression.operand);
      // -(-a) as two signs beside each other would be another one.
      const isPlain = bindingOf(expression.operand) > UNARY || (expression.operator === '!' && expression.operand.kind === 'unary');
      return `${expression.operator}${isPlain ? inner : `(${inner})`}`;
    }
    case 'binary': {
      const { operator, left, right } = expression;
      return `${side(left, operator, 'left')} ${operator} ${side(right, operator, 'right')}`;
    }
  }
}

const bindingOf = (expression: Expression): number =>
  expression.kind === 'binary' ? PRECEDENCE[expression.operator] : expression.kind === 'unary' ? UNARY : UNARY + 1;

function side(expression: Expression, operator: BinaryOperator, at: 'left' | 'right'): string {
  const inner = expressed(expression);
  const [binding, own] = [bindingOf(expression), PRECEDENCE[operator]];
  // Few know by heart what binds tighter of "and" and "or".
  const isUnclear = operator === '||' && expression.kind === 'binary' && expression.operator === '&&';
  return binding < own || (binding === own && at === 'right') || isUnclear ? `(${inner})` : inner;
}
