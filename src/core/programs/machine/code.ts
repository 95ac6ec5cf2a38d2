/** What the machine runs: four numbers an instruction. Registers count from the frame of the function that runs. */
export const OP = {
  /** a = c. */
  MOVE: 0,
  /** a = b and c. */
  ADD: 1,
  SUBTRACT: 2,
  MULTIPLY: 3,
  DIVIDE: 4,
  REMAINDER: 5,
  /** a = -c. */
  NEGATE: 6,
  /** To the instruction a. */
  JUMP: 7,
  /** To a, if b and c are so. */
  IF_EQUAL: 8,
  IF_DIFFERENT: 9,
  IF_LESS: 10,
  IF_LESS_OR_EQUAL: 11,
  IF_GREATER: 12,
  IF_GREATER_OR_EQUAL: 13,
  /** a = the variable b of the program, from inside a function. */
  GET: 14,
  /** The variable b of the program = c. */
  SET: 15,
  ABSOLUTE: 16,
  LEAST: 17,
  GREATEST: 18,
  /** Function b, whose operands, and then its value, are in the registers from a. */
  CALL: 19,
  /** With the value c. */
  RETURN: 20,
  /** From here on the cell is asked, or told. */
  END: 21,
  /** a = what plan b reads, with operands from c. */
  READ: 22,
  /** Plan b is done, with operands from c; whether it succeeded goes to a, or it must where a is below 0. */
  DO: 23,
  /** c percent. */
  SPEED: 24,
} as const;

/** The first that machines do not do alone. */
export const OUTSIDE: number = OP.END;

/** Added to an instruction whose c is a number and no register. */
export const NUMBER = 64;

export type Op = (typeof OP)[keyof typeof OP];

export const WIDTH = 4;

/** What is read; values stand in registers, names here. */
export type ReadPlan =
  | { readonly kind: 'flag' | 'cell-flag' | 'time' }
  | { readonly kind: 'flag-of'; readonly robot: string }
  | { readonly kind: 'sensor'; readonly sensor: string; readonly robot: string | undefined; readonly hasBeam: boolean }
  | { readonly kind: 'dof'; readonly name: string | undefined };

/** What is done. */
export type DeedPlan =
  | { readonly kind: 'move'; readonly position: string | undefined }
  | { readonly kind: 'move-by'; readonly dof: string | undefined }
  | { readonly kind: 'drive'; readonly turns: boolean }
  | { readonly kind: 'goto'; readonly place: string }
  | { readonly kind: 'goto-point'; readonly turns: boolean }
  | { readonly kind: 'grip' | 'release' | 'wait' | 'flag' | 'cell-flag' }
  /** undefined: the next value. */
  | { readonly kind: 'print'; readonly parts: readonly (string | undefined)[] };

export interface CompiledFunction {
  readonly name: string;
  readonly entry: number;
  readonly parameters: number;
  /** Registers that it needs. */
  readonly size: number;
}

/** A variable, and the instructions in which its register is its own. */
export interface VariablePlace {
  readonly name: string;
  /** Of which function; the program itself is the first. */
  readonly function: number;
  readonly register: number;
  readonly fromInstruction: number;
  readonly toInstruction: number;
}

/** The same for the same text, at everybody. */
export interface CompiledProgram {
  /** Of the text: a state belongs to one program. */
  readonly hash: number;
  readonly code: Int32Array;
  readonly lines: Int32Array;
  /** 1 for the first instruction of a statement. */
  readonly starts: Uint8Array;
  readonly reads: readonly ReadPlan[];
  readonly deeds: readonly DeedPlan[];
  readonly functions: readonly CompiledFunction[];
  readonly variables: readonly VariablePlace[];
}
