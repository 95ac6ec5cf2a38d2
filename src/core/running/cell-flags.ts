import { MisuseError } from '../base/errors.ts';
import type { Blackboard } from '../blackboard/blackboard.ts';
import type { WriteOutcome } from '../blackboard/mount.ts';
import type { CellWrite } from './run-state.ts';

/** The flags of the environment are `cell/flag/1` to `cell/flag/10`. */
const CELL_FLAG = 'cell/flag';
export const CELL_FLAGS = 10;
export const ALL_CELL_FLAGS: string = `${CELL_FLAG}/*`;

export const cellFlagName = (flag: number): string => `${CELL_FLAG}/${flag}`;

/** The flags of the environment, on the blackboard: of two values the later one counts, wherever they were written. */
export class CellFlags {
  readonly #board: () => Blackboard;
  readonly #report: (error: unknown) => void;
  /** The blackboard may be another one later, where it is open only while it is needed. */
  #opening: { readonly board: Blackboard; readonly done: Promise<void> } | undefined;
  #opened: Blackboard | undefined;

  constructor(board: () => Blackboard, report: (error: unknown) => void) {
    this.#board = board;
    this.#report = report;
  }

  /** Whether what others wrote is known here, and all can be written. Sees to it, where they are not. */
  get isReady(): boolean {
    const board = this.#board();
    if (this.#opened !== board && this.#opening?.board !== board) this.#open(board).catch(this.#report);
    return this.#opened === board;
  }

  /** Resolves when all of them can be read and written. */
  #open(board: Blackboard): Promise<void> {
    if (this.#opening?.board !== board) this.#opening = { board, done: this.#declare(board) };
    return this.#opening.done;
  }

  async #declare(board: Blackboard): Promise<void> {
    try {
      await board.ready;
      for (let flag = 1; flag <= CELL_FLAGS; flag++)
        if (!board.declaration(cellFlagName(flag))) await board.declare(cellFlagName(flag), { type: 'number' });
      this.#opened = board;
    } catch (error) {
      if (this.#opening?.board === board) this.#opening = undefined;
      throw error;
    }
  }

  /** 0 until somebody has set it. */
  value(flag: number): number {
    const answer = this.#board().peek(cellFlagName(flag));
    const value = answer.kind === 'value' ? answer.value : answer.last;
    return typeof value === 'number' ? value : 0;
  }

  /** A value to be written now, with its place among all others. */
  draft(flag: number, value: number): CellWrite {
    const orderMs = this.#board().nextOrder(cellFlagName(flag));
    if (orderMs === undefined) throw new MisuseError(`the flag ${flag} of the environment cannot be written yet`);
    return { flag, value, orderMs };
  }

  /** Unless it was written already, or something later. */
  write({ flag, value, orderMs }: CellWrite): Promise<WriteOutcome> {
    return this.#board().write(cellFlagName(flag), value, { orderMs });
  }

  /** By somebody's hand. */
  async set(flag: number, value: number): Promise<WriteOutcome> {
    // Who has left by then has another one, which must stay closed.
    const board = this.#board();
    await this.#open(board);
    return board.write(cellFlagName(flag), value);
  }
}
