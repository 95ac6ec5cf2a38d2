import type { Answer, Reading } from './reading.ts';

/** Of each variable so many wait for their like; the oldest goes first. */
const MOST_WAITING = 64;

export type JoinHandler = (readings: readonly Reading[]) => void;

/** Puts together what was measured at the same time: of each variable one, in the order in which they were named. */
export interface Join {
  take(answer: Answer): void;
}

/** When the values of all variables have the very same time of measurement. Each set is told once, and those before it never. */
export function exactJoin(names: readonly string[], handler: JoinHandler): Join {
  const sets = new Map<number, Map<string, Reading>>();
  return {
    take(answer) {
      if (answer.kind !== 'value') return;
      const set = sets.get(answer.measuredAtMs) ?? new Map<string, Reading>();
      sets.set(answer.measuredAtMs, set.set(answer.name, answer));
      if (set.size === names.length) {
        for (const time of [...sets.keys()]) if (time <= answer.measuredAtMs) sets.delete(time);
        handler(names.map((name) => set.get(name) as Reading));
      } else if (sets.size > MOST_WAITING) sets.delete(Math.min(...sets.keys()));
    },
  };
}

/**
 * When the values of all variables lie within `withinMs` of each other. Each value is in one set at most, sets come in the order of time, and around the
 * latest of the first values those nearest to it are taken.
 */
export function approximateJoin(names: readonly string[], { withinMs }: { withinMs: number }, handler: JoinHandler): Join {
  const queues = new Map<string, Reading[]>(names.map((name) => [name, []]));
  return {
    take(answer) {
      if (answer.kind !== 'value') return;
      const queue = queues.get(answer.name) ?? [];
      insert(queue, answer);
      if (queue.length > MOST_WAITING) queue.shift();
      for (let set = nextSet([...queues.values()], withinMs); set; set = nextSet([...queues.values()], withinMs)) handler(set);
    },
  };
}

/** Messages may overtake each other; their times put them right. */
function insert(queue: Reading[], reading: Reading): void {
  let place = queue.length;
  while (place > 0 && (queue[place - 1] as Reading).measuredAtMs > reading.measuredAtMs) place--;
  queue.splice(place, 0, reading);
}

function nextSet(queues: readonly Reading[][], withinMs: number): Reading[] | undefined {
  while (queues.every((queue) => queue.length > 0)) {
    const pivotMs = Math.max(...queues.map(([first]) => (first as Reading).measuredAtMs));
    for (const queue of queues) while (isNearer(queue[1], queue[0], pivotMs)) queue.shift();
    const heads = queues.map(([first]) => first as Reading);
    const times = heads.map(({ measuredAtMs }) => measuredAtMs);
    const earliestMs = Math.min(...times);
    if (Math.max(...times) - earliestMs <= withinMs) {
      for (const queue of queues) queue.shift();
      return heads;
    }
    // The earliest finds nobody any more: all others have only later ones.
    for (const queue of queues) if (queue[0]?.measuredAtMs === earliestMs) queue.shift();
  }
  return undefined;
}

const isNearer = (next: Reading | undefined, first: Reading | undefined, pivotMs: number): boolean =>
  next !== undefined && first !== undefined && Math.abs(next.measuredAtMs - pivotMs) <= Math.abs(first.measuredAtMs - pivotMs);
