import type { Stretch, TextEdit } from './diagnostics.ts';

/** The whole line, or lines, in which a stretch lies, with the end of the last. */
export function lineOf(text: string, { from, to }: Stretch): Stretch {
  const end = text.indexOf('\n', to);
  return { from: text.lastIndexOf('\n', from - 1) + 1, to: end < 0 ? text.length : end + 1 };
}

/** Behind all others. `line` ends with its end. */
export const appendLine = (text: string, line: string): TextEdit[] => [
  { from: text.length, to: text.length, insert: text === '' || text.endsWith('\n') ? line : `\n${line}` },
];

export const removeLine = (text: string, of: Stretch): TextEdit[] => [{ ...lineOf(text, of), insert: '' }];

/** Before the line of another stretch, or behind all others. */
export function moveLine(text: string, of: Stretch, before: Stretch | undefined): TextEdit[] {
  const line = lineOf(text, of);
  const content = text.slice(line.from, line.to).replace(/\n$/, '');
  const place = before ? lineOf(text, before).from : text.length;
  if (place === line.from || place === line.to) return [];
  const insert = !before && !text.endsWith('\n') ? `\n${content}\n` : `${content}\n`;
  return [
    { ...line, insert: '' },
    { from: place, to: place, insert },
  ];
}
