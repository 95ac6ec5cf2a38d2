/** Which rows of a task can start at all, and which others they need for that. */
import { rowMeant, type TaskRow } from './task.ts';

export interface StartsKnown {
  readonly rows: readonly TaskRow[];
  /** Whether the program of a row may give a flag this value. */
  readonly maySet: (row: TaskRow, flag: string, value: number) => boolean;
}

/** The other rows of which one must run before a row can start; itself, where only its own program could set the flag that it waits for. */
export function neededBy({ rows, maySet }: StartsKnown, row: number): number[] {
  const condition = rows[row]?.condition;
  switch (condition?.kind) {
    case 'status': {
      const meant = rowMeant(rows, row);
      if (meant !== undefined) return [meant];
      return rows[row]?.robot === condition.robot ? [row] : [];
    }
    case 'flag':
      return rows.flatMap((each, index) => (maySet(each, condition.flag, condition.value) ? [index] : []));
    default:
      return [];
  }
}

/** Those that start at some time, if every program that starts comes to its end. */
export function startable(known: StartsKnown, { flagsByHand }: { readonly flagsByHand: boolean }): ReadonlySet<number> {
  const started = new Set<number>();
  const isStarted = (row: number) => started.has(row);
  const canStart = (row: number): boolean => {
    const condition = known.rows[row]?.condition;
    switch (condition?.kind) {
      case 'status':
        return neededBy(known, row).some(isStarted);
      case 'flag':
        // All flags are 0 when a task begins.
        return flagsByHand || condition.value === 0 || neededBy(known, row).some(isStarted);
      default:
        return true;
    }
  };
  for (let before = -1; before < started.size; ) {
    before = started.size;
    for (const row of known.rows.keys()) if (canStart(row)) started.add(row);
  }
  return started;
}
