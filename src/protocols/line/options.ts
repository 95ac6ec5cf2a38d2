import type { Fault, Word } from './words.ts';
import { numberOf } from './written-value.ts';

const OPTION = /^([a-z-]+)=(.*)$/s;
const NONE: Word = { text: '', column: 0, isQuoted: false };

/** The words and options behind the first word of a line, taken one by one; what is wrong with them is collected. */
export class OptionReader {
  readonly #words: readonly Word[];
  readonly #endColumn: number;
  readonly #usage: string;
  readonly #faults: Fault[] = [];
  readonly #known: string[] = [];
  readonly #taken = new Set<Word>();
  #next = 0;

  constructor(words: readonly Word[], endColumn: number, usage: string) {
    this.#words = words;
    this.#endColumn = endColumn;
    this.#usage = usage;
  }

  /** The next word, which must be there. */
  word(what: string): Word {
    const word = this.#take();
    if (word) return word;
    this.#faults.push({ column: this.#endColumn, message: `${what} is missing: ${this.#usage}` });
    return NONE;
  }

  optionalWord(): string | undefined {
    return this.#take()?.text;
  }

  oneOf<T extends string>(what: string, choices: readonly [T, ...T[]]): T {
    const word = this.word(`${what} (${choices.join(', ')})`);
    const choice = choices.find((known) => known === word.text);
    if (choice === undefined && word !== NONE)
      this.#faults.push({ column: word.column, message: `"${word.text}" is not ${what}: there are ${choices.join(', ')}` });
    return choice ?? choices[0];
  }

  count(what: string): number {
    const word = this.word(what);
    if (word !== NONE && !/^[1-9]\d{0,14}$/.test(word.text))
      this.#faults.push({ column: word.column, message: `"${word.text}" is not ${what}` });
    return Number(word.text);
  }

  /** `NAME=VALUE`, wherever it stands. */
  option(name: string): Word | undefined {
    this.#known.push(`${name}=`);
    const found = this.#words.slice(this.#next).filter((word) => !word.isQuoted && OPTION.exec(word.text)?.[1] === name);
    this.#onlyOnce(name, found);
    const [word] = found;
    return word && { ...word, text: OPTION.exec(word.text)?.[2] ?? '' };
  }

  /** An option that is a number, and not below 0. */
  amount(name: string): number | undefined {
    const word = this.option(name);
    if (!word) return undefined;
    const value = numberOf(word.text);
    if (value === undefined || value < 0)
      this.#faults.push({ column: word.column, message: `${name} is a number that is not below 0, not "${word.text}"` });
    return value;
  }

  flag(name: string): boolean {
    this.#known.push(name);
    const found = this.#words.slice(this.#next).filter((word) => !word.isQuoted && word.text === name);
    this.#onlyOnce(name, found);
    return found.length > 0;
  }

  /** What was wrong, with what nobody asked for. */
  end(): readonly Fault[] {
    for (const word of this.#words.slice(this.#next)) {
      if (this.#taken.has(word)) continue;
      const known = this.#known.length === 0 ? 'nothing' : `only ${this.#known.join(', ')}`;
      this.#faults.push({ column: word.column, message: `"${word.text}" does not belong here, where ${known} may stand: ${this.#usage}` });
    }
    return this.#faults;
  }

  #take(): Word | undefined {
    return this.#words[this.#next] && this.#words[this.#next++];
  }

  #onlyOnce(name: string, [first, ...more]: readonly Word[]): void {
    for (const word of more) this.#faults.push({ column: word.column, message: `${name} is given twice` });
    for (const word of first ? [first, ...more] : []) this.#taken.add(word);
  }
}
