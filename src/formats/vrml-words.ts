import { type ImportError, refusal } from './import-error.ts';
import { placeOf } from './scanner.ts';

const [SPACE, COMMA, HASH, QUOTE, BACKSLASH] = [0x20, 0x2c, 0x23, 0x22, 0x5c];
const brackets = new Set([...'[]{}'].map((bracket) => bracket.charCodeAt(0)));

/** The words of a VRML file: brackets, texts in quotes, and letters up to the next of those. By hand, for an expression would run out of stack on long ones. */
export class VrmlWords {
  readonly file: string;
  readonly #text: string;
  #at = 0;
  #start = 0;

  constructor(file: string, text: string) {
    this.file = file;
    this.#text = text;
  }

  /** Where the word that was read last begins. */
  get start(): number {
    return this.#start;
  }

  /** '' at the end. */
  next(): string {
    const text = this.#text;
    let at = this.#skipped(this.#at);
    this.#start = at;
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = this.#endOfText(at);
    else if (brackets.has(code)) at++;
    else {
      for (; at < text.length; at++) {
        const here = text.charCodeAt(at);
        if (here <= SPACE || here === COMMA || here === HASH || here === QUOTE || brackets.has(here)) break;
      }
    }
    this.#at = at;
    return text.slice(this.#start, at);
  }

  peek(): string {
    const [at, start] = [this.#at, this.#start];
    const word = this.next();
    this.#at = at;
    this.#start = start;
    return word;
  }

  number(word: string): number {
    const value = Number(word);
    if (!Number.isFinite(value)) throw this.refuse(`"${word.slice(0, 40)}" is no number`);
    return value;
  }

  refuse(message: string, at = this.#start): ImportError {
    return refusal(this.file, message, placeOf(this.#text, at));
  }

  /** Behind space, commas and comments. */
  #skipped(from: number): number {
    const text = this.#text;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === HASH) {
        while (at < text.length && text.charCodeAt(at) !== 0x0a && text.charCodeAt(at) !== 0x0d) at++;
      } else if (code > SPACE && code !== COMMA && code !== 0xfeff && code !== 0xa0) return at;
    }
    return text.length;
  }

  #endOfText(from: number): number {
    for (let at = from + 1; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) return at + 1;
    }
    throw this.refuse('a text does not end', from);
  }
}
