import type { Pose } from '../../core/base/pose.ts';
import { planarPose } from '../../core/base/pose.ts';
import type { Fault, Word } from './words.ts';

/** What a line can carry. Bytes are too long for one. */
export const LINE_TYPES = ['boolean', 'number', 'text', 'vector', 'pose'] as const;
export type LineType = (typeof LINE_TYPES)[number];

export type LineValue = boolean | number | string | readonly number[] | Pose;

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
]);

export type ReadValue = { readonly value: LineValue } | { readonly fault: Fault };

/** A value as a device wrote it, of the type its variable has. */
export function readValue(word: Word, type: LineType): ReadValue {
  const wrong = (expected: string): ReadValue => ({
    fault: { column: word.column, message: `"${word.text}" is no ${type}: write ${expected}` },
  });
  if (word.isQuoted && type !== 'text') return wrong('it without quotes');
  switch (type) {
    case 'text':
      return { value: word.text };
    case 'boolean':
      return word.text === 'true' || word.text === 'false' ? { value: word.text === 'true' } : wrong('true or false');
    case 'number': {
      const value = numberOf(word.text);
      return value === undefined ? wrong('a number, such as 1.5 or -2e-3') : { value };
    }
    case 'vector': {
      const value = numbersOf(word.text);
      return value ? { value } : wrong('numbers with commas between them and no blanks, such as 0.2,0,-1');
    }
    case 'pose': {
      const value = poseOf(word.text);
      return value ? { value } : wrong('x,y,yaw or x,y,z,qx,qy,qz,qw, in metres and radians');
    }
  }
}

export function numberOf(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

function numbersOf(text: string): number[] | undefined {
  const inside = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  if (inside === '') return text === '' ? undefined : [];
  const numbers = inside.split(',').map(numberOf);
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
}

function poseOf(text: string): Pose | undefined {
  const numbers = numbersOf(text);
  if (numbers?.length === 3) return planarPose(...(numbers as [number, number, number]));
  if (numbers?.length !== 7) return undefined;
  const [x, y, z, qx, qy, qz, qw] = numbers as [number, number, number, number, number, number, number];
  return { x, y, z, qx, qy, qz, qw };
}

export function writtenValue(value: LineValue): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return writtenScalar(value);
  if (isVector(value)) return `[${value.map(writtenScalar).join(',')}]`;
  const { x, y, z, qx, qy, qz, qw } = value;
  return `[${[x, y, z, qx, qy, qz, qw].map(writtenScalar).join(',')}]`;
}

const isVector = (value: object): value is readonly number[] => Array.isArray(value);

/** Zero has a sign, and only this way of writing keeps it. */
const writtenScalar = (value: number | boolean): string => (Object.is(value, -0) ? '-0' : String(value));

/** What has no escape of its own cannot be sent to us, and is not sent by us. */
export const quoted = (text: string): string =>
  `"${[...text].map((character) => ESCAPED.get(character) ?? printable(character)).join('')}"`;

export const printable = (character: string): string => {
  const code = character.codePointAt(0) as number;
  return code < 0x20 || code === 0x7f ? '?' : character;
};
