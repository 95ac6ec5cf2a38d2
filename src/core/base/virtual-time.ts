import type { Clock } from './clock.ts';
import { MisuseError } from './errors.ts';

/**
 * How many turns of the promise queue follow each event. Enough for an answer to pass through a few `async` functions
 * before the next event; a deeper chain goes on beside the next events, still in the same order at each replay.
 */
const HOPS_PER_EVENT = 9;
const STEP_MS = 10;
/** Longer than anything that is waited for can take. */
const PATIENCE_MS = 30_000;

/** An event loop whose time is a number: it runs as fast as the machine can, and the same way every time. */
export class VirtualTime {
  readonly #agenda: ScheduledAction[] = [];
  #now = 0;
  #scheduled = 0;
  #state: 'idle' | 'running' = 'idle';

  /** Milliseconds since the simulation began. */
  get now(): number {
    return this.#now;
  }

  /** Runs `action` at `timeMs`, or now if that has passed; actions of the same time run in the order they were asked for. Disposing cancels. */
  at(timeMs: number, action: () => void): Disposable {
    if (Number.isNaN(timeMs)) throw new MisuseError('an action was scheduled at NaN ms: give it a time');
    const scheduled = new ScheduledAction(Math.max(timeMs, this.#now), this.#scheduled++, action);
    push(this.#agenda, scheduled);
    return scheduled;
  }

  /** Runs all that is due up to and at `untilMs`, which is then the time. Rejects with what an action throws. */
  async run(untilMs: number): Promise<void> {
    if (this.#state === 'running') throw new MisuseError('virtual time is running already: await the first run()');
    this.#state = 'running';
    try {
      for (let hop = 0; hop < HOPS_PER_EVENT; hop++) await undefined;
      for (let next = this.#agenda[0]; next !== undefined && next.timeMs <= untilMs; next = this.#agenda[0]) {
        pop(this.#agenda);
        const action = next.take();
        if (action === undefined) continue;
        this.#now = next.timeMs;
        action();
        // Not a function of its own: that would make another promise for each event.
        for (let hop = 0; hop < HOPS_PER_EVENT; hop++) await undefined;
      }
      this.#now = Math.max(this.#now, untilMs);
    } finally {
      this.#state = 'idle';
    }
  }

  /** Lets time pass until this has settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, settle);
    const giveUpMs = this.#now + PATIENCE_MS;
    while (!isSettled) {
      if (this.#now > giveUpMs) throw new Error(`nothing came of it in ${PATIENCE_MS} ms of virtual time`);
      await this.run(this.#now + STEP_MS);
    }
    return promise;
  }

  /** A clock that shows this time exactly. */
  clock(): Clock {
    return {
      now: () => this.#now,
      after: (delayMs, action) => this.at(this.#now + delayMs, action),
    };
  }
}

class ScheduledAction implements Disposable {
  readonly timeMs: number;
  readonly order: number;
  #action: (() => void) | undefined;

  constructor(timeMs: number, order: number, action: () => void) {
    this.timeMs = timeMs;
    this.order = order;
    this.#action = action;
  }

  take(): (() => void) | undefined {
    const action = this.#action;
    this.#action = undefined;
    return action;
  }

  [Symbol.dispose](): void {
    this.#action = undefined;
  }
}

const precedes = (a: ScheduledAction, b: ScheduledAction): boolean => a.timeMs < b.timeMs || (a.timeMs === b.timeMs && a.order < b.order);

/** `heap` is a binary heap: no item precedes its parent, which is at half its index. */
function push(heap: ScheduledAction[], item: ScheduledAction): void {
  let hole = heap.length;
  heap.push(item);
  while (hole > 0) {
    const parentIndex = (hole - 1) >> 1;
    const parent = heap[parentIndex] as ScheduledAction;
    if (!precedes(item, parent)) break;
    heap[hole] = parent;
    hole = parentIndex;
  }
  heap[hole] = item;
}

/** Removes the first item. */
function pop(heap: ScheduledAction[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let hole = 0;
  for (;;) {
    let childIndex = 2 * hole + 1;
    let child = heap[childIndex];
    if (child === undefined) break;
    const sibling = heap[childIndex + 1];
    if (sibling !== undefined && precedes(sibling, child)) {
      child = sibling;
      childIndex++;
    }
    if (!precedes(child, last)) break;
    heap[hole] = child;
    hole = childIndex;
  }
  heap[hole] = last;
}
