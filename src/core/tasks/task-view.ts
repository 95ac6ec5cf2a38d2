/** What can be seen of a task that is performed: for panels, command lines and the library. */
import type { StartCondition } from './task.ts';

export type TaskPhase =
  /** Flags go back to 0 before it begins. */
  | 'starting'
  | 'running'
  | 'paused'
  | 'finished'
  | 'failed'
  /** By somebody, before its end. */
  | 'stopped';

export type RowPhase =
  | 'waiting'
  /** Its condition was met, but its robot runs something else. */
  | 'due'
  | 'running'
  | 'paused'
  | 'finished'
  | 'failed'
  /** Its program was ended with the task, before its own end. */
  | 'ended';

export interface TaskRowView {
  readonly condition: StartCondition;
  readonly robot: string;
  readonly program: string;
  readonly positions: string | undefined;
  readonly phase: RowPhase;
  /** Why it failed or waits. */
  readonly message: string | undefined;
  /** World time, all of them: when its condition was met, its program began and ended. */
  readonly dueMs: number | undefined;
  readonly startedMs: number | undefined;
  readonly endedMs: number | undefined;
}

/** A bar of the chart: who ran what, from when to when. */
export interface ChartSpan {
  readonly row: number;
  readonly robot: string;
  readonly program: string;
  /** Of the world, since the task began. */
  readonly fromMs: number;
  /** Of one that still runs: until now. */
  readonly toMs: number;
  readonly phase: RowPhase;
}

export interface TaskView {
  /** Of this performance of the task. */
  readonly id: string;
  readonly name: string;
  readonly phase: TaskPhase;
  /** Why it is paused, or failed. */
  readonly message: string | undefined;
  /** World time. */
  readonly startedMs: number | undefined;
  readonly endedMs: number | undefined;
  readonly rows: readonly TaskRowView[];
}

export const isOver = (phase: TaskPhase): boolean => phase === 'finished' || phase === 'failed' || phase === 'stopped';

/** Row by row, those that have begun. */
export function chartOf({ rows, startedMs = 0 }: TaskView, nowMs: number): ChartSpan[] {
  return rows.flatMap(({ robot, program, phase, startedMs: fromMs, endedMs }, row) =>
    fromMs === undefined
      ? []
      : [{ row, robot, program, phase, fromMs: fromMs - startedMs, toMs: Math.max(fromMs, endedMs ?? nowMs) - startedMs }],
  );
}
