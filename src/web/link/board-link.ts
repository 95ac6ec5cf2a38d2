import type { Hop } from '../../core/blackboard/age.ts';
import type { NewVariable } from '../../core/blackboard/blackboard.ts';
import type { WriteOutcome } from '../../core/blackboard/mount.ts';
import type { BoardValue, TypedValue, VariableType } from '../../core/blackboard/value.ts';

/**
 * The blackboard as a page sees it: by order, like frames. Who shows values asks for those it shows, at most ten times a second; the worker mirrors the blackboard only while it is
 * asked, and values that nobody looks at never cross. A slow page gets fewer looks, not older ones.
 */
export interface BoardLink {
  /** Resolves when the blackboard is known here, at first; then at once. */
  look(wish: BoardWish): Promise<BoardLook>;
  /** Whole values, however long, for who draws them; what is not there is left out. */
  read(names: readonly string[]): Promise<readonly WholeReading[]>;
  /** Never silent: the outcome says what became of it. */
  write(name: string, value: BoardValue): Promise<WriteOutcome>;
  /** Rejects when it cannot be declared: the message says why. */
  declare(name: string, variable: NewVariable): Promise<void>;
}

export interface BoardWish {
  /** The edition of the variables that the asker has; undefined when it has none. */
  readonly edition: number | undefined;
  /** Whose values are wanted. */
  readonly names: readonly string[];
}

export interface WholeReading {
  readonly name: string;
  readonly value: BoardValue;
  /** When it was read; undefined: nobody can say. */
  readonly ageMs: number | undefined;
}

export interface BoardLook {
  /** Another number whenever there are other variables. */
  readonly edition: number;
  /** All there are, by name; undefined when the asker has this edition. */
  readonly variables: readonly BoardVariable[] | undefined;
  /** Of the wanted ones that are there. */
  readonly readings: readonly BoardReading[];
}

export interface BoardVariable {
  readonly name: string;
  readonly type: VariableType;
  readonly unit: string;
  readonly goodForMs: number | undefined;
  /** Who may write it: `mounted` is a command to what it is mounted from. */
  readonly writers: { readonly kind: 'anyone' | 'mounted' } | { readonly kind: 'participant'; readonly name: string };
  /** Why this page cannot write it; undefined when it may try. */
  readonly objection: string | undefined;
}

/** What is held of a variable, when it was ordered or later: its age then is what it says here, or less by the time since the order. */
export interface BoardReading {
  readonly name: string;
  /** Undefined: nobody has written it. */
  readonly held: HeldReading | undefined;
}

export interface HeldReading {
  readonly value: ShownValue;
  readonly age: { readonly kind: 'known'; readonly ageMs: number } | { readonly kind: 'unknown'; readonly reason: string };
  /** What people call who wrote it. */
  readonly writer: string;
  readonly isWriterHere: boolean;
  /** Where it has been, in that order; `node` is what people call it. */
  readonly hops: readonly Hop[];
}

/** As much of a value as can be shown: of long ones the beginning, of bytes how many there are. `length` is that of the whole. */
export type ShownValue =
  | Extract<TypedValue, { readonly type: 'boolean' | 'number' | 'pose' }>
  | { readonly type: 'text'; readonly value: string; readonly length: number }
  | { readonly type: 'vector'; readonly value: readonly number[]; readonly length: number }
  | { readonly type: 'bytes'; readonly content: string; readonly length: number };
