/** A program as blocks, in the shape in which Blockly saves and loads them: plain data. What each kind of block says is told here; how it looks is the page's. */

export interface BlockDocument {
  readonly blocks?: { readonly languageVersion: 0; readonly blocks: readonly Block[] } | undefined;
}

export interface Block {
  readonly type: string;
  readonly id?: string | undefined;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly extraState?: BlockShape | undefined;
  readonly inputs?: Readonly<Record<string, Plug>> | undefined;
  readonly next?: Plug | undefined;
}

/** What is plugged in; the shadow is there until something is, and comes back when that is taken away. */
export interface Plug {
  readonly block?: Block | undefined;
  readonly shadow?: Block | undefined;
}

/** What of a block is no field: its parts, and where it stands in the text. */
export interface BlockShape {
  /** An empty line is above it. */
  readonly isApart?: boolean | undefined;
  /** The comment beside it. */
  readonly remark?: string | undefined;
  /** Of a call. */
  readonly name?: string | undefined;
  readonly operands?: number | undefined;
  /** Of an if: the remark beside each `else if`, '' for none; their number is that of the branches. */
  readonly elseIfs?: readonly string[] | undefined;
  readonly hasElse?: boolean | undefined;
  /** Of a for. */
  readonly start?: 'declaration' | 'assignment' | undefined;
  readonly step?: 'assignment' | 'call' | undefined;
  /** Of a function: how many parameters it has, in the fields P0, P1 and so on. */
  readonly parameters?: number | undefined;
  /** Of a note of several lines, which no field can hold. */
  readonly text?: string | undefined;
}

export const STATEMENT_BLOCKS = {
  /** Field NAME, input VALUE if it has one. */
  declaration: 'robot_declare',
  /** Field NAME, input VALUE. */
  assignment: 'robot_set',
  /** `name` and `operands` in its shape, inputs A0, A1 and so on. */
  call: 'robot_do',
  /** Inputs IF0, DO0, IF1, DO1 and so on, and ELSE. */
  if: 'robot_if',
  /** Inputs IF0, DO0. */
  while: 'robot_while',
  /** Field START and input START_VALUE; input IF0; field STEP and input STEP_VALUE, or input STEP_CALL; input DO0. */
  for: 'robot_for',
  /** Field NAME, P0, P1 and so on, input DO0. */
  function: 'robot_function',
  /** Input VALUE if it has one. */
  return: 'robot_return',
  break: 'robot_break',
  continue: 'robot_continue',
} as const;

/** Field TEXT: a comment on lines of its own, with its signs. */
export const NOTE_BLOCK = 'robot_note';

export const VALUE_BLOCKS = {
  /** Field NUM, which may be below 0. */
  number: 'robot_number',
  /** Field TEXT. */
  text: 'robot_text',
  /** Field NAME. */
  variable: 'robot_variable',
  /** Field NAME: a variable's name where a taught position is wanted. */
  position: 'robot_position',
  /** Field VALUE: true or false. */
  constant: 'robot_constant',
  /** As robot_do. */
  calling: 'robot_value',
  /** Field OP, input A. */
  unary: 'robot_sign',
  /** Field OP, inputs A and B. */
  binary: 'robot_pair',
} as const;

export const branch = (index: number): { readonly condition: string; readonly body: string } => ({
  condition: `IF${index}`,
  body: `DO${index}`,
});
export const operandInput = (index: number): string => `A${index}`;
export const parameterField = (index: number): string => `P${index}`;
