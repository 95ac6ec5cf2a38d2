import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/random.ts';
import { writeProgram } from '../format.ts';
import { randomProgram } from '../random-program.contract.ts';
import { randomText } from '../random-text.contract.ts';
import { parse } from '../syntax/parse.ts';
import type { Program } from '../syntax/syntax.ts';
import { type Block, type BlockDocument, blocksInOrder, programOfBlocks, programToBlocks, statementsInOrder } from './blocks.ts';

function read(text: string): Program {
  const { program, findings } = parse(text);
  expect(findings, text).toEqual([]);
  return program as Program;
}

/** All of a tree but its places in a text. */
const withoutPlaces = (program: Program | undefined): unknown =>
  JSON.parse(JSON.stringify(program, (key, value) => (key === 'from' || key === 'to' ? undefined : value)));

/** As Blockly does when it saves: with an id on every block. */
function withIds(document: BlockDocument): BlockDocument {
  let count = 0;
  return JSON.parse(JSON.stringify(document), (_, value) =>
    value !== null && typeof value === 'object' && 'type' in value ? { ...value, id: `b${++count}` } : value,
  );
}

const documentOf = (...blocks: Block[]): BlockDocument => ({ blocks: { languageVersion: 0, blocks } });
const number = (value: number): Block => ({ type: 'robot_number', fields: { NUM: value } });

describe('a program as blocks', () => {
  it('[RL26] and back is the same tree with the same comments, 1,000 random programs', () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const random = seededRandom(seed);
      const { text } = randomText(random, randomProgram(random));
      const program = read(text);
      const saved: BlockDocument = JSON.parse(JSON.stringify(programToBlocks(program)));
      const back = programOfBlocks(saved);
      expect(back.problems, `seed ${seed}`).toEqual([]);
      if (!isDeepStrictEqual(withoutPlaces(back.program), withoutPlaces(program))) expect.fail(`seed ${seed} is another tree:\n${text}`);
      expect(writeProgram(back.program as Program), `seed ${seed}`).toBe(writeProgram(program));
    }
  });

  it('[RL26] keeps what stands where in a text that people wrote', () => {
    const text = `// Loads the lathe.
/* Taught on
   the real cell. */
int n = 0; // pieces
int unset;

while (n < 6) { // six pieces
  move(p1);
  move("above the belt");
  move(1, -90);
  // wait for a part

  if (cellflag(2) == 1) { // there is one
    grip();
  } else if (!flag()) { // not yet
    wait(100);
  } else {
    print("n is ", n, -0);
    // nothing to do
  }
  n = n + 1;
}
for (int i = 0; i < 3; i = i + 1) {}
for (;;) {
  break;
}

function stamp(times, slow) {
  return times * (2 + slow);
}
// the end
`;
    const { program } = programOfBlocks(programToBlocks(read(text)));
    expect(program && writeProgram(program)).toBe(text);
  });

  it('[RL26] says an if behind an else as one block, and a number below zero as a number', () => {
    const { blocks } = programToBlocks(read('if (a) {} else if (b) {} else {}\nmove(1, -90);'));
    const [first] = blocks?.blocks ?? [];
    expect(first).toMatchObject({ type: 'robot_if', extraState: { elseIfs: [''], hasElse: true }, inputs: { IF0: {}, IF1: {} } });
    expect(first?.next?.block?.inputs?.A1).toEqual({ shadow: number(-90) });
  });
});

describe('blocks that people put together', () => {
  it('[RL27] are read as one program: stacks from the top down, without values that stand alone', () => {
    const wait = (y: number, ms: number): Block => ({
      ...{ type: 'robot_do', y, extraState: { name: 'wait', operands: 1 }, inputs: { A0: { shadow: number(ms) } } },
    });
    const { program } = programOfBlocks(documentOf(wait(90, 2), number(5), wait(10, 1)));
    expect(program && writeProgram(program)).toBe('wait(1);\nwait(2);\n');
    expect(programOfBlocks({}).program).toEqual({ body: { statements: [], below: [] } });
  });

  it('[RL27] a note that is no comment becomes one', () => {
    const note = (TEXT: string, next?: Block): Block => ({ type: 'robot_note', fields: { TEXT }, ...(next && { next: { block: next } }) });
    const { program } = programOfBlocks(documentOf(note('mind the lathe', note('/* a */ b', note('/* kept */')))));
    expect(program && writeProgram(program)).toBe('// mind the lathe\n// /* a */ b\n/* kept */\n');
    const remarked: Block = { type: 'robot_break', extraState: { remark: 'out' } };
    const { program: second } = programOfBlocks(documentOf(remarked));
    expect(second && writeProgram(second)).toBe('break; // out\n');
  });

  it.each<[Block, string]>([
    [{ type: 'robot_while', inputs: {} }, 'this block is missing its condition'],
    [{ type: 'robot_set', fields: { NAME: 'a' } }, 'this block is missing its value'],
    [
      { type: 'robot_set', fields: { NAME: '2a' }, inputs: { VALUE: { shadow: number(1) } } },
      '"2a" is no name: letters, digits and _, a letter first',
    ],
    [{ type: 'robot_declare', fields: { NAME: 'while' } }, '"while" is no name: letters, digits and _, a letter first'],
    [{ type: 'robot_declare', fields: {} }, 'a name is missing here'],
    [{ type: 'robot_do', extraState: { name: 'wait', operands: 1 } }, 'this block is missing its first value'],
    [{ type: 'robot_return', inputs: { VALUE: { block: number(2.5) } } }, '2.5 is no whole number up to 2147483647'],
    [
      { type: 'robot_return', inputs: { VALUE: { block: { type: 'robot_text', fields: { TEXT: 'a"b' } } } } },
      'a text has neither double quotes nor lines',
    ],
    [{ type: 'robot_return', inputs: { VALUE: { block: { type: 'robot_break' } } } }, 'a block of the kind robot_break is no value'],
    [{ type: 'robot_for', extraState: { step: 'call' } }, 'this block is missing what is done after each round'],
  ])('[RL27] say what is missing, and in which block: %#', (block, message) => {
    const { program, problems } = programOfBlocks(documentOf({ ...block, id: 'it' }));
    expect(program).toBeUndefined();
    expect(problems[0]?.message).toBe(message);
    if (block.type !== 'robot_return') expect(problems[0]?.block).toBe('it');
  });

  it('[RL28] stand for the statements of the text, one for one, in its order', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = seededRandom(seed);
      const program = read(randomText(random, randomProgram(random)).text);
      const blocks = withIds(programToBlocks(program));
      const statements = statementsInOrder(program);
      const ids = blocksInOrder(blocks);
      expect(ids).toHaveLength(statements.length);
      const typeOf = new Map<string, string>();
      JSON.stringify(blocks, (_, value) => {
        if (value?.id) typeOf.set(value.id, value.type);
        return value;
      });
      const kinds: Readonly<Record<string, string>> = { declaration: 'declare', assignment: 'set', call: 'do' };
      expect(ids.map((id) => typeOf.get(id))).toEqual(statements.map(({ kind }) => `robot_${kinds[kind] ?? kind}`));
    }
  });
});
