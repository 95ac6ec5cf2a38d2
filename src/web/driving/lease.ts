import type { Control } from '../../core/world/world.ts';

/**
 * How it stands between one person and one robot. Control itself has no memory of what was refused or taken away; whoever asked has:
 * so this is a state that goes on with every control that is seen. Times are of the page's clock.
 */
export type LeaseState =
  | { readonly kind: 'free' }
  /** `by` a lease, or only while the stick is held. `asking`: who waits for an answer. */
  | {
      readonly kind: 'mine';
      readonly by: 'lease' | 'stick';
      readonly sinceMs: number;
      readonly asking: readonly string[];
      readonly forcedFor: string | undefined;
    }
  | { readonly kind: 'theirs'; readonly holder: string; readonly by: 'lease' | 'stick'; readonly forcedFor: string | undefined }
  /** I asked; `ahead`: how many were before me. `isCancelled`: I took it back, which does not show yet. */
  | { readonly kind: 'asked'; readonly holder: string; readonly sinceMs: number; readonly ahead: number; readonly isCancelled: boolean }
  /** I asked, and the holder said no. */
  | { readonly kind: 'refused'; readonly holder: string }
  /** It was mine, and somebody took it. */
  | { readonly kind: 'taken'; readonly holder: string; readonly reason: string };

export type LeaseEvent =
  | { readonly kind: 'seen'; readonly control: Control; readonly nowMs: number }
  /** I took my question back: that it goes is no refusal. */
  | { readonly kind: 'cancelled' }
  /** I have read that it was refused or taken. */
  | { readonly kind: 'dismissed' };

export const FREE: LeaseState = { kind: 'free' };

export function nextLease(before: LeaseState, me: string, event: LeaseEvent): LeaseState {
  switch (event.kind) {
    case 'seen':
      return seen(before, me, event.control, event.nowMs);
    case 'cancelled':
      return before.kind === 'asked' ? { ...before, isCancelled: true } : before;
    case 'dismissed':
      return before.kind === 'refused' || before.kind === 'taken'
        ? { kind: 'theirs', holder: before.holder, by: 'lease', forcedFor: before.kind === 'taken' ? before.reason : undefined }
        : before;
  }
}

function seen(before: LeaseState, me: string, control: Control, nowMs: number): LeaseState {
  const { lease, driver, asking } = control;
  const forcedFor = lease?.reason || undefined;
  const holder = lease?.holder ?? driver;
  const by = lease ? 'lease' : 'stick';
  if (holder === undefined) return FREE;
  if (holder === me) return kept(before, { kind: 'mine', by, sinceMs: before.kind === 'mine' ? before.sinceMs : nowMs, asking, forcedFor });
  const ahead = asking.indexOf(me);
  const asked = before.kind === 'asked' ? before : { sinceMs: nowMs, isCancelled: false };
  if (ahead >= 0) return kept(before, { kind: 'asked', holder, sinceMs: asked.sinceMs, ahead, isCancelled: asked.isCancelled });
  if (before.kind === 'asked' && before.holder === holder && !before.isCancelled) return { kind: 'refused', holder };
  if (before.kind === 'mine' && before.by === 'lease' && forcedFor !== undefined) return { kind: 'taken', holder, reason: forcedFor };
  if ((before.kind === 'refused' || before.kind === 'taken') && before.holder === holder) return before;
  return kept(before, { kind: 'theirs', holder, by, forcedFor });
}

/** The same object when nothing has changed, so that nobody draws it again. */
const kept = (before: LeaseState, now: LeaseState): LeaseState => (JSON.stringify(before) === JSON.stringify(now) ? before : now);
