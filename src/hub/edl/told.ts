import type { Diagnostic } from '../../core/maps/maps.ts';

const LONGEST_LINE = 120;
/** Longer lines are cut around the place. */
const BEFORE = 60;

/** As compilers say it, so that editors find the place: with the line, a caret below it, and what to do. */
export function told(file: string, text: string, { line, column, from, to, severity, message, code, remedy }: Diagnostic): string {
  const whole = (text.split('\n')[line - 1] ?? '').replaceAll(/\t|\p{Cc}/gu, ' ');
  const start = whole.length > LONGEST_LINE ? Math.max(column - 1 - BEFORE, 0) : 0;
  const shown = whole.slice(start, start + LONGEST_LINE).trimEnd();
  const gutter = ' '.repeat(String(line).length);
  const carets = Math.min(Math.max(to - from, 1), Math.max(shown.length - (column - 1 - start), 1));
  return [
    `${file}:${line}:${column}: ${severity}: ${message} [${code}]`,
    ` ${line} | ${shown}`,
    ` ${gutter} | ${' '.repeat(column - 1 - start)}${'^'.repeat(carets)}`,
    ...(remedy === undefined ? [] : [` ${gutter} = ${remedy}`]),
  ].join('\n');
}
