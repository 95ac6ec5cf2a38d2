/** One word of a line: what it means, and where it stands. */
export interface Word {
  readonly text: string;
  /** From 1. */
  readonly column: number;
  readonly isQuoted: boolean;
}

/** What is wrong with a line, and where. */
export interface Diagnostic {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type Fault = Omit<Diagnostic, 'line'>;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);
const BLANK = /[ \t]/;
const LOWEST_PRINTABLE = 0x20;
const DELETE = 0x7f;
/** What a decoder puts in the place of bytes that are no text. */
const REPLACEMENT = 0xfffd;

/** The words of a line, or the first thing that keeps it from having any. */
export function wordsOf(line: string): { readonly words: readonly Word[] } | { readonly fault: Fault } {
  const foreign = [...line].findIndex((character) => isForeign(character));
  if (foreign >= 0) return { fault: { column: foreign + 1, message: 'something that is no text: send UTF-8 without control characters' } };
  const words: Word[] = [];
  for (let at = 0; at < line.length; ) {
    if (BLANK.test(line[at] as string)) {
      at++;
      continue;
    }
    const read = line[at] === '"' ? quotedAt(line, at) : bareAt(line, at);
    if ('fault' in read) return read;
    words.push(read.word);
    at = read.end;
  }
  return { words };
}

function isForeign(character: string): boolean {
  const code = character.codePointAt(0) as number;
  return (code < LOWEST_PRINTABLE && character !== '\t') || code === DELETE || code === REPLACEMENT;
}

type Read = { readonly word: Word; readonly end: number } | { readonly fault: Fault };

/** Up to a blank; of an option, `unit="m / s"`, the quotes are part of the word and are taken off here. */
function bareAt(line: string, start: number): Read {
  let text = '';
  for (let at = start; ; at++) {
    const character = line[at];
    if (character === undefined || BLANK.test(character)) return { word: { text, column: start + 1, isQuoted: false }, end: at };
    if (character !== '"') {
      text += character;
      continue;
    }
    if (!text.endsWith('=')) return { fault: { column: at + 1, message: 'a quote inside of a word: put quotes around all of it' } };
    const quoted = quotedAt(line, at);
    if ('fault' in quoted) return quoted;
    return { word: { text: text + quoted.word.text, column: start + 1, isQuoted: false }, end: quoted.end };
  }
}

function quotedAt(line: string, start: number): Read {
  let text = '';
  for (let at = start + 1; at < line.length; at++) {
    const character = line[at] as string;
    if (character === '"') {
      const next = line[at + 1];
      if (next !== undefined && !BLANK.test(next)) return { fault: { column: at + 2, message: 'a blank is missing behind the quote' } };
      return { word: { text, column: start + 1, isQuoted: true }, end: at + 1 };
    }
    if (character !== '\\') {
      text += character;
      continue;
    }
    const meant = ESCAPES.get(line[++at] ?? '');
    if (meant === undefined) return { fault: { column: at, message: 'a backslash stands before " or \\ or n, t, r' } };
    text += meant;
  }
  return { fault: { column: start + 1, message: 'this quote has no end' } };
}
