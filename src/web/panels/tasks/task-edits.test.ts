import { expect, it } from 'vitest';
import { applyEdits } from '../../../core/base/diagnostics.ts';
import { readTask, type TaskRow, taskToJson } from '../../../core/tasks/tasks.ts';
import { type TaskChange, taskEdits } from './task-edits.ts';

const TEXT = `// the cell
N -    - puma  load   cell-a // first
T -    2 belt  carry  -

S puma 2 lathe turn   -`;
const ROW: TaskRow = { condition: { kind: 'flag', flag: '#3', value: 1 }, robot: 'jupiter', program: 'stamp it', positions: undefined };

const changed = (text: string, change: TaskChange): string => applyEdits(text, taskEdits(text, change));
const robots = (text: string): string =>
  readTask(text)
    .rows.map(({ robot }) => robot)
    .join();

it.each<[TaskChange, string]>([
  [{ kind: 'add', row: ROW }, `${TEXT}\nF #3 1 jupiter "stamp it" -\n`],
  [{ kind: 'set', at: 0, row: ROW }, TEXT.replace('N -    - puma  load   cell-a', 'F #3 1 jupiter "stamp it" -')],
  [{ kind: 'remove', at: 1 }, TEXT.replace('T -    2 belt  carry  -\n', '')],
  [{ kind: 'remove', at: 7 }, TEXT],
])('a table is changed line by line, and comments stay: %o', (change, after) => {
  expect(changed(TEXT, change)).toBe(after);
});

it('rows go before others, and to the end', () => {
  expect(robots(changed(TEXT, { kind: 'move', at: 2, before: 0 }))).toBe('lathe,puma,belt');
  expect(robots(changed(TEXT, { kind: 'move', at: 0, before: undefined }))).toBe('belt,lathe,puma');
  expect(changed(TEXT, { kind: 'move', at: 0, before: undefined })).toContain('cell-a // first');
});

it('a table in JSON becomes lines', () => {
  const json = taskToJson({ rows: readTask(TEXT).rows });
  const after = changed(json, { kind: 'add', row: ROW });
  expect(after).not.toContain('{');
  expect(robots(after)).toBe('puma,belt,lathe,jupiter');
});
