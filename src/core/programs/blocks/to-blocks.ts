import { instructionNamed, type OperandKind } from '../instructions.ts';
import type { Body, Call, Expression, For, If, Program, Statement } from '../syntax/syntax.ts';
import {
  type Block,
  type BlockDocument,
  type BlockShape,
  branch,
  NOTE_BLOCK,
  operandInput,
  type Plug,
  parameterField,
  STATEMENT_BLOCKS,
  VALUE_BLOCKS,
} from './block-document.ts';

/** The blocks that say the same as a program, in one stack. */
export function programToBlocks({ body }: Program): BlockDocument {
  const first = stackOf(body);
  return { blocks: { languageVersion: 0, blocks: first ? [{ ...first, x: 0, y: 0 }] : [] } };
}

/** What stands in a socket until something else does. */
export const ZERO: Block = { type: VALUE_BLOCKS.number, fields: { NUM: 0 } };
export const TRUE: Block = { type: VALUE_BLOCKS.constant, fields: { VALUE: 'true' } };

/** From its end: a program of many statements is many blocks inside of each other. */
function stackOf({ statements, below }: Body): Block | undefined {
  const blocks = [...statements.flatMap((statement) => withNotes(statement)), ...notesOf(below).notes];
  return blocks.reduceRight<Block | undefined>((next, block) => (next ? { ...block, next: { block: next } } : block), undefined);
}

function withNotes(statement: Statement): Block[] {
  const { notes, isApart } = notesOf(statement.above);
  const { beside } = statement;
  const own = blockOf(statement);
  const shape = { ...own.extraState, ...(isApart && { isApart }), ...(beside !== undefined && { remark: beside }) };
  return [...notes, Object.keys(shape).length === 0 ? own : { ...own, extraState: shape }];
}

/** Comments as blocks; an empty line is told of by what stands below it. */
function notesOf(lines: readonly string[]): { readonly notes: Block[]; readonly isApart: boolean } {
  const notes: Block[] = [];
  let isApart = false;
  for (const line of lines) {
    if (line !== '') notes.push(noteOf(line, isApart));
    isApart = line === '';
  }
  return { notes, isApart };
}

function noteOf(text: string, isApart: boolean): Block {
  const shape: BlockShape = { ...(isApart && { isApart }), ...(text.includes('\n') && { text }) };
  const held = Object.keys(shape).length > 0 && { extraState: shape };
  return text.includes('\n') ? { type: NOTE_BLOCK, ...held } : { type: NOTE_BLOCK, fields: { TEXT: text }, ...held };
}

function blockOf(statement: Statement): Block {
  const type = STATEMENT_BLOCKS[statement.kind];
  switch (statement.kind) {
    case 'declaration':
      return { type, fields: { NAME: statement.name.text }, ...(statement.value && { inputs: { VALUE: plug(statement.value) } }) };
    case 'assignment':
      return { type, fields: { NAME: statement.name.text }, inputs: { VALUE: plug(statement.value) } };
    case 'call':
      return { type, ...callParts(statement.call) };
    case 'if':
      return ifBlock(statement);
    case 'while':
      return { type, inputs: { [branch(0).condition]: plug(statement.condition, TRUE), ...bodyPlug(branch(0).body, statement.body) } };
    case 'for':
      return forBlock(statement);
    case 'function': {
      const parameters = statement.parameters.map(({ text }, index) => [parameterField(index), text] as const);
      return {
        ...{ type, fields: { NAME: statement.name.text, ...Object.fromEntries(parameters) } },
        ...{ extraState: { parameters: parameters.length }, inputs: bodyPlug(branch(0).body, statement.body) },
      };
    }
    case 'return':
      return { type, ...(statement.value && { inputs: { VALUE: plug(statement.value) } }) };
    case 'break':
    case 'continue':
      return { type };
  }
}

