import type * as Blockly from 'blockly/core';
import { type Block, NOTE_BLOCK, type Plug, programToBlocks } from '../../../core/programs/blocks/blocks.ts';
import { type Program, parse } from '../../../core/programs/programs.ts';
import { BLOCK_COLOURS, type BlockTopic } from './block-words.ts';

/** The blocks that a line of the language is. */
function blocksOf(text: string): Block {
  const { program } = parse(text);
  const block = program && programToBlocks(program).blocks?.blocks[0];
  if (!block) throw new Error(`the toolbox says what is no program: ${text}`);
  return block;
}

/** The value that stands in `x = value;`. */
function valueOfLine(text: string): Block {
  const plug: Plug | undefined = blocksOf(`x = ${text};`).inputs?.VALUE;
  const block = plug?.block ?? plug?.shadow;
  if (!block) throw new Error(`the toolbox says what is no value: ${text}`);
  return block;
}

interface Category {
  readonly name: string;
  readonly topic: BlockTopic;
  readonly blocks: readonly Block[];
}

function categoriesOf(program: Program | undefined, position: string, variable: string): Category[] {
  const lines = (...texts: string[]): Block[] => texts.map(blocksOf);
  const values = (...texts: string[]): Block[] => texts.map(valueOfLine);
  const functions = (program?.body.statements ?? []).flatMap((each) => (each.kind === 'function' ? [each] : []));
  const calls = functions.map(({ name, parameters }) => `${name.text}(${parameters.map(() => '0').join(', ')})`);
  return [
    {
      ...{ name: 'Motion', topic: 'motion' },
      blocks: lines(`move(${position});`, 'move(1, 10);', 'speed(50);', 'drive(500);', 'drive(0, 90);', 'goto("room");', 'goto(0, 0);'),
    },
    { name: 'Gripper', topic: 'gripper', blocks: [...lines('grip();', 'release();'), ...values('grip()')] },
    {
      ...{ name: 'Flow', topic: 'flow' },
      blocks: [
        ...lines('wait(1000);', 'while (true) {}', 'for (int i = 0; i < 10; i = i + 1) {}', 'if (true) {}', 'if (true) {} else {}'),
        ...lines('if (true) {} else if (true) {} else {}', 'break;', 'continue;'),
      ],
    },
    {
      ...{ name: 'Flags', topic: 'flags' },
      blocks: [
        ...lines('flag(1);', 'wcellflag(1, 1);', `rcellflag(1, ${variable});`),
        ...values('flag()', 'cellflag(1)', 'flagof("robot")'),
      ],
    },
    { name: 'Sensing', topic: 'sensing', blocks: values('sensor("sonar")', 'sensorof("robot", "laser")', 'dof(1)', 'time()') },
    {
      ...{ name: 'Values', topic: 'values' },
      blocks: values('0', 'true', '1 + 2', '1 < 2', 'true && false', '!true', 'abs(0)', 'min(1, 2)', 'max(1, 2)'),
    },
    { name: 'Variables', topic: 'variables', blocks: [...lines('int n = 0;', `${variable} = 0;`), ...values(variable)] },
    {
      ...{ name: 'Functions', topic: 'functions' },
      blocks: [
        ...lines('function name() {}', 'function name(value) {}', 'return 0;'),
        ...lines(...calls.map((call) => `${call};`)),
        ...values(...calls),
      ],
    },
    {
      ...{ name: 'Notes', topic: 'notes' },
      blocks: [{ type: NOTE_BLOCK, fields: { TEXT: '// ' } }, ...lines('print("text");', `print("text", ${variable});`)],
    },
  ];
}

/** What blocks are taken from: with the functions of the program itself. */
export function toolboxOf(program: Program | undefined, position: string, variable: string): Blockly.utils.toolbox.ToolboxDefinition {
  const contents = categoriesOf(program, position, variable).map(({ name, topic, blocks }) => ({
    ...{ kind: 'category', name, colour: BLOCK_COLOURS[topic] },
    contents: blocks.map((block) => ({ kind: 'block', ...block })),
  }));
  // Blockly's own type knows only what it saved itself.
  return { kind: 'categoryToolbox', contents } as Blockly.utils.toolbox.ToolboxDefinition;
}
