/** Lists of taught positions, as people keep them: in degrees and millimetres. */
import { type Diagnostic, diagnosticsOf, type Finding, type Stretch } from '../base/diagnostics.ts';
import { LONGEST_NAME } from './limits.ts';

export interface TaughtPosition {
  readonly name: string;
  /** Of joints in the model's order, null for one that stays as it is; or x, y and heading of a base. */
  readonly values: readonly (number | null)[];
}

export interface PositionsReading {
  readonly positions: readonly TaughtPosition[];
  readonly diagnostics: readonly Diagnostic[];
}

const NOWHERE: Stretch = { from: 0, to: 0 };
const MOST_POSITIONS = 1000;
const MOST_VALUES = 64;
/** A kilometre in millimetres: beyond that it is a slip. */
const LARGEST_VALUE = 1e6;

/** Of text, a line each; or of JSON, as `positionsToJson` writes it. What is wrong is told, and left out. */
export function readPositions(text: string): PositionsReading {
  const reader = new PositionsReader();
  if (text.trimStart().startsWith('{')) reader.json(text);
  else reader.lines(text);
  return { positions: reader.positions, diagnostics: diagnosticsOf(text, reader.findings) };
}

export interface LocatedPosition extends TaughtPosition, Stretch {}

/** The same of text, with the place of each: its line from its name on, as far as something is written there. */
export function locatePositions(text: string): {
  readonly positions: readonly LocatedPosition[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const reader = new PositionsReader();
  reader.lines(text);
  const positions = reader.positions.map((position, index) => ({ ...position, ...(reader.places[index] ?? NOWHERE) }));
  return { positions, diagnostics: diagnosticsOf(text, reader.findings) };
}

/** Names with anything but letters, digits and _ are in quotes. */
export function writePositions(positions: readonly TaughtPosition[]): string {
  return positions.map(({ name, values }) => `${[written(name), ...values.map((value) => value ?? '-')].join(' ')}\n`).join('');
}

export const positionsToJson = (positions: readonly TaughtPosition[]): string => `${JSON.stringify({ positions }, undefined, 2)}\n`;

/** A name as it stands in a list. */
export const written = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `"${name}"`);

/** Whether a position may be called so. */
export const isPositionName = (name: string): boolean => name.length > 0 && name.length <= LONGEST_NAME && !/["\n]|\p{Cc}/u.test(name);

/** Beyond these a value is a slip. */
export const isPositionValue = (value: number): boolean => Math.abs(value) <= LARGEST_VALUE;

/** A name, in quotes or without, a value, or something else; and comments, which are nothing. */
export const POSITION_WORDS: RegExp = /\/\/.*|"([^"]*)"?|\S+/g;

class PositionsReader {
  readonly positions: TaughtPosition[] = [];
  readonly places: Stretch[] = [];
  readonly findings: Finding[] = [];
  readonly #names = new Set<string>();

  lines(text: string): void {
    let start = 0;
    for (const line of text.split('\n')) {
      const words = [...line.matchAll(POSITION_WORDS)].filter(([word]) => !word.startsWith('//'));
      const [first, ...others] = words;
      if (first) {
        const values = others.map(([word, ,]) => (word === '-' ? null : Number(word)));
        const at = { from: start + first.index, to: start + line.trimEnd().length };
        this.#add(first[1] ?? first[0], values, at);
      }
      start += line.length + 1;
    }
  }

  json(text: string): void {
    const at = { from: 0, to: 1 };
    let found: unknown;
    try {
      found = JSON.parse(text);
    } catch (error) {
      this.#tell('json', at, `this is no JSON: ${error instanceof Error ? error.message : ''}`, 'compare it with the reference');
      return;
    }
    const { positions } = found as { readonly positions?: unknown };
    if (!Array.isArray(positions)) {
      this.#tell('json', at, 'there are no positions in it', 'write {"positions": [{"name": "p1", "values": [0, 90]}]}');
      return;
    }
    for (const each of positions as readonly (Partial<TaughtPosition> | null)[]) {
      const values = Array.isArray(each?.values) ? (each.values as unknown[]) : [Number.NaN];
      this.#add(
        String(each?.name ?? ''),
        values.map((value) => (value === null || typeof value === 'number' ? value : Number.NaN)),
        at,
      );
    }
  }

  #add(name: string, values: readonly (number | null)[], at: Stretch): void {
    const isUnfit = (value: number | null) => value !== null && !isPositionValue(value);
    if (!isPositionName(name)) this.#tell('name', at, 'a position has a name of 1 to 40 letters', 'name it, as p1 or "above the lathe"');
    else if (this.#names.has(name)) this.#tell('declared-twice', at, `there is a position ${name} already`, 'name this one otherwise');
    else if (values.length === 0 || values.length > MOST_VALUES || values.some(isUnfit))
      this.#tell('values', at, `${name} has no values that a robot could take`, 'write degrees and millimetres, - for what stays as it is');
    else if (this.positions.length >= MOST_POSITIONS)
      this.#tell('too-large', at, `there are more than ${MOST_POSITIONS} positions`, 'make several lists');
    else {
      this.#names.add(name);
      this.positions.push({ name, values });
      this.places.push(at);
    }
  }

  #tell(code: string, { from, to }: Stretch, message: string, remedy: string): void {
    this.findings.push({ severity: 'error', code, from, to, message, remedy });
  }
}
