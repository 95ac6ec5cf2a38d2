import type { TaughtColumn } from '../../../core/programs/taught/position-now.ts';
import { fixed } from '../../quantities/quantities.ts';

/** For one that stays as it is. */
export const STAYS = '–';

/** As people read it: degrees to a tenth, whole millimetres. */
export function valueText(value: number | null, unit: TaughtColumn['unit'], form: 'plain' | 'with its unit'): string {
  if (value === null) return STAYS;
  const text = fixed(value, unit === 'degrees' ? 1 : 0);
  if (form === 'plain') return text;
  return unit === 'degrees' ? `${text}°` : `${text} mm`;
}

/** `J1 waist` is J1 where there is little room. */
export const shortName = ({ name }: TaughtColumn): string => /^(J\d+|Grip)/.exec(name)?.[0] ?? name;

export const unitSign = ({ unit }: TaughtColumn): string => (unit === 'degrees' ? '°' : 'mm');
