import { yawOf } from '../../../core/base/pose.ts';
import type { BoardVariable, ShownValue } from '../../link/board-link.ts';
import { toDegrees } from '../../quantities/quantities.ts';
import { unitsOf } from './value-words.ts';

/** A number that can be drawn: a value, or one component of it. */
export interface Trace {
  readonly name: string;
  /** Undefined for a number as it is. */
  readonly component: string | undefined;
  readonly unit: string;
}

export interface DrawnTrace extends Trace {
  /** 1 to 12 of the palette; kept while it is drawn. */
  readonly colour: number;
}

export interface TracePoint {
  readonly value: number;
  /** Undefined: nobody can say. */
  readonly ageMs: number | undefined;
}

/** What was seen of all traces at one time. */
export interface Moment {
  /** By the page's monotonic clock. */
  readonly atMs: number;
  /** Milliseconds since 1970, for people. */
  readonly wallMs: number;
  readonly points: ReadonlyMap<string, TracePoint>;
}

/** So much is kept. */
export const KEPT_MS: number = 10 * 60_000;
const COLOURS = 12;
const POSE_PARTS = ['x', 'y', 'z', 'yaw'] as const;

export const keyOfTrace = ({ name, component }: Trace): string => (component === undefined ? name : `${name}:${component}`);
/** `pose x`; a component by number is counted from 0, as in programs. */
export const labelOfTrace = ({ name, component }: Trace): string => (component === undefined ? name : `${name} ${component}`);

/** What can be drawn of a variable; of a vector, as long as it is now. */
export function tracesOf({ name, type, unit }: BoardVariable, value: ShownValue | undefined): Trace[] {
  switch (type) {
    case 'number':
      return [{ name, component: undefined, unit }];
    case 'pose':
      return POSE_PARTS.map((component) => ({ name, component, unit: component === 'yaw' ? '°' : 'm' }));
    case 'vector': {
      if (value?.type !== 'vector') return [];
      const units = unitsOf(unit, value.length);
      return value.value.map((_, i) => ({ name, component: String(i), unit: units[i] ?? unit }));
    }
    default:
      return [];
  }
}

export function numberIn(value: ShownValue, component: string | undefined): number | undefined {
  switch (value.type) {
    case 'number':
      return component === undefined ? value.value : undefined;
    case 'vector':
      return component === undefined ? undefined : value.value[Number(component)];
    case 'pose':
      return component === 'yaw' ? toDegrees(yawOf(value.value)) : value.value[component as 'x' | 'y' | 'z'];
    default:
      return undefined;
  }
}

/** With these too, each in the first colour that is free. */
export function withTraces(drawn: readonly DrawnTrace[], added: readonly Trace[]): readonly DrawnTrace[] {
  const all = [...drawn];
  for (const trace of added) {
    if (all.some((other) => keyOfTrace(other) === keyOfTrace(trace))) continue;
    const taken = new Set(all.map(({ colour }) => colour));
    const free = Array.from({ length: COLOURS }, (_, i) => i + 1).find((colour) => !taken.has(colour));
    all.push({ ...trace, colour: free ?? (all.length % COLOURS) + 1 });
  }
  return all;
}

export function withoutTraces(drawn: readonly DrawnTrace[], removed: readonly Trace[]): readonly DrawnTrace[] {
  const gone = new Set(removed.map(keyOfTrace));
  return drawn.filter((trace) => !gone.has(keyOfTrace(trace)));
}

/** With one more at the end, and without what is too long ago. */
export function withMoment(moments: readonly Moment[], moment: Moment): readonly Moment[] {
  const first = moments.findIndex(({ atMs }) => moment.atMs - atMs < KEPT_MS);
  return [...(first < 0 ? [] : moments.slice(first)), moment];
}

/** As uPlot takes it: seconds before now; then of each trace a column where it was fresh, and one where it was stale, which meet. */
export function columnsOf(moments: readonly Moment[], traces: readonly Trace[], nowMs: number, staleMs: number): (number | null)[][] {
  const columns: (number | null)[][] = [moments.map(({ atMs }) => (atMs - nowMs) / 1000)];
  for (const trace of traces) {
    const key = keyOfTrace(trace);
    const points = moments.map(({ points: seen }) => seen.get(key));
    const isStale = points.map((point) => point !== undefined && (point.ageMs === undefined || point.ageMs > staleMs));
    columns.push(
      points.map((point, i) => (point && !isStale[i] ? point.value : null)),
      points.map((point, i) => (point && (isStale[i] || isStale[i + 1]) ? point.value : null)),
    );
  }
  return columns;
}

/** A table for spreadsheets: a line for each moment; of each trace its value and how old it was. */
export function csvOf(moments: readonly Moment[], traces: readonly Trace[]): string {
  const heads = traces.flatMap((trace) => [
    `${labelOfTrace(trace)}${trace.unit === '' ? '' : ` [${trace.unit}]`}`,
    `age of ${labelOfTrace(trace)} [ms]`,
  ]);
  const lines = moments.map(({ wallMs, points }) => [
    new Date(wallMs).toISOString(),
    ...traces.flatMap((trace) => {
      const point = points.get(keyOfTrace(trace));
      return [point === undefined ? '' : String(point.value), point?.ageMs === undefined ? '' : point.ageMs.toFixed(1)];
    }),
  ]);
  return `${[['time', ...heads], ...lines].map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

const cellOf = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
