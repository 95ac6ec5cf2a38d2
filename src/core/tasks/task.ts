/** What a task says: the table of starts (paper 1, Fig. 9), a row for each program. The rules are in SPEC.md. */
import type { Stretch } from '../base/diagnostics.ts';

export const STARTED = 1;
export const FINISHED = 2;

/** When a program of a task begins. */
export type StartCondition =
  /** With the task. */
  | { readonly kind: 'none' }
  /** So long after the beginning of the task. */
  | { readonly kind: 'time'; readonly afterS: number }
  /** When a robot has started, or finished, its program: that of its last row above, or of its first one below. */
  | { readonly kind: 'status'; readonly robot: string; readonly status: typeof STARTED | typeof FINISHED }
  /** When a flag has a value: of a robot, by its id; or of the environment, `#1` to `#10`. */
  | { readonly kind: 'flag'; readonly flag: string; readonly value: number };

export interface TaskRow {
  readonly condition: StartCondition;
  readonly robot: string;
  readonly program: string;
  /** Of a list of taught positions. */
  readonly positions: string | undefined;
}

export interface Task {
  readonly rows: readonly TaskRow[];
}

/** A row of a text, and where it stands there. */
export interface WrittenRow extends TaskRow {
  readonly at: Stretch;
}

/** The number of an environment's flag, 1 to 10; undefined when it is a robot's. */
export function cellFlagNumber(flag: string): number | undefined {
  const number = /^#(\d{1,2})$/.exec(flag)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Which row a condition on a robot's status is about: its last one above, or else its first one below. Undefined when there is no other. */
export function rowMeant(rows: readonly TaskRow[], row: number): number | undefined {
  const condition = rows[row]?.condition;
  if (condition?.kind !== 'status') return undefined;
  const isMeant = ({ robot }: TaskRow, index: number) => index !== row && robot === condition.robot;
  const above = rows.slice(0, row).findLastIndex(isMeant);
  const found = above >= 0 ? above : rows.findIndex(isMeant);
  return found >= 0 ? found : undefined;
}

/** For people, as the middle of a sentence. */
export function conditionWords(condition: StartCondition): string {
  switch (condition.kind) {
    case 'none':
      return 'with the task';
    case 'time':
      return `${condition.afterS} s after the task`;
    case 'status':
      return `when ${condition.robot} has ${condition.status === STARTED ? 'started' : 'finished'} its program`;
    case 'flag':
      return `when ${flagWords(condition.flag)} is ${condition.value}`;
  }
}

export const flagWords = (flag: string): string =>
  cellFlagNumber(flag) === undefined ? `the flag of ${flag}` : `flag ${flag.slice(1)} of the environment`;
