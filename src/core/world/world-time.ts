/** World time as a piecewise-linear function of shared time: pause, step, reset and rate are this record and nothing else. */
export interface WorldTimeRecord {
  readonly rev: number;
  /**
   * In order of time, the last one holding from its start on. Earlier ones tell where an owner's motions froze that has long gone,
   * and what holds until a change takes effect.
   */
  readonly segments: readonly Segment[];
  /** Of the last changes, so that each is made once. */
  readonly nonces?: readonly string[] | undefined;
}

export interface Segment {
  /** World milliseconds per shared millisecond; 0 is a pause. */
  readonly rate: number;
  /** Shared time from which this holds, and world time then. Milliseconds. */
  readonly sharedT0: number;
  readonly worldT0: number;
  /** Counts the resets. */
  readonly generation: number;
}

export type TimeChange =
  | { readonly kind: 'run'; readonly rate: number }
  | { readonly kind: 'pause' }
  | { readonly kind: 'step'; readonly stepMs: number }
  | { readonly kind: 'reset' };

/** A change takes effect this far ahead, so that all participants have heard of it by then. */
export const NOTICE_MS = 200;

export const LOWEST_RATE = 0.01;
export const HIGHEST_RATE = 100;

/** So many changes since the last reset are remembered. */
export const MOST_SEGMENTS = 64;

export const initialWorldTime = (sharedMs: number): WorldTimeRecord => ({
  rev: 1,
  segments: [{ rate: 1, sharedT0: sharedMs, worldT0: 0, generation: 0 }],
});

function segmentAt({ segments }: WorldTimeRecord, sharedMs: number): Segment {
  let index = segments.length - 1;
  while (index > 0 && (segments[index] as Segment).sharedT0 > sharedMs) index--;
  const segment = segments[index];
  if (!segment) throw new RangeError('a record of world time needs a segment');
  return segment;
}

const worldTimeIn = (segment: Segment, sharedMs: number): number => segment.worldT0 + (sharedMs - segment.sharedT0) * segment.rate;

export const worldTimeAt = (record: WorldTimeRecord, sharedMs: number): number => worldTimeIn(segmentAt(record, sharedMs), sharedMs);

export const generationAt = (record: WorldTimeRecord, sharedMs: number): number => segmentAt(record, sharedMs).generation;

export const rateAt = (record: WorldTimeRecord, sharedMs: number): number => segmentAt(record, sharedMs).rate;

/** The record after `change`, decided at `sharedMs` and effective NOTICE_MS later. */
export function changed(record: WorldTimeRecord, change: TimeChange, sharedMs: number): WorldTimeRecord {
  const current = segmentAt(record, sharedMs);
  const last = record.segments.at(-1) ?? current;
  // A change within the notice of another takes effect together with it.
  const pending = last.sharedT0 > sharedMs;
  const sharedT0 = pending ? last.sharedT0 : sharedMs + NOTICE_MS;
  const next = applied({ ...last, sharedT0, worldT0: worldTimeIn(last, sharedT0) }, change);
  const kept = record.segments.filter((segment) => segment.sharedT0 < sharedT0 && segment.generation >= current.generation);
  return { rev: record.rev + 1, segments: [...kept.slice(1 - MOST_SEGMENTS), next] };
}

function applied(segment: Segment, change: TimeChange): Segment {
  switch (change.kind) {
    case 'run':
      return { ...segment, rate: Math.max(LOWEST_RATE, Math.min(HIGHEST_RATE, change.rate)) };
    case 'pause':
      return { ...segment, rate: 0 };
    case 'step':
      return { ...segment, rate: 0, worldT0: segment.worldT0 + Math.max(0, change.stepMs) };
    case 'reset':
      return { ...segment, worldT0: 0, generation: segment.generation + 1 };
  }
}
