import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardLook, BoardReading, BoardVariable, BoardWish } from '../../link/board-link.ts';
import { freshnessOf } from '../../quantities/freshness.ts';
import { ageAt, type BoardKnown, BoardWatch, type TimedReading } from './board-watch.ts';
import { rowsBetween } from './rows-in-view.ts';
import { TraceLog } from './trace-log.ts';

const RANGE: BoardVariable = {
  ...{ name: 'range', type: 'number', unit: 'm', goodForMs: undefined, objection: undefined },
  writers: { kind: 'anyone' },
};
const reading = (value: number, ageMs: number): BoardReading => ({
  name: 'range',
  held: { value: { type: 'number', value }, age: { kind: 'known', ageMs }, writer: 'Ranger', isWriterHere: true, hops: [] },
});

/** A worker that answers after a while, or not at all. */
class Worker {
  readonly wishes: BoardWish[] = [];
  delayMs: number | undefined = 5;
  failure: string | undefined;
  ageMs = 10;

  look = (wish: BoardWish): Promise<BoardLook> => {
    this.wishes.push(wish);
    return new Promise((resolve, reject) => {
      if (this.delayMs === undefined) return;
      setTimeout(() => {
        if (this.failure !== undefined) reject(new Error(this.failure));
        else resolve({ edition: 7, variables: wish.edition === 7 ? undefined : [RANGE], readings: [reading(1, this.ageMs)] });
      }, this.delayMs);
    });
  };
}

let worker: Worker;
let isSeen: boolean;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] });
  worker = new Worker();
  isSeen = true;
});
afterEach(() => void vi.useRealTimers());

const start = (): BoardWatch => new BoardWatch({ board: worker, nowMs: () => performance.now(), isSeen: () => isSeen });
const known = (watch: BoardWatch): BoardKnown => {
  const state = watch.state.get();
  if (state.kind !== 'known') throw new Error(`it is ${state.kind}`);
  return state;
};
const age = (watch: BoardWatch): number => {
  const { readings, nowMs } = known(watch);
  return ageAt(readings.get('range') as TimedReading, nowMs) ?? Number.NaN;
};

describe('the watch on the blackboard', () => {
  it('asks five times a second for what is shown, and for the list only once', async () => {
    using watch = start();
    expect(watch.state.get().kind).toBe('loading');
    await vi.advanceTimersByTimeAsync(50);
    watch.show(['range']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(worker.wishes).toHaveLength(6);
    expect(worker.wishes[0]).toEqual({ edition: undefined, names: [] });
    expect(worker.wishes.at(-1)).toEqual({ edition: 7, names: ['range'] });
    expect(known(watch).variables).toEqual([RANGE]);
  });

  it('counts the way from the worker into the age: it is never too young', async () => {
    worker.delayMs = 60;
    using watch = start();
    await vi.advanceTimersByTimeAsync(70);
    expect(age(watch)).toBeGreaterThanOrEqual(70);
  });

  it('lets ages grow when nobody answers: a value turns stale at the right time without a message', async () => {
    using watch = start();
    await vi.advanceTimersByTimeAsync(50);
    worker.delayMs = undefined;
    await vi.advanceTimersByTimeAsync(900);
    expect(freshnessOf(age(watch))).toBe('warn');
    await vi.advanceTimersByTimeAsync(200);
    expect(freshnessOf(age(watch))).toBe('bad');
    expect(age(watch)).toBeLessThan(1200);
  });

  it('asks again when no answer came, and does not take a late one for a new one', async () => {
    worker.delayMs = 3500;
    using watch = start();
    await vi.advanceTimersByTimeAsync(3300);
    expect(worker.wishes).toHaveLength(2);
    worker.delayMs = 5;
    await vi.advanceTimersByTimeAsync(400);
    expect(watch.state.get().kind).toBe('loading');
    await vi.advanceTimersByTimeAsync(4000);
    expect(watch.state.get().kind).toBe('known');
  });

  it('keeps what it knows when it fails, says why, and tries again each second', async () => {
    using watch = start();
    await vi.advanceTimersByTimeAsync(150);
    worker.failure = 'the world has not been joined yet';
    await vi.advanceTimersByTimeAsync(1000);
    expect(known(watch)).toMatchObject({ variables: [RANGE], failure: 'the world has not been joined yet' });
    const asked = worker.wishes.length;
    await vi.advanceTimersByTimeAsync(2000);
    expect(worker.wishes.length - asked).toBeLessThanOrEqual(2);
    worker.failure = undefined;
    await vi.advanceTimersByTimeAsync(1300);
    expect(known(watch).failure).toBeUndefined();
  });

  it('asks nothing while nobody can see it, and nothing more when it is closed', async () => {
    const watch = start();
    await vi.advanceTimersByTimeAsync(150);
    isSeen = false;
    const asked = worker.wishes.length;
    await vi.advanceTimersByTimeAsync(1000);
    expect(worker.wishes).toHaveLength(asked);
    isSeen = true;
    watch[Symbol.dispose]();
    await vi.advanceTimersByTimeAsync(1000);
    expect(worker.wishes).toHaveLength(asked);
  });
});

describe('what is plotted', () => {
  const seen = (value: number, nowMs: number): BoardKnown => ({
    ...{ kind: 'known', variables: [RANGE], nowMs, failure: undefined },
    readings: new Map([['range', { held: reading(value, 10).held, orderedMs: nowMs - 5 }]]),
  });

  it('is kept while it is paused, and shown again afterwards', () => {
    const log = new TraceLog();
    log.take(seen(0, 100), 0);
    expect(log.drawing.get().moments).toEqual([]);
    log.toggle([{ name: 'range', component: undefined, unit: 'm' }]);
    log.take(seen(1, 200), 0);
    expect(log.drawing.get().moments.map(({ points }) => points.get('range'))).toEqual([{ value: 1, ageMs: 15 }]);
    log.togglePause();
    log.take(seen(2, 300), 0);
    expect(log.drawing.get()).toMatchObject({ nowMs: 200, moments: [{ atMs: 200 }] });
    log.togglePause();
    expect(log.drawing.get()).toMatchObject({ nowMs: 300, moments: [{ atMs: 200 }, { atMs: 300 }] });
    log.clear();
    expect(log.drawing.get().moments).toEqual([]);
  });
});

it.each([
  [0, 280, 1000, { first: 0, end: 16 }],
  [2800, 280, 1000, { first: 94, end: 116 }],
  [28_000, 280, 20, { first: 14, end: 20 }],
  [0, 280, 0, { first: 0, end: 0 }],
])('from %d px on, in %d px, of %d rows these are drawn: %j', (topPx, heightPx, count, rows) => {
  expect(rowsBetween(topPx, heightPx, count, 28)).toEqual(rows);
});
