/** The instructions of the language: what they take, what they give, and what is said of them. Table 1 of paper 1 first, then what was added. */
import { CELL_FLAGS, LARGEST_SPEED, LEAST_SPEED, LONGEST_WAIT_MS } from './limits.ts';

export type OperandKind =
  | 'value'
  /** A taught position: its name, or position(n). */
  | 'position'
  /** A degree of freedom: its number from 1, or its name as text. */
  | 'dof'
  /** A variable that gets what is read. */
  | 'target'
  /** Names, as text. */
  | 'robot'
  | 'sensor'
  | 'place'
  /** Text or a value. */
  | 'printed';

export interface Operand {
  readonly name: string;
  readonly kind: OperandKind;
  /** What a value may be. */
  readonly range?: readonly [low: number, high: number] | undefined;
}

/** What becomes of it: `effect` is issued, `lasting` also takes time and may fail, `reading` asks the cell, `reckoning` nobody. */
export type Nature = 'setting' | 'effect' | 'lasting' | 'reading' | 'reckoning';

export interface Instruction {
  readonly name: string;
  readonly nature: Nature;
  /** One list for each way to write it. `print` takes as many as there are. */
  readonly forms: readonly (readonly Operand[])[];
  readonly isVariadic?: true;
  /** Whether it has a value that expressions can use. */
  readonly hasValue: boolean;
  readonly isOfPaper: boolean;
  readonly help: string;
}

const value = (name: string, low?: number, high?: number): Operand => ({
  name,
  kind: 'value',
  ...(low !== undefined && high !== undefined && { range: [low, high] as const }),
});
const of = (kind: OperandKind, name: string = kind): Operand => ({ name, kind });
const flagNumber = value('n', 1, CELL_FLAGS);

type Rest = Pick<Instruction, 'forms' | 'help'> & Partial<Pick<Instruction, 'isVariadic'>>;
const paper = (name: string, nature: Nature, rest: Rest, hasValue = nature === 'lasting'): Instruction => ({
  ...{ name, nature, hasValue, isOfPaper: true },
  ...rest,
});
const added = (name: string, nature: Nature, rest: Rest, hasValue = nature !== 'effect' && nature !== 'setting'): Instruction => ({
  ...{ name, nature, hasValue, isOfPaper: false },
  ...rest,
});

export const INSTRUCTIONS: readonly Instruction[] = [
  paper('move', 'lasting', {
    forms: [[of('position', 'p')], [of('dof', 'f'), value('g')]],
    help: 'Moves to the taught position p; or moves degree of freedom f by g degrees or millimetres.',
  }),
  paper('speed', 'setting', {
    forms: [[value('v', LEAST_SPEED, LARGEST_SPEED)]],
    help: 'From now on moves at v percent of what the robot can do. A program begins with 100.',
  }),
  paper('flag', 'effect', { forms: [[value('v')], []], help: "Gives the robot's own flag the value v. Without v it is read." }, true),
  paper('wcellflag', 'effect', {
    forms: [[flagNumber, value('v')]],
    help: `Gives flag n of the environment, 1 to ${CELL_FLAGS}, the value v.`,
  }),
  paper('rcellflag', 'reading', { forms: [[flagNumber, of('target', 'v')]], help: 'Reads flag n of the environment into the variable v.' }),
  paper('wait', 'lasting', { forms: [[value('m', 0, LONGEST_WAIT_MS)]], help: 'Waits m milliseconds.' }, false),
  added('cellflag', 'reading', { forms: [[flagNumber]], help: 'The value of flag n of the environment.' }),
  added('flagof', 'reading', { forms: [[of('robot')]], help: 'The flag of another robot, by its name.' }),
  added('sensor', 'reading', {
    forms: [[of('sensor')], [of('sensor'), value('i')]],
    help: 'What a sensor of this robot measures, in millimetres or degrees; of one with several beams the i-th, from 1.',
  }),
  added('sensorof', 'reading', {
    forms: [
      [of('robot'), of('sensor')],
      [of('robot'), of('sensor'), value('i')],
    ],
    help: 'What a sensor of another robot measures.',
  }),
  added('dof', 'reading', { forms: [[of('dof', 'f')]], help: 'Where degree of freedom f stands, in degrees or millimetres.' }),
  added('time', 'reading', { forms: [[]], help: 'Milliseconds since the program began.' }),
  added('drive', 'lasting', {
    forms: [[value('d')], [value('d'), value('a')]],
    help: 'Drives d millimetres forward, backward if below 0, and turns left by a degrees on the way.',
  }),
  added('goto', 'lasting', {
    forms: [[of('place')], [value('x'), value('y')], [value('x'), value('y'), value('a')]],
    help: 'Goes to a point, room or floor of the map by its name; or to x and y in millimetres, and then turns to a degrees.',
  }),
  added('grip', 'lasting', { forms: [[]], help: 'Closes the gripper on what is between its fingers.' }),
  added('release', 'lasting', { forms: [[]], help: 'Opens the gripper and lets go.' }),
  added('print', 'effect', { forms: [[of('printed')]], isVariadic: true, help: 'Tells texts and values, one line a print.' }),
  added('abs', 'reckoning', { forms: [[value('a')]], help: 'a without its sign.' }),
  added('min', 'reckoning', { forms: [[value('a'), value('b')]], help: 'The smaller of the two.' }),
  added('max', 'reckoning', { forms: [[value('a'), value('b')]], help: 'The larger of the two.' }),
];

const byName: ReadonlyMap<string, Instruction> = new Map(INSTRUCTIONS.map((instruction) => [instruction.name, instruction]));

export const instructionNamed = (name: string): Instruction | undefined => byName.get(name);

/** Names the taught position of a number, where one is wanted. */
export const POSITION_BY_NUMBER = 'position';

/** As it is written: `move(p)` and so on. */
export const formsOf = ({ name, forms, isVariadic }: Instruction): string =>
  forms.map((form) => `${name}(${form.map((operand) => operand.name).join(', ')}${isVariadic ? ', ...' : ''})`).join(' or ');
