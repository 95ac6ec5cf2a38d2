import type { Clock } from '../../core/base/clock.ts';
import type { FrameRecord } from '../../core/bus/frames.ts';
import { BreachError, countRecords } from './incoming.ts';

/** How fast what a link sends is handled. Costs are those of `costOf`, and 1 for each 512 bytes. */
export interface IntakeLimits {
  /** What is handled at once when nothing came for a while. */
  readonly burstCost: number;
  readonly costPerMs: number;
  /** From so long without ever having its whole burst again on, a link is handled so many times slower: the others notice less of one that does not end. */
  readonly patienceMs: number;
  readonly slowdown: number;
  /** When that is used up, the link is not read for so long. */
  readonly pauseMs: number;
  /** A link that has more records waiting, or that is paused again and again for so long without ever having its whole burst again, is flooding. */
  readonly waitingRecords: number;
  readonly tooFastMs: number;
}

/** 6,250 records or 100,000 states in a second: more than the rates allow in the long run, a millisecond or two at first, then in portions of a fraction of one. */
export const intakeLimits: IntakeLimits = {
  burstCost: 2048,
  costPerMs: 100,
  patienceMs: 150,
  slowdown: 4,
  pauseMs: 2,
  waitingRecords: 10_000,
  tooFastMs: 2000,
};

const BYTES_PER_COST = 512;
/** Of a message without records: to take it is work, too. */
const EMPTY_COST = 16;

/** States are many, come in batches and are cheap; who comes back subscribes to thousands of subjects at once; the rest is answered, or told to each reader. */
function costOf({ type }: FrameRecord): number {
  switch (type) {
    case 'alias':
    case 'aliased':
      return 1;
    case 'subscribe':
    case 'unsubscribe':
      return 4;
    default:
      return 16;
  }
}

/** How many records a message that waits counts as. */
const weightOf = (message: Uint8Array): number => Math.max(1, countRecords(message));

/** What stops and starts the reading from a network. */
export interface Valve {
  pause(): void;
  resume(): void;
}

export interface IntakeSink {
  /** The records of a message, taken whole or not at all. */
  open(message: Uint8Array): readonly FrameRecord[];
  accept(records: readonly FrameRecord[]): void;
  /** What `open` or `accept` threw, or that the link is flooding. */
  failed(error: unknown): void;
}

/**
 * Hands on what one link sends, no faster than its limits say. A network brings thousands of records at once if it may, and nobody else is heard until
 * they are handled. Only what had been read already waits here: then the network is not read, so that its sender has to wait.
 */
export class Intake implements Disposable {
  readonly #valve: Valve;
  readonly #clock: Clock;
  readonly #limits: IntakeLimits;
  readonly #sink: IntakeSink;
  #messages: Uint8Array[] = [];
  #waitingRecords = 0;
  /** The rest of a message that was handled in part. */
  #records: readonly FrameRecord[] = [];
  #state: 'open' | 'shut' = 'open';
  #credit: number;
  #creditedMs: number;
  #pause: Disposable | undefined;
  /** When something last came while nothing was owed: one who sends large batches, but no more than it may, rests between them. */
  #restedMs = 0;

  constructor(valve: Valve, clock: Clock, limits: IntakeLimits, sink: IntakeSink) {
    this.#valve = valve;
    this.#clock = clock;
    this.#limits = limits;
    this.#sink = sink;
    this.#credit = limits.burstCost;
    this.#creditedMs = clock.now();
  }

  take(message: Uint8Array): void {
    if (this.#pause !== undefined) {
      this.#keep(message);
      return;
    }
    this.#earn();
    if (this.#credit === this.#limits.burstCost) this.#restedMs = this.#creditedMs;
    this.#attempt(() => this.#open(message));
    if (this.#credit <= 0) this.#hold();
  }

  /** From here on nothing is handled. It is read on, no faster than before, for the answer to a close comes after all that was sent before it. */
  shut(): void {
    this.#state = 'shut';
    this.#messages = [];
    this.#records = [];
  }

  [Symbol.dispose](): void {
    this.shut();
    this.#pause?.[Symbol.dispose]();
  }

  #earn(): void {
    const { burstCost, costPerMs, patienceMs, slowdown } = this.#limits;
    const nowMs = this.#clock.now();
    // Only while it owes: who rests has its whole burst again as soon as ever.
    const isSlow = this.#credit <= 0 && nowMs - this.#restedMs > patienceMs;
    const earned = (nowMs - this.#creditedMs) * (isSlow ? costPerMs / slowdown : costPerMs);
    this.#credit = Math.min(burstCost, this.#credit + earned);
    this.#creditedMs = nowMs;
  }

  #keep(message: Uint8Array): void {
    if (this.#state === 'shut') return;
    const { waitingRecords } = this.#limits;
    this.#messages.push(message);
    this.#waitingRecords += weightOf(message);
    if (this.#waitingRecords > waitingRecords) this.#flooded(`over ${waitingRecords} records wait to be handled`);
  }

  #hold(): void {
    this.#valve.pause();
    this.#pause = this.#clock.after(this.#limits.pauseMs, () => this.#goOn());
  }

  #goOn(): void {
    const { tooFastMs } = this.#limits;
    this.#pause = undefined;
    this.#earn();
    this.#attempt(() => this.#handleWaiting());
    if (this.#state === 'open' && this.#creditedMs - this.#restedMs > tooFastMs) this.#flooded(`sent too fast for ${tooFastMs} ms`);
    if (this.#credit <= 0) this.#hold();
    else this.#valve.resume();
  }

  #handleWaiting(): void {
    this.#acceptWhatFits();
    while (this.#credit > 0) {
      const message = this.#messages.shift();
      if (message === undefined) return;
      this.#waitingRecords -= weightOf(message);
      this.#open(message);
    }
  }

  #open(message: Uint8Array): void {
    this.#credit -= message.length / BYTES_PER_COST;
    if (this.#state === 'shut') return;
    this.#records = this.#sink.open(message);
    if (this.#records.length === 0) this.#credit -= EMPTY_COST;
    this.#acceptWhatFits();
  }

  #acceptWhatFits(): void {
    const records = this.#records;
    if (records.length === 0) return;
    let count = 0;
    while (count < records.length && this.#credit > 0) this.#credit -= costOf(records[count++] as FrameRecord);
    const isAll = count === records.length;
    this.#records = isAll ? [] : records.slice(count);
    this.#sink.accept(isAll ? records : records.slice(0, count));
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#sink.failed(error);
    }
  }

  #flooded(detail: string): void {
    this.#sink.failed(new BreachError('flooding', detail));
  }
}
