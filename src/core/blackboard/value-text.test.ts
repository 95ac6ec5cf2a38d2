import { expect, it } from 'vitest';
import { planarPose } from '../base/pose.ts';
import type { BoardValue, VariableType } from './value.ts';
import { readValue, typeOfText } from './value-text.ts';

it.each<[VariableType, string, BoardValue]>([
  ['boolean', 'true', true],
  ['number', ' -1.5e3 ', -1500],
  ['number', '−12.5', -12.5],
  ['text', ' 12 ', ' 12 '],
  ['vector', '1, −2,3e-1', [1, -2, 0.3]],
  ['vector', '', []],
  ['pose', '1.5, -2, 90', planarPose(1.5, -2, Math.PI / 2)],
])('a %s is read from %j', (type, text, value) => {
  expect(readValue(text, type)).toEqual({ kind: 'value', value });
});

it.each<[VariableType, string, string]>([
  ['boolean', 'yes', '"yes" is no boolean: write true or false'],
  ['number', '', '"" is no number'],
  ['number', '1,5', '"1,5" is no number'],
  ['number', 'Infinity', '"Infinity" is no number'],
  ['vector', '1, x, 3', '"x" is no number'],
  ['pose', '1, 2', '"1, 2" is no pose: write x, y, yaw in metres and degrees, such as 1.5, -2, 90'],
  ['bytes', 'ff', 'bytes cannot be typed; use the library'],
])('no %s is read from %j', (type, text, reason) => {
  expect(readValue(text, type)).toEqual({ kind: 'wrong', reason });
});

it.each<[string, VariableType]>([
  ['false', 'boolean'],
  ['-2', 'number'],
  ['1,2', 'vector'],
  ['1, two', 'text'],
  ['', 'text'],
])('what is written as %j begins as a %s', (text, type) => {
  expect(typeOfText(text)).toBe(type);
});
