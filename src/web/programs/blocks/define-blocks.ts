import * as Blockly from 'blockly/core';
import {
  type BlockShape,
  branch,
  NOTE_BLOCK,
  operandInput,
  parameterField,
  STATEMENT_BLOCKS,
  VALUE_BLOCKS,
} from '../../../core/programs/blocks/blocks.ts';
import { type BlockIcon, iconAddress } from './block-icons.ts';
import { type BlockTopic, isTruth, OPERATORS, wordsOf } from './block-words.ts';

/** Names that can be chosen in blocks: all that the program uses, and what is known around it. */
export interface BlockNames {
  variables: readonly string[];
  positions: readonly string[];
}

/** A block with what of it is no field. */
type ShapedBlock = Blockly.Block & { shape?: BlockShape };

const ICON_PX = 18;
const HEXAGONAL = 1;
const ROUND = 2;

const icon = (of: BlockIcon): Blockly.FieldImage => new Blockly.FieldImage(iconAddress(of), ICON_PX, ICON_PX, '');

/** A name to choose: of those that are known, and the one that is there, known or not. */
class NameField extends Blockly.FieldDropdown {
  // Blockly asks for the options while it is still being made.
  #written: string | undefined = undefined;

  constructor(names: () => readonly string[]) {
    super(function (this: Blockly.FieldDropdown) {
      const own = this instanceof NameField && #written in this ? this.#written : undefined;
      const all = new Set([...(own === undefined ? [] : [own]), ...names()]);
      return (all.size > 0 ? [...all] : ['']).map((name): [string, string] => [name, name]);
    });
  }

  protected override doClassValidation_(value?: string): string | null {
    if (typeof value !== 'string') return null;
    if (#written in this) {
      this.#written = value;
      this.getOptions(false);
    }
    return value;
  }
}

const choice = (names: () => readonly string[]): Blockly.FieldDropdown => new NameField(names);

type Build = (block: ShapedBlock, shape: BlockShape) => void;

/** Builds the block anew for each shape; a remark beside it is its last field on its first row. */
function define(type: string, topic: BlockTopic, plugs: 'statement' | 'value', build: Build): void {
  const built = (block: ShapedBlock, shape: BlockShape): void => {
    block.shape = shape;
    for (const { name } of [...block.inputList]) block.removeInput(name);
    build(block, shape);
    if (shape.remark !== undefined) addRemark(block, shape.remark);
    block.setInputsInline(true);
  };
  Blockly.Blocks[type] = {
    init(this: ShapedBlock) {
      this.setStyle(topic);
      if (plugs === 'value') this.setOutput(true);
      else {
        this.setPreviousStatement(true);
        this.setNextStatement(true);
      }
      built(this, {});
    },
    saveExtraState(this: ShapedBlock): BlockShape | null {
      const remark = this.getField('REMARK') ? String(this.getFieldValue('REMARK')) : undefined;
      const shape = { ...this.shape, ...(remark !== undefined && { remark }) };
      return Object.keys(shape).length === 0 ? null : shape;
    },
    loadExtraState(this: ShapedBlock, shape: BlockShape) {
      built(this, shape);
    },
  };
}

function addRemark(block: Blockly.Block, remark: string): void {
  const row = block.appendDummyInput('REMARK_ROW').appendField(new Blockly.FieldTextInput(remark), 'REMARK');
  const first = block.inputList.find(({ type }) => type === Blockly.inputs.inputTypes.STATEMENT);
  if (first) block.moveInputBefore(row.name, first.name);
}

let rows = 0;
/** Every input has a name, so that it can be taken away. */
const row = (block: Blockly.Block): Blockly.Input => block.appendDummyInput(`ROW${++rows}`);

/** `%1` and so on become sockets. */
function writeWords(block: Blockly.Block, words: string, first: BlockIcon | undefined): void {
  let isFirst = true;
  for (const part of words.split(/(%\d)/)) {
    const hole = /^%(\d)$/.exec(part);
    const text = part.trim();
    if (!hole && text === '' && !isFirst) continue;
    const input = hole ? block.appendValueInput(operandInput(Number(hole[1]) - 1)) : row(block);
    if (isFirst && first) input.appendField(icon(first));
    if (!hole && text !== '') input.appendField(text);
    isFirst = false;
  }
}

function defineCall(type: string, plugs: 'statement' | 'value'): void {
  define(type, 'functions', plugs, (block, { name = '', operands = 0 }) => {
    const { topic, icon: first, words } = wordsOf(name, operands);
    block.setStyle(topic);
    writeWords(block, words, first);
    if (plugs === 'value') block.setOutputShape(ROUND);
  });
}

