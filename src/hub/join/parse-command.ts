import { nearest } from '../../core/base/nearest.ts';
import { type CommandLine, type CommandName, commandNames, grammar, type Syntax, synonyms } from './grammar.ts';
import { WordReader } from './word-reader.ts';
import { type Diagnostic, splitWords } from './words.ts';

export type Parsed =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'command'; readonly command: CommandLine; readonly failure: Failure }
  | { readonly kind: 'wrong'; readonly command: string; readonly diagnostic: Diagnostic; readonly failure: Failure };

/** `-` before a command says that its failure does not matter. */
export type Failure = 'matters' | 'ignored';

/** Reads one line. Pure, and never throws, whatever was typed. */
export function parseCommand(line: string): Parsed {
  const mark = /^\s*-(?!-)/.exec(line)?.[0] ?? '';
  const failure = mark === '' ? 'matters' : 'ignored';
  // The mark becomes blanks, so that columns stay what they are.
  const text = ' '.repeat(mark.length) + line.slice(mark.length);
  const [first, ...rest] = splitWords(text);
  if (!first) return { kind: 'nothing' };
  const wrong = (diagnostic: Diagnostic): Parsed => ({ kind: 'wrong', command: first.text, diagnostic, failure });
  const name = commandNamed(first.text);
  if (!name) return wrong({ column: first.column, message: unknownCommand(first.text) });
  const { usage, read }: Syntax<object> = grammar[name];
  const reader = new WordReader(text, rest);
  const command = { kind: name, ...read(reader) } as CommandLine;
  const diagnostic = reader.finish();
  return diagnostic ? wrong({ ...diagnostic, message: `${diagnostic.message}; usage: ${usage}` }) : { kind: 'command', command, failure };
}

export const commandNamed = (text: string): CommandName | undefined => synonyms.get(text) ?? commandNames.find((name) => name === text);

export function unknownCommand(text: string): string {
  const meant = nearest(text, commandNames);
  return `there is no command "${text}"; ${meant === undefined ? 'type help to see them all' : `did you mean ${meant}?`}`;
}
