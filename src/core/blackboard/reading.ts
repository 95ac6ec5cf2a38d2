import type { Hop } from './age.ts';
import type { BoardValue, VariableType } from './value.ts';

/** What is known of where a value came from. */
export interface Origin {
  readonly name: string;
  readonly type: VariableType;
  readonly unit: string;
  readonly writer: string;
  /** False when whoever wrote it has gone: nobody may be there to write it again. */
  readonly isWriterHere: boolean;
  /** Shared time at which it was measured, as far as its writer knew. */
  readonly measuredAtMs: number;
  /** Where it has been; the shares add up to its age. */
  readonly hops: readonly Hop[];
  /** On this node's own clock: when it was read. */
  readonly readAtMs: number;
}

/** Young enough for who asked. */
export interface Reading extends Origin {
  readonly kind: 'value';
  readonly value: BoardValue;
  /** Never less than the truth. */
  readonly ageMs: number;
}

/** Too old, or of unknown age, or not there: `last` is what was written last all the same. */
export interface StaleReading extends Partial<Origin> {
  readonly kind: 'stale';
  readonly name: string;
  /** Undefined: nobody can say. */
  readonly ageMs: number | undefined;
  readonly reason: string;
  readonly last: BoardValue | undefined;
}

export type Answer = Reading | StaleReading;

/** What is known of a value before anybody has said how old is too old. */
export interface Found extends Origin {
  readonly value: BoardValue;
  readonly age: { readonly kind: 'known'; readonly ageMs: number } | { readonly kind: 'unknown'; readonly reason: string };
}

/** Field by field, for it is made for each value that anybody is told: an object that is spread into another takes ten times as long. */
export function judge(found: Found, maxAgeMs: number): Answer {
  const { name, type, unit, writer, isWriterHere, measuredAtMs, hops, readAtMs, value, age } = found;
  if (age.kind === 'known' && age.ageMs <= maxAgeMs) {
    return { kind: 'value', name, type, unit, writer, isWriterHere, measuredAtMs, hops, readAtMs, value, ageMs: age.ageMs };
  }
  return tooOld(found, maxAgeMs);
}

function tooOld({ value, age, ...origin }: Found, maxAgeMs: number): StaleReading {
  const gone = origin.isWriterHere ? '' : `; its writer ${origin.writer} is gone`;
  if (age.kind === 'unknown') return { ...origin, kind: 'stale', ageMs: undefined, reason: `${age.reason}${gone}`, last: value };
  const reason = `it is ${Math.ceil(age.ageMs)} ms old, where ${maxAgeMs} ms are asked for${gone}`;
  return { ...origin, kind: 'stale', ageMs: age.ageMs, reason, last: value };
}

export const missing = (name: string, reason: string): StaleReading => ({ kind: 'stale', name, ageMs: undefined, reason, last: undefined });
