import { isId } from '../../core/base/ids.ts';
import { suggestion } from '../../core/base/nearest.ts';
import type { Diagnostic, Word } from './words.ts';

/** Where on the ground, and turned how. */
export interface Place {
  readonly x: number;
  readonly y: number;
  /** Undefined: as it is turned now. */
  readonly yawRad: number | undefined;
}

/** A value of a degree of freedom: metres or radians. */
export interface Quantity {
  readonly value: number;
  /** What the unit typed stands for; undefined when none was typed. */
  readonly measures: 'angle' | 'length' | undefined;
}

const UNITS: Readonly<Record<string, { factor: number; measures: 'angle' | 'length' }>> = {
  deg: { factor: Math.PI / 180, measures: 'angle' },
  rad: { factor: 1, measures: 'angle' },
  m: { factor: 1, measures: 'length' },
  cm: { factor: 0.01, measures: 'length' },
  mm: { factor: 0.001, measures: 'length' },
};

const NUMBER = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?';

/**
 * Reads the arguments of a command one after the other. After the first that is wrong it goes on with stand-ins: whoever reads need not
 * care, and asks for the diagnostic at the end.
 */
export class WordReader {
  readonly #line: string;
  readonly #words: Word[];
  /** The first mistake: of the line, and so shared with the readers of its options. */
  readonly #wrong: { first?: Diagnostic };

  constructor(line: string, words: readonly Word[], wrong: { first?: Diagnostic } = {}) {
    this.#line = line;
    this.#words = [...words];
    this.#wrong = wrong;
  }

  /** Takes what nobody read for a mistake. */
  finish(): Diagnostic | undefined {
    const [extra] = this.#words;
    if (extra)
      this.#complain(extra, extra.text.startsWith('--') ? `there is no option ${extra.text} here` : `"${extra.text}" is one word too many`);
    return this.#wrong.first;
  }

  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  /** `--name value`, wherever it stands. */
  option(name: string): WordReader | undefined {
    const at = this.#words.findIndex(({ text }) => text === name);
    if (at < 0) return undefined;
    const [option, value] = this.#words.splice(at, 2);
    if (option && (!value || value.text.startsWith('--'))) this.#complain(option, `${name} needs a value`);
    return new WordReader(this.#line, value ? [value] : [], this.#wrong);
  }

  /** `--name`, wherever it stands. */
  flag(name: string): boolean {
    const at = this.#words.findIndex(({ text }) => text === name);
    if (at >= 0) this.#words.splice(at, 1);
    return at >= 0;
  }

  word(label: string): string {
    return this.#take(label)?.text ?? '';
  }

  id(label: string): string {
    const word = this.#take(label);
    if (word && !isId(word.text)) this.#complain(word, `"${word.text}" is no id: use 1 to 64 of a-z, 0-9, _ and -`);
    return word?.text ?? '';
  }

  ids(label: string): string[] {
    const word = this.#take(label);
    const ids = word?.text.split(',') ?? [];
    if (word && !ids.every(isId)) this.#complain(word, `"${word.text}" is no list of ids: write them as alice,bob`);
    return ids;
  }

  choice<const C extends string>(label: string, choices: readonly C[]): C {
    const word = this.#take(label);
    const chosen = choices.find((choice) => choice === word?.text);
    if (word && chosen === undefined)
      this.#complain(word, `"${word.text}" is none of ${choices.join(', ')}${suggestion(word.text, choices)}`);
    return chosen ?? (choices[0] as C);
  }

  number(label: string, { low, high }: { low: number; high: number }): number {
    const word = this.#take(label);
    const value = word && new RegExp(`^${NUMBER}$`, 'i').test(word.text) ? Number(word.text) : Number.NaN;
    if (word && !(value >= low && value <= high)) this.#complain(word, `${label} is a number from ${low} to ${high}, not "${word.text}"`);
    return value;
  }

  seconds(label = 'SECONDS'): number {
    return this.number(label, { low: 0, high: 86_400 });
  }

  quantity(label: string): Quantity {
    const word = this.#take(label);
    const quantity = word && quantityIn(word.text);
    if (word && !quantity) this.#complain(word, `${label} is a number, with or without its unit (deg, rad, m, cm, mm), not "${word.text}"`);
    return quantity ?? { value: 0, measures: undefined };
  }

  /** One for each degree of freedom, from the first on; null where there is an underscore. */
  quantities(label: string): (Quantity | null)[] {
    const word = this.#take(label);
    const parts = word?.text.split(',').map((part) => (part === '_' ? null : quantityIn(part))) ?? [];
    if (word && parts.includes(undefined))
      this.#complain(
        word,
        `${label} are numbers with commas between them, with or without their units, _ for one that stays: 0,45deg,_,2cm; not "${word.text}"`,
      );
    return parts.map((part) => part ?? null);
  }

  place(label: string): Place {
    const word = this.#take(label);
    const parts = word?.text.split(',') ?? [];
    const [x = 0, y = 0, yawDeg] = parts.map((part) => (new RegExp(`^${NUMBER}$`, 'i').test(part) ? Number(part) : Number.NaN));
    const isPlace = (parts.length === 2 || parts.length === 3) && [x, y, yawDeg ?? 0].every((value) => Math.abs(value) <= 1e5);
    if (word && !isPlace)
      this.#complain(word, `a place is X,Y or X,Y,YAW in metres and degrees and without blanks, such as 1.5,-2,90; not "${word.text}"`);
    return { x, y, yawRad: yawDeg === undefined ? undefined : (yawDeg * Math.PI) / 180 };
  }

  /** All that is left, as it was typed. */
  rest(label: string): string {
    const [first] = this.#words;
    this.#words.length = 0;
    if (!first) this.#complain(undefined, `${label} is missing`);
    return first ? this.#line.slice(first.column - 1).trim() : '';
  }

  #take(label: string): Word | undefined {
    const [word] = this.#words;
    if (!word || word.text.startsWith('--')) this.#complain(word, `${label} is missing`);
    else this.#words.shift();
    if (word?.isUnclosed) this.#complain(word, 'a quote is not closed; add another at the end');
    return word;
  }

  #complain(at: Word | undefined, message: string): void {
    this.#wrong.first ??= { column: at?.column ?? this.#line.trimEnd().length + 1, message };
  }
}

function quantityIn(text: string): Quantity | undefined {
  const found = new RegExp(`^(${NUMBER})(deg|rad|mm|cm|m)?$`, 'i').exec(text);
  if (!found) return undefined;
  const unit = UNITS[found[2]?.toLowerCase() ?? ''];
  return { value: Number(found[1]) * (unit?.factor ?? 1), measures: unit?.measures };
}
