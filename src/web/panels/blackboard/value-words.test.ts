import { describe, expect, it } from 'vitest';
import { planarPose } from '../../../core/base/pose.ts';
import { readValue } from '../../../core/blackboard/value-text.ts';
import type { ShownValue } from '../../link/board-link.ts';
import { editText, numberText, unitsOf, valueText } from './value-words.ts';

const vector = (...value: number[]): ShownValue => ({ type: 'vector', value, length: value.length });

it.each<[number, string, string]>([
  [1.23456, 'm', '1.235'],
  [-0.0004, 'm', '0.000'],
  [-0.5, 'rad', '−0.500'],
  [21.456, '°C', '21.5'],
  [1.5, '', '1.500'],
  [0.000012, '', '1.20e−5'],
  [-6.02e23, '', '−6.02e23'],
  [101325.2, 'Pa', '101325'],
])('%d of %j is written %s', (value, unit, text) => {
  expect(numberText(value, unit)).toBe(text);
});

describe('a value in its row', () => {
  it.each<[ShownValue, string, string, string]>([
    [{ type: 'boolean', value: false }, '', 'false', ''],
    [{ type: 'number', value: 2 }, 'm', '2.000', 'm'],
    [{ type: 'text', value: '', length: 0 }, '', 'empty', ''],
    [vector(1, -2), 'm', '1.000, −2.000', 'm'],
    [vector(1, 0, 0.5), 'm/s m/s rad/s', '1.00 m/s, 0.00 m/s, 0.50 rad/s', ''],
    [{ type: 'vector', value: [1], length: 300 }, 'm', '1.000, …', 'm'],
    [vector(), 'm', 'empty', 'm'],
    [{ type: 'pose', value: planarPose(1, -0.5, Math.PI / 2) }, 'm', '1.000, −0.500 m, 90.0°', ''],
    [{ type: 'bytes', content: 'image/jpeg', length: 3400 }, '', '3 KB of image/jpeg', ''],
  ])('%j in %j is "%s" %s', (value, unit, text, shownUnit) => {
    expect(valueText(value, unit)).toEqual({ text, unit: shownUnit });
  });

  it('of several units has each its own only when there are as many', () => {
    expect(unitsOf('m/s m/s rad/s', 3)).toEqual(['m/s', 'm/s', 'rad/s']);
    expect(unitsOf('m/s m/s rad/s', 2)).toEqual(['m/s m/s rad/s', 'm/s m/s rad/s']);
  });
});

it.each<ShownValue>([
  { type: 'boolean', value: true },
  { type: 'number', value: -1.5 },
  { type: 'text', value: 'open', length: 4 },
  vector(1, 2.5),
])('what stands in the field of %j can be written back', (shown) => {
  expect(readValue(editText(shown), shown.type)).toMatchObject({ kind: 'value', value: 'value' in shown ? shown.value : undefined });
});

it('of what is here only in part nothing stands in the field', () => {
  expect(editText({ type: 'text', value: 'x', length: 2 })).toBe('');
  expect(editText({ type: 'vector', value: [1], length: 2 })).toBe('');
});
