import { type LineValue, printable, writtenValue } from './written-value.ts';

/** Why a line was not done. */
export const ERROR_CODES = [
  /** The line cannot be understood. */
  'syntax',
  /** It was longer than the limit. */
  'long',
  /** Nobody has said hello yet. */
  'hello',
  /** The rights, the rules of control, or the variable's declaration forbid it. */
  'refused',
  /** There is no such variable, or binding. */
  'unknown',
  /** The value is too old, or nobody can say how old it is. */
  'stale',
  /** The line may have been on its way for too long, or says nothing of when it was sent. */
  'late',
  /** Too much at once. */
  'busy',
  /** The world cannot be reached, or nobody can say whether it was done. */
  'lost',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** How old a value is, in whole milliseconds, rounded up; undefined: nobody can say. */
export type Age = number | undefined;

export interface WrittenHop {
  readonly node: string;
  readonly shareMs: number;
  readonly basis: 'measured' | 'assumed';
}

/** What a gateway says. `line` is the number of the line that it answers. */
export type LineAnswer =
  | { readonly kind: 'done'; readonly line: number; readonly words?: readonly string[] }
  | { readonly kind: 'read'; readonly line: number; readonly name: string; readonly value: LineValue; readonly ageMs: number }
  | {
      readonly kind: 'age';
      readonly line: number;
      readonly name: string;
      readonly ageMs: Age;
      readonly writer: string;
      readonly isWriterHere: boolean;
      readonly hops: readonly WrittenHop[];
    }
  | { readonly kind: 'failed'; readonly line: number; readonly code: ErrorCode; readonly message: string; readonly nonce?: string }
  /** A value that was bound to. */
  | {
      readonly kind: 'value';
      readonly line: number;
      readonly name: string;
      readonly value: LineValue | undefined;
      readonly ageMs: Age;
      readonly isStale: boolean;
    }
  | { readonly kind: 'item'; readonly line: number; readonly name: string; readonly type: string; readonly unit: string }
  /** Of no line: something that was taken was refused later. */
  | { readonly kind: 'note'; readonly message: string }
  /** It is over. */
  | { readonly kind: 'farewell'; readonly message: string };

/** One line, with its newline. */
export const writtenAnswer = (answer: LineAnswer): string => `${lineOf(answer)}\n`;

function lineOf(answer: LineAnswer): string {
  switch (answer.kind) {
    case 'done':
      return ['ok', answer.line, ...(answer.words ?? []).map(oneLine)].join(' ');
    case 'read':
      return `ok ${answer.line} ${answer.name} ${writtenValue(answer.value)} age=${writtenAge(answer.ageMs)}`;
    case 'age': {
      const hops = answer.hops.map(({ node, shareMs, basis }) => `${node}:${Math.ceil(shareMs)}${basis === 'assumed' ? '~' : ''}`);
      const writer = `${answer.writer || '-'}${answer.isWriterHere ? '' : ' gone'}`;
      return oneLine(`ok ${answer.line} ${answer.name} age=${writtenAge(answer.ageMs)} hops=${hops.join(',') || '-'} writer=${writer}`);
    }
    case 'failed': {
      const nonce = answer.nonce === undefined ? '' : ` nonce=${answer.nonce}`;
      return `err ${answer.line} ${answer.code}${nonce} ${oneLine(answer.message)}`;
    }
    case 'value': {
      const value = answer.value === undefined ? '-' : writtenValue(answer.value);
      return `val ${answer.line} ${answer.name} ${value} age=${writtenAge(answer.ageMs)}${answer.isStale ? ' stale' : ''}`;
    }
    case 'item':
      return oneLine(`item ${answer.line} ${answer.name} ${answer.type} ${answer.unit === '' ? '-' : writtenValue(answer.unit)}`);
    case 'note':
      return `note ${oneLine(answer.message)}`;
    case 'farewell':
      return `bye! ${oneLine(answer.message)}`;
  }
}

/** Never less than it is. */
const writtenAge = (ageMs: Age): string => (ageMs === undefined ? '?' : String(Math.ceil(ageMs)));

const oneLine = (text: string): string => [...text].map(printable).join('');
