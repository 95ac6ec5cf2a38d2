/** The time all nodes share, as this one knows it. */
export interface TimeSource {
  /** What time it is, at an instant of this node's own clock that was just read: to read a clock costs more than all that is made of it. */
  at(localMs: number): Stamp;
}

/** An instant of shared time, with what was known of it where it was taken. */
export interface Stamp {
  /** Shared milliseconds. */
  readonly atMs: number;
  /** How far that may be off. Undefined: whoever took it had no fresh comparison of clocks. */
  readonly errorMs: number | undefined;
  /** Counts those whose clock led: times by two of them cannot be compared. */
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

/** How long before `now` a stamp was taken, never less than it was: the errors of both clocks are added. Undefined: it cannot be told. */
export function certainMs(stamp: Stamp, now: Stamp): number | undefined {
  if (now.errorMs === undefined || stamp.errorMs === undefined || stamp.term !== now.term) return undefined;
  const ageMs = now.atMs - stamp.atMs + stamp.errorMs + now.errorMs;
  return ageMs < 0 ? undefined : ageMs * (1 + DRIFT);
}

function whyUncertain(stamp: Stamp, now: Stamp): string {
  if (now.errorMs === undefined) return 'this node has no fresh comparison of clocks';
  if (stamp.errorMs === undefined) return 'whoever wrote it had no fresh comparison of clocks';
  return stamp.term === now.term ? 'it was stamped by a clock that runs ahead' : 'it was stamped while another clock led';
}

/** What passed on this node's own clock, which needs no comparison. */
export const elapsedMs = (sinceMs: number, localMs: number): number => Math.max(0, localMs - sinceMs) * (1 + DRIFT);

/** By the stamp and by what passed here since an age was known: the larger of the two, for each alone may miss something (a clock that was set, a machine that slept). */
export function ageAt(localMs: number, now: Stamp, stamp: Stamp, earlierMs: number, anchor: Anchor | undefined): Age {
  const byStampMs = certainMs(stamp, now);
  const byResidenceMs = anchor && anchor.ageMs + elapsedMs(anchor.atMs, localMs);
  if (byStampMs === undefined && byResidenceMs === undefined) return { kind: 'unknown', reason: whyUncertain(stamp, now) };
  return { kind: 'known', ageMs: Math.max(byStampMs === undefined ? 0 : byStampMs + earlierMs, byResidenceMs ?? 0) };
}

export function sumOf(hops: readonly Hop[]): number {
  let sumMs = 0;
  for (const { shareMs } of hops) sumMs += shareMs;
  return sumMs;
}
