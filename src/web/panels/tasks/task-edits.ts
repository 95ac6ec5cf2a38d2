import { applyEdits, type TextEdit } from '../../../core/base/diagnostics.ts';
import { appendLine, moveLine, removeLine } from '../../../core/base/lines.ts';
import { readTask, type TaskRow, writeTask } from '../../../core/tasks/tasks.ts';

export type TaskChange = { readonly kind: 'add'; readonly row: TaskRow } | RowChange;

/** Rows are known by their place in the table. */
type RowChange =
  | { readonly kind: 'set'; readonly at: number; readonly row: TaskRow }
  /** `before` another one, or to the end. */
  | { readonly kind: 'move'; readonly at: number; readonly before: number | undefined }
  | { readonly kind: 'remove'; readonly at: number };

/** What has to be written where so that the table is changed and nothing else is: comments stay. A table in JSON becomes lines. */
export function taskEdits(text: string, change: TaskChange): readonly TextEdit[] {
  if (text.trimStart().startsWith('{')) {
    const lines = writeTask({ rows: readTask(text).rows });
    return [{ from: 0, to: text.length, insert: applyEdits(lines, taskEdits(lines, change)) }];
  }
  if (change.kind === 'add') return appendLine(text, writeTask({ rows: [change.row] }));
  return rowEdits(text, change);
}

function rowEdits(text: string, change: RowChange): readonly TextEdit[] {
  const { rows } = readTask(text);
  const place = rows[change.at]?.at;
  if (!place) return [];
  switch (change.kind) {
    case 'set':
      return [{ ...place, insert: writeTask({ rows: [change.row] }).trimEnd() }];
    case 'move':
      return moveLine(text, place, change.before === undefined ? undefined : rows[change.before]?.at);
    case 'remove':
      return removeLine(text, place);
  }
}
