import { type Place, refusal } from './import-error.ts';

const SPACE = 0x20;
const NEWLINE = 0x0a;
const HASH = 0x23;

/** Words and numbers of a text, one after the other, without cutting it into pieces first. Files of geometry have millions of them. */
export class Scanner {
  readonly file: string;
  readonly text: string;
  at = 0;
  /** Where the word that was read last begins. */
  start = 0;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  /** The next word, over ends of lines; '' at the end. */
  word(): string {
    while (this.at < this.text.length && this.text.charCodeAt(this.at) <= SPACE) this.at++;
    return this.#wordHere();
  }

  /** The next word of this line; '' at its end. */
  wordOfLine(): string {
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      // A backslash at the end of a line goes on in the next.
      if (code === 0x5c && /^\\[ \t\r]*\n/.test(this.text.slice(this.at, this.at + 20))) this.at = this.text.indexOf('\n', this.at);
      else if (code === NEWLINE || code > SPACE) break;
    }
    if (this.text.charCodeAt(this.at) === NEWLINE || this.text.charCodeAt(this.at) === HASH) return '';
    return this.#wordHere();
  }

  /** Goes to the beginning of the next line; false at the end of the text. */
  nextLine(): boolean {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end + 1;
    return this.at < this.text.length;
  }

  restOfLine(): string {
    const end = this.text.indexOf('\n', this.at);
    return this.text.slice(this.at, end < 0 ? this.text.length : end).trim();
  }

  number(): number {
    return this.numberFrom(this.word());
  }

  numberFrom(word: string): number {
    const value = Number(word);
    if (word === '' || !Number.isFinite(value))
      throw this.refuse(word === '' ? 'a number is missing' : `"${word.slice(0, 40)}" is no number`);
    return value;
  }

  refuse(message: string): Error {
    return refusal(this.file, message, placeOf(this.text, this.start));
  }

  #wordHere(): string {
    this.start = this.at;
    while (this.at < this.text.length && this.text.charCodeAt(this.at) > SPACE) this.at++;
    return this.text.slice(this.start, this.at);
  }
}

export function placeOf(text: string, at: number): Place {
  let line = 1;
  let begin = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', begin)) {
    line++;
    begin = next + 1;
  }
  return { line, column: at - begin + 1 };
}

/** The numbers of a text, with white space between; undefined if something else is there. */
export function numbersIn(text: string): number[] | undefined {
  const numbers: number[] = [];
  for (let at = 0; at < text.length; ) {
    while (at < text.length && text.charCodeAt(at) <= SPACE) at++;
    const start = at;
    while (at < text.length && text.charCodeAt(at) > SPACE) at++;
    if (at === start) break;
    const value = Number(text.slice(start, at));
    if (!Number.isFinite(value)) return undefined;
    numbers.push(value);
  }
  return numbers;
}
