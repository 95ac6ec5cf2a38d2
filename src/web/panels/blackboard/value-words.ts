import { yawOf } from '../../../core/base/pose.ts';
import type { VariableType } from '../../../core/blackboard/value.ts';
import type { ShownValue } from '../../link/board-link.ts';
import { fileSize, fixed, MINUS, toDegrees } from '../../quantities/quantities.ts';

/** How many decimals a quantity has: as everywhere in the page, where its unit tells what it is. */
const DECIMALS: Readonly<Record<string, number>> = {
  ...{ m: 3, mm: 0, cm: 1, rad: 3, '°': 1, deg: 1, 'm/s': 2, 'rad/s': 2, '°/s': 0, s: 3, ms: 0, kg: 1, g: 0 },
  ...{ '%': 0, V: 2, A: 2, W: 1, N: 1, Nm: 2, Hz: 1, C: 1, '°C': 1, K: 1, Pa: 0, lux: 0 },
};
const USUAL_DECIMALS = 3;
/** Beyond these, digits after the point say nothing, or all. */
const LARGE = 1e9;

/** A number of a unit, without it. */
export function numberText(value: number, unit: string): string {
  const decimals = DECIMALS[unit] ?? USUAL_DECIMALS;
  const size = Math.abs(value);
  const isTiny = size > 0 && size < 0.5 * 10 ** -decimals && DECIMALS[unit] === undefined;
  if (size >= LARGE || isTiny) return value.toExponential(2).replace('-', MINUS).replace('e+', 'e').replace('e-', `e${MINUS}`);
  return fixed(value, decimals);
}

export const withUnit = (text: string, unit: string): string => (unit === '' ? text : unit === '°' ? `${text}°` : `${text} ${unit}`);

/** What stands in the row: the value, and its unit. */
export function valueText(value: ShownValue, unit: string): { readonly text: string; readonly unit: string } {
  switch (value.type) {
    case 'boolean':
      return { text: String(value.value), unit: '' };
    case 'number':
      return { text: numberText(value.value, unit), unit };
    case 'text':
      return { text: value.value === '' ? 'empty' : value.value, unit };
    case 'vector':
      return vectorText(value, unit);
    case 'pose': {
      const { x, y } = value.value;
      return { text: `${fixed(x, 3)}, ${fixed(y, 3)} m, ${fixed(toDegrees(yawOf(value.value)), 1)}°`, unit: '' };
    }
    case 'bytes':
      return { text: `${fileSize(value.length)} of ${value.content}`, unit: '' };
  }
}

function vectorText(value: Extract<ShownValue, { type: 'vector' }>, unit: string): { readonly text: string; readonly unit: string } {
  const units = unitsOf(unit, value.length);
  const isOneUnit = units.every((each) => each === units[0]);
  const shown = value.value.map((component, i) =>
    isOneUnit ? numberText(component, units[i] ?? unit) : withUnit(numberText(component, units[i] ?? ''), units[i] ?? ''),
  );
  const more = value.length > value.value.length ? ', …' : '';
  return { text: value.length === 0 ? 'empty' : `${shown.join(', ')}${more}`, unit: isOneUnit ? (units[0] ?? unit) : '' };
}

/** The unit of each component: `m/s m/s rad/s` is one for each, `m` is for all of them. */
export function unitsOf(unit: string, length: number): string[] {
  const units = unit.split(' ').filter(Boolean);
  return units.length === length && length > 0 ? units : Array.from({ length }, () => unit);
}

/** What can be typed over it: nothing when only a part of it is here. */
export function editText(value: ShownValue): string {
  switch (value.type) {
    case 'boolean':
    case 'number':
      return String(value.value);
    case 'text':
      return value.value.length === value.length ? value.value : '';
    case 'vector':
      return value.value.length === value.length ? value.value.join(', ') : '';
    case 'pose': {
      const { x, y } = value.value;
      return [x, y, toDegrees(yawOf(value.value))].map((number) => Number(number.toFixed(4))).join(', ');
    }
    case 'bytes':
      return '';
  }
}

/** What is to be typed, for who does not know. */
export function typingHint(type: VariableType, unit: string): string {
  const inUnit = unit === '' ? '' : `, in ${unit}`;
  switch (type) {
    case 'boolean':
      return 'true or false';
    case 'number':
      return `A number${inUnit}`;
    case 'text':
      return 'A text';
    case 'vector':
      return `Numbers with commas between them${inUnit}`;
    case 'pose':
      return 'x, y, yaw in metres and degrees';
    case 'bytes':
      return 'Bytes are written by programs';
  }
}
