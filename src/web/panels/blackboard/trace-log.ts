import { Settable } from '../../link/observable.ts';
import type { Observable, WorldLink } from '../../link/world-link.ts';
import { ageAt, type BoardKnown } from './board-watch.ts';
import {
  type DrawnTrace,
  keyOfTrace,
  type Moment,
  numberIn,
  type Trace,
  type TracePoint,
  withMoment,
  withoutTraces,
  withTraces,
} from './traces.ts';

/** What is drawn. While it is paused that stays as it is, and what comes is kept for later. */
export interface Drawing {
  readonly moments: readonly Moment[];
  readonly nowMs: number;
}

const NOTHING: Drawing = { moments: [], nowMs: 0 };

/** The values that somebody has plotted, for as long as they are in the world: another panel may be shown in between. */
export class TraceLog {
  readonly #traces = new Settable<readonly DrawnTrace[]>([]);
  readonly #drawing = new Settable<Drawing>(NOTHING);
  readonly #isPaused = new Settable(false);
  #seen: Drawing = NOTHING;

  get traces(): Observable<readonly DrawnTrace[]> {
    return this.#traces;
  }

  get drawing(): Observable<Drawing> {
    return this.#drawing;
  }

  get isPaused(): Observable<boolean> {
    return this.#isPaused;
  }

  /** All of them, or none any more when all were drawn. */
  toggle(traces: readonly Trace[]): void {
    const drawn = this.#traces.get();
    const keys = new Set(drawn.map(keyOfTrace));
    const areAll = traces.every((trace) => keys.has(keyOfTrace(trace)));
    this.#traces.set(areAll ? withoutTraces(drawn, traces) : withTraces(drawn, traces));
  }

  take({ readings, nowMs }: BoardKnown, wallMs: number): void {
    const points = new Map<string, TracePoint>();
    for (const trace of this.#traces.get()) {
      const reading = readings.get(trace.name);
      const value = reading?.held && numberIn(reading.held.value, trace.component);
      if (reading && value !== undefined) points.set(keyOfTrace(trace), { value, ageMs: ageAt(reading, nowMs) });
    }
    if (points.size === 0 && this.#seen.moments.length === 0) return;
    this.#seen = { moments: withMoment(this.#seen.moments, { atMs: nowMs, wallMs, points }), nowMs };
    if (!this.#isPaused.get()) this.#drawing.set(this.#seen);
  }

  togglePause(): void {
    this.#isPaused.set(!this.#isPaused.get());
    if (!this.#isPaused.get()) this.#drawing.set(this.#seen);
  }

  clear(): void {
    this.#seen = { moments: [], nowMs: this.#seen.nowMs };
    this.#drawing.set(this.#seen);
  }
}

const logs = new WeakMap<WorldLink, TraceLog>();

export function traceLogOf(link: WorldLink): TraceLog {
  const log = logs.get(link) ?? new TraceLog();
  logs.set(link, log);
  return log;
}
