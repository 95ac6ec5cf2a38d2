import { type Pose, planarPose } from '../base/pose.ts';
import type { BoardValue, VariableType } from './value.ts';

export type ReadValue = { readonly kind: 'value'; readonly value: BoardValue } | { readonly kind: 'wrong'; readonly reason: string };

const DEGREE = Math.PI / 180;
/** What a page shows in front of a negative number, and people copy. */
const TRUE_MINUS = '\u2212';

const value = (read: BoardValue): ReadValue => ({ kind: 'value', value: read });
const wrong = (reason: string): ReadValue => ({ kind: 'wrong', reason });

/** A value as somebody typed it: `true`, `1.5`, `1, 2, 3`, a text; a pose is x, y and yaw in metres and degrees. */
export function readValue(text: string, type: VariableType): ReadValue {
  switch (type) {
    case 'boolean':
      return text === 'true' || text === 'false' ? value(text === 'true') : wrong(`"${text}" is no boolean: write true or false`);
    case 'number': {
      const number = numberOf(text);
      return number === undefined ? wrong(`"${text}" is no number`) : value(number);
    }
    case 'text':
      return value(text);
    case 'vector':
      return vectorOf(text);
    case 'pose':
      return poseOf(text);
    case 'bytes':
      return wrong('bytes cannot be typed; use the library');
  }
}

/** Of a variable that is not declared yet the text decides. */
export function typeOfText(text: string): VariableType {
  if (text === 'true' || text === 'false') return 'boolean';
  if (numberOf(text) !== undefined) return 'number';
  return text.includes(',') && numbersOf(text).every((number) => number !== undefined) ? 'vector' : 'text';
}

function numberOf(text: string): number | undefined {
  const number = Number(text.trim().replace(TRUE_MINUS, '-'));
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined;
}

const numbersOf = (text: string): (number | undefined)[] => text.split(',').map(numberOf);

function vectorOf(text: string): ReadValue {
  const numbers = text.trim() === '' ? [] : numbersOf(text);
  const wrongAt = numbers.indexOf(undefined);
  return wrongAt < 0 ? value(numbers as number[]) : wrong(`"${text.split(',')[wrongAt]?.trim()}" is no number`);
}

function poseOf(text: string): ReadValue {
  const [x, y, yawDeg, ...rest] = numbersOf(text);
  if (x === undefined || y === undefined || yawDeg === undefined || rest.length > 0)
    return wrong(`"${text}" is no pose: write x, y, yaw in metres and degrees, such as 1.5, -2, 90`);
  const pose: Pose = planarPose(x, y, yawDeg * DEGREE);
  return value(pose);
}