function defineFlow(names: BlockNames): void {
  define(STATEMENT_BLOCKS.if, 'flow', 'statement', (block, { elseIfs = [], hasElse }) => {
    for (let index = 0; index <= elseIfs.length; index++) {
      const { condition, body } = branch(index);
      const head = block.appendValueInput(condition);
      if (index === 0) head.appendField(icon('choice'));
      head.appendField(index === 0 ? 'if' : 'else if');
      block.appendStatementInput(body);
    }
    if (!hasElse) return;
    row(block).appendField('else');
    block.appendStatementInput('ELSE');
  });
  define(STATEMENT_BLOCKS.while, 'flow', 'statement', (block) => {
    block.appendValueInput(branch(0).condition).appendField(icon('loop')).appendField('while');
    block.appendStatementInput(branch(0).body);
  });
  define(STATEMENT_BLOCKS.for, 'flow', 'statement', (block, { start, step }) => {
    const head = row(block).appendField(icon('loop')).appendField('for');
    if (start) {
      const name = start === 'declaration' ? new Blockly.FieldTextInput('i') : choice(() => names.variables);
      head.appendField(name, 'START');
      block.appendValueInput('START_VALUE').appendField('=');
    }
    block.appendValueInput(branch(0).condition).appendField('while');
    if (step === 'assignment') {
      row(block)
        .appendField('then')
        .appendField(
          choice(() => names.variables),
          'STEP',
        );
      block.appendValueInput('STEP_VALUE').appendField('=');
    }
    if (step === 'call') block.appendValueInput('STEP_CALL').appendField('then');
    block.appendStatementInput(branch(0).body);
  });
  define(STATEMENT_BLOCKS.break, 'flow', 'statement', (block) => void row(block).appendField(icon('leave')).appendField('leave the loop'));
  define(STATEMENT_BLOCKS.continue, 'flow', 'statement', (block) => void row(block).appendField(icon('loop')).appendField('next round'));
}

function defineNames(names: BlockNames): void {
  define(STATEMENT_BLOCKS.declaration, 'variables', 'statement', (block) => {
    row(block).appendField(icon('variable')).appendField('new').appendField(new Blockly.FieldTextInput('n'), 'NAME');
    block.appendValueInput('VALUE').appendField('=');
  });
  define(STATEMENT_BLOCKS.assignment, 'variables', 'statement', (block) => {
    row(block)
      .appendField(icon('variable'))
      .appendField('set')
      .appendField(
        choice(() => names.variables),
        'NAME',
      );
    block.appendValueInput('VALUE').appendField('to');
  });
  define(STATEMENT_BLOCKS.function, 'functions', 'statement', (block, { parameters = 0 }) => {
    const head = row(block).appendField(icon('function')).appendField('function').appendField(new Blockly.FieldTextInput('name'), 'NAME');
    for (let index = 0; index < parameters; index++) {
      if (index === 0) head.appendField('with');
      head.appendField(new Blockly.FieldTextInput('value'), parameterField(index));
    }
    block.appendStatementInput(branch(0).body);
  });
  define(STATEMENT_BLOCKS.return, 'functions', 'statement', (block) => {
    block.appendValueInput('VALUE').appendField(icon('leave')).appendField('return');
  });
  define(NOTE_BLOCK, 'notes', 'statement', (block, { text }) => {
    if (text === undefined) {
      row(block).appendField(icon('note')).appendField(new Blockly.FieldTextInput('// '), 'TEXT');
      return;
    }
    for (const [index, line] of text.split('\n').entries()) {
      const input = row(block);
      if (index === 0) input.appendField(icon('note'));
      input.appendField(line.trim() === '' ? ' ' : line);
      block.appendEndRowInput(`END${index}`);
    }
  });
}

function defineValues(names: BlockNames): void {
  const leaf = (type: string, topic: BlockTopic, field: () => Blockly.Field, name: string) =>
    define(type, topic, 'value', (block) => {
      row(block).appendField(field(), name);
      block.setOutputShape(ROUND);
    });
  leaf(VALUE_BLOCKS.number, 'values', () => new Blockly.FieldNumber(0, -2147483647, 2147483647, 1), 'NUM');
  leaf(VALUE_BLOCKS.text, 'telling', () => new Blockly.FieldTextInput('text'), 'TEXT');
  leaf(VALUE_BLOCKS.variable, 'variables', () => choice(() => names.variables), 'NAME');
  leaf(VALUE_BLOCKS.position, 'motion', () => choice(() => names.positions), 'NAME');
  define(VALUE_BLOCKS.constant, 'values', 'value', (block) => {
    const words: [string, string][] = [
      ['true', 'true'],
      ['false', 'false'],
    ];
    row(block).appendField(new Blockly.FieldDropdown(words), 'VALUE');
    block.setOutputShape(HEXAGONAL);
  });
  define(VALUE_BLOCKS.unary, 'values', 'value', (block) => {
    const signs: [string, string][] = [
      ['not', '!'],
      ['−', '-'],
    ];
    const shaped = (sign: string) => {
      block.setOutputShape(sign === '!' ? HEXAGONAL : ROUND);
      return sign;
    };
    block.appendValueInput('A').appendField(new Blockly.FieldDropdown(signs, shaped), 'OP');
    block.setOutputShape(HEXAGONAL);
  });
  define(VALUE_BLOCKS.binary, 'values', 'value', (block) => {
    const shaped = (sign: string) => {
      block.setOutputShape(isTruth(sign) ? HEXAGONAL : ROUND);
      return sign;
    };
    block.appendValueInput('A');
    const signs = OPERATORS.map(([label, operator]): [string, string] => [label, operator]);
    block.appendValueInput('B').appendField(new Blockly.FieldDropdown(signs, shaped), 'OP');
    block.setOutputShape(ROUND);
  });
}

/** Makes the blocks of the language known to Blockly. `names` are asked whenever somebody chooses. */
export function defineBlocks(names: BlockNames): void {
  defineCall(STATEMENT_BLOCKS.call, 'statement');
  defineCall(VALUE_BLOCKS.calling, 'value');
  defineFlow(names);
  defineNames(names);
  defineValues(names);
}
