import type { Diagnostic } from '../base/diagnostics.ts';
import { readPositions } from '../programs/programs.ts';
import { checkTask, type TaskSurroundings } from './check-task.ts';
import type { TaskOrder } from './task-machine.ts';

export interface TaskOrdering {
  /** Undefined when there are errors. */
  readonly order: TaskOrder | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** A task as it can be performed: checked, and with the texts of its programs and lists as they are now. */
export function orderTask(
  { id, name, text }: { readonly id: string; readonly name: string; readonly text: string },
  surroundings: TaskSurroundings & Required<Pick<TaskSurroundings, 'program' | 'positions'>>,
): TaskOrdering {
  const { rows, diagnostics } = checkTask(text, surroundings);
  if (diagnostics.some(({ severity }) => severity === 'error')) return { order: undefined, diagnostics };
  const { program, positions } = surroundings;
  const ordered = rows.map(({ condition, robot, program: named, positions: list }) => ({
    ...{ condition, robot, program: named, positions: list, text: program?.(named) ?? '' },
    taught: list === undefined ? [] : readPositions(positions?.(list) ?? '').positions,
  }));
  return { order: { id, name, rows: ordered }, diagnostics };
}