/** An if that is all there is behind an else is a branch of the same block, as it is in the text. */
function ifBlock(first: If): Block {
  const inputs: Record<string, Plug> = {};
  const elseIfs: string[] = [];
  let last = first;
  for (let index = 0; ; index++) {
    inputs[branch(index).condition] = plug(last.condition, TRUE);
    Object.assign(inputs, bodyPlug(branch(index).body, last.body));
    const only = last.otherwise && onlyIf(last.otherwise);
    if (!only) break;
    elseIfs.push(only.beside ?? '');
    last = only;
  }
  const { otherwise } = last;
  if (otherwise) Object.assign(inputs, bodyPlug('ELSE', otherwise));
  return { type: STATEMENT_BLOCKS.if, extraState: { elseIfs, hasElse: otherwise !== undefined }, inputs };
}

function onlyIf({ statements, below }: Body): If | undefined {
  const [only, ...others] = statements;
  return only?.kind === 'if' && others.length === 0 && below.length === 0 && only.above.length === 0 ? only : undefined;
}

function forBlock({ start, condition, step, body }: For): Block {
  const inputs: Record<string, Plug> = {};
  if (start?.value) inputs.START_VALUE = plug(start.value);
  if (condition) inputs[branch(0).condition] = plug(condition, TRUE);
  if (step?.kind === 'assignment') inputs.STEP_VALUE = plug(step.value);
  if (step?.kind === 'call') inputs.STEP_CALL = { block: valueBlock(step.call) };
  const fields = { ...(start && { START: start.name.text }), ...(step?.kind === 'assignment' && { STEP: step.name.text }) };
  const shape: BlockShape = { ...(start && { start: start.kind }), ...(step && { step: step.kind }) };
  return { type: STATEMENT_BLOCKS.for, fields, extraState: shape, inputs: { ...inputs, ...bodyPlug(branch(0).body, body) } };
}

function bodyPlug(input: string, body: Body): Readonly<Record<string, Plug>> {
  const block = stackOf(body);
  return block ? { [input]: { block } } : {};
}

function callParts({ name, operands }: Call): Pick<Block, 'extraState' | 'inputs'> {
  const instruction = instructionNamed(name.text);
  const form = instruction?.forms.find(({ length }) => length === operands.length);
  const plugs = operands.map((operand, index) => [operandInput(index), plug(operand, ZERO, form?.[index]?.kind)] as const);
  return { extraState: { name: name.text, operands: operands.length }, ...(plugs.length > 0 && { inputs: Object.fromEntries(plugs) }) };
}

/** Numbers are shadows: what is dropped on them takes their place. */
function plug(expression: Expression, shadow: Block = ZERO, kind?: OperandKind): Plug {
  const block = valueBlock(expression, kind);
  return block.type === shadow.type ? { shadow: block } : { block, shadow };
}

function valueBlock(expression: Expression, kind?: OperandKind): Block {
  switch (expression.kind) {
    case 'number':
      return { type: VALUE_BLOCKS.number, fields: { NUM: expression.value } };
    case 'text':
      return { type: VALUE_BLOCKS.text, fields: { TEXT: expression.text } };
    case 'variable':
      return { type: kind === 'position' ? VALUE_BLOCKS.position : VALUE_BLOCKS.variable, fields: { NAME: expression.name } };
    case 'constant':
      return { type: VALUE_BLOCKS.constant, fields: { VALUE: String(expression.value) } };
    case 'calling':
      return { type: VALUE_BLOCKS.calling, ...callParts(expression) };
    case 'unary': {
      const { operator, operand } = expression;
      // A field has no zero below zero.
      const isNegative = operator === '-' && operand.kind === 'number' && operand.value > 0;
      if (isNegative) return { type: VALUE_BLOCKS.number, fields: { NUM: -operand.value } };
      return { type: VALUE_BLOCKS.unary, fields: { OP: operator }, inputs: { A: plug(operand) } };
    }
    case 'binary': {
      const { operator, left, right } = expression;
      return { type: VALUE_BLOCKS.binary, fields: { OP: operator }, inputs: { A: plug(left), B: plug(right) } };
    }
  }
}
