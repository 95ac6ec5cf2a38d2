import type { Clock } from '../base/clock.ts';

/** The time all nodes share, as this one knows it. */
export interface TimeSource {
  /** Shared milliseconds. */
  nowMs(): number;
  /** How far `nowMs` may be off; undefined without a fresh comparison of clocks. */
  errorMs(): number | undefined;
  /** Counts those whose clock led: times by two of them cannot be compared. */
  term(): number;
}

/** An instant of shared time, with what was known of it where it was taken. */
export interface Stamp {
  readonly atMs: number;
  /** Undefined: whoever took it had no fresh comparison. */
  readonly errorMs: number | undefined;
  readonly term: number;
}

/** One place a value was at, and how much of its age it got there. `assumed`: a bound somebody configured, for links on which nothing can be measured. */
export interface Hop {
  readonly node: string;
  readonly kind: HopKind;
  readonly shareMs: number;
  readonly basis: 'measured' | 'assumed';
}

export const HOP_KINDS = ['device', 'gateway', 'participant', 'keeper'] as const;
export type HopKind = (typeof HOP_KINDS)[number];

export type Age = { readonly kind: 'known'; readonly ageMs: number } | { readonly kind: 'unknown'; readonly reason: string };

/** An age that was known at an instant of the local clock: from there on it grows by what that clock shows. */
export interface Anchor {
  readonly atMs: number;
  readonly ageMs: number;
}

/** Quartz crystals stay within 100 ppm; a clock that runs slow must not make a value younger, whether it is ours or the leader's. */
const DRIFT = 200e-6;

const known = (ageMs: number): Age => ({ kind: 'known', ageMs });
const unknown = (reason: string): Age => ({ kind: 'unknown', reason });

export const stampNow = (time: TimeSource): Stamp => ({ atMs: time.nowMs(), errorMs: time.errorMs(), term: time.term() });

/** How long ago a stamp was taken, never less than it was: the errors of both clocks are added. */
export function ageOfStamp(stamp: Stamp, time: TimeSource): Age {
  const errorMs = time.errorMs();
  if (errorMs === undefined) return unknown('this node has no fresh comparison of clocks');
  if (stamp.errorMs === undefined) return unknown('whoever wrote it had no fresh comparison of clocks');
  if (stamp.term !== time.term()) return unknown('it was stamped while another clock led');
  const ageMs = time.nowMs() - stamp.atMs + stamp.errorMs + errorMs;
  return ageMs < 0 ? unknown('it was stamped by a clock that runs ahead') : known(ageMs * (1 + DRIFT));
}

/** What passed on this node's own clock, which needs no comparison. */
export const elapsedMs = (sinceMs: number, clock: Clock): number => Math.max(0, clock.now() - sinceMs) * (1 + DRIFT);

/** By the stamp and by what passed here since an age was known: the larger of the two, for each alone may miss something (a clock that was set, a machine that slept). */
export function ageNow(stamp: Stamp, earlierMs: number, anchor: Anchor | undefined, at: { time: TimeSource; clock: Clock }): Age {
  const byStamp = ageOfStamp(stamp, at.time);
  const byStampMs = byStamp.kind === 'known' ? byStamp.ageMs + earlierMs : undefined;
  const byResidenceMs = anchor && anchor.ageMs + elapsedMs(anchor.atMs, at.clock);
  if (byStampMs === undefined && byResidenceMs === undefined) return byStamp;
  return known(Math.max(byStampMs ?? 0, byResidenceMs ?? 0));
}

export const sumOf = (hops: readonly Hop[]): number => hops.reduce((sum, { shareMs }) => sum + shareMs, 0);
