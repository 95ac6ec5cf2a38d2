import type { BlockIcon } from './block-icons.ts';

/** What blocks are about, each with a colour of its own: motion blue, waiting and loops gold, flags violet, gripper green, variables brown. */
export const BLOCK_COLOURS = {
  motion: '#2563B8',
  flow: '#805C00',
  flags: '#7446C4',
  gripper: '#3A7522',
  variables: '#855225',
  sensing: '#0D6A98',
  values: '#4453BF',
  functions: '#8E3A9E',
  telling: '#63650F',
  notes: '#5E6A67',
} as const;

export type BlockTopic = keyof typeof BLOCK_COLOURS;

export interface BlockWords {
  readonly topic: BlockTopic;
  readonly icon?: BlockIcon | undefined;
  /** `%1` is the first operand. */
  readonly words: string;
}

/** Of instructions, by their name and how many values they take. */
const WORDS: Readonly<Record<string, BlockWords>> = {
  'move/1': { topic: 'motion', icon: 'move', words: 'move to %1' },
  'move/2': { topic: 'motion', icon: 'joint', words: 'turn joint %1 by %2' },
  'speed/1': { topic: 'motion', icon: 'speed', words: 'speed %1 %' },
  'drive/1': { topic: 'motion', icon: 'drive', words: 'drive %1 mm' },
  'drive/2': { topic: 'motion', icon: 'drive', words: 'drive %1 mm, turn %2 °' },
  'goto/1': { topic: 'motion', icon: 'goto', words: 'go to %1' },
  'goto/2': { topic: 'motion', icon: 'goto', words: 'go to x %1 y %2' },
  'goto/3': { topic: 'motion', icon: 'goto', words: 'go to x %1 y %2 heading %3 °' },
  'grip/0': { topic: 'gripper', icon: 'grip', words: 'grip' },
  'release/0': { topic: 'gripper', icon: 'release', words: 'release' },
  'wait/1': { topic: 'flow', icon: 'wait', words: 'wait %1 ms' },
  'flag/1': { topic: 'flags', icon: 'flag', words: 'set my flag to %1' },
  'flag/0': { topic: 'flags', icon: 'flag', words: 'my flag' },
  'wcellflag/2': { topic: 'flags', icon: 'flag', words: 'set cell flag %1 to %2' },
  'rcellflag/2': { topic: 'flags', icon: 'flag', words: 'read cell flag %1 into %2' },
  'cellflag/1': { topic: 'flags', icon: 'flag', words: 'cell flag %1' },
  'flagof/1': { topic: 'flags', icon: 'flag', words: 'flag of %1' },
  'sensor/1': { topic: 'sensing', icon: 'sensor', words: 'sensor %1' },
  'sensor/2': { topic: 'sensing', icon: 'sensor', words: 'sensor %1 beam %2' },
  'sensorof/2': { topic: 'sensing', icon: 'sensor', words: 'of robot %1 sensor %2' },
  'sensorof/3': { topic: 'sensing', icon: 'sensor', words: 'of robot %1 sensor %2 beam %3' },
  'dof/1': { topic: 'sensing', icon: 'joint', words: 'where joint %1 is' },
  'time/0': { topic: 'sensing', icon: 'wait', words: 'time in ms' },
  'abs/1': { topic: 'values', words: 'size of %1' },
  'min/2': { topic: 'values', words: 'smaller of %1 and %2' },
  'max/2': { topic: 'values', words: 'larger of %1 and %2' },
  'position/1': { topic: 'motion', words: 'position number %1' },
};

/** What stands on the block of a call. */
export function wordsOf(name: string, operands: number): BlockWords {
  const known = WORDS[`${name}/${operands}`];
  if (known) return known;
  const holes = Array.from({ length: operands }, (_, index) => `%${index + 1}`).join(' ');
  if (name === 'print') return { topic: 'telling', icon: 'print', words: `print ${holes}` };
  return { topic: 'functions', icon: 'function', words: `${name} ${holes}` };
}

export const OPERATORS: readonly (readonly [label: string, operator: string])[] = [
  ['+', '+'],
  ['−', '-'],
  ['×', '*'],
  ['÷', '/'],
  ['rest of ÷', '%'],
  ['<', '<'],
  ['≤', '<='],
  ['>', '>'],
  ['≥', '>='],
  ['=', '=='],
  ['≠', '!='],
  ['and', '&&'],
  ['or', '||'],
];

/** Comparisons and logic: their blocks have corners. */
export const isTruth = (operator: string): boolean => !['+', '-', '*', '/', '%'].includes(operator);
