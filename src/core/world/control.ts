import type { LeaseRequest } from '../api/messages.ts';

/**
 * Who may move a robot: pure rules, applied by its owner. Control is part of every state, so whoever takes an entity over inherits it.
 * With no lease held control is open: anybody may move the robot (paper 1: the mechanism "can be activated").
 */
export interface Control {
  /** Latched: nothing moves until someone re-arms this very stop. */
  readonly stop: Stop | undefined;
  readonly lease: Lease | undefined;
  /** Counts the changes of lease, so that an old holder knows it is one. */
  readonly leaseEpoch: number;
  /** Who asked for the lease and waits for its holder's answer, first come first. */
  readonly asking: readonly string[];
  /** Who holds the stick right now: an implicit lease while it lasts. */
  readonly driver: string | undefined;
}

export interface Stop {
  readonly id: string;
  readonly by: string;
  readonly reason: string;
  /** The stop is in the ownership record too: it survives whatever happens to the owner. The one who stopped repeats until then. */
  readonly recorded: boolean;
}

export interface Lease {
  readonly holder: string;
  /** Why it was taken by force; empty when it was granted. */
  readonly reason: string;
}

export type Ruling = { readonly kind: 'granted'; readonly control: Control } | { readonly kind: 'refused'; readonly reason: string };

export const IDLE_CONTROL: Control = { stop: undefined, lease: undefined, leaseEpoch: 0, asking: [], driver: undefined };

const MOST_ASKING = 16;

const granted = (control: Control): Ruling => ({ kind: 'granted', control });
const refused = (reason: string): Ruling => ({ kind: 'refused', reason });

/** Why `from` may not move the robot now; undefined when it may. */
export function objection(control: Control, from: string): string | undefined {
  if (control.stop) return `stopped by ${control.stop.by} (${control.stop.reason}); re-arm it first`;
  if (control.lease && control.lease.holder !== from) return `${control.lease.holder} has the lease; ask for it`;
  if (!control.lease && control.driver !== undefined && control.driver !== from)
    return `${control.driver} is driving it; wait or ask for the lease`;
  return undefined;
}

export function rule(control: Control, from: string, request: LeaseRequest): Ruling {
  const holder = control.lease?.holder;
  switch (request.kind) {
    case 'ask':
      return ask(control, from, request.held);
    case 'cancel':
      return granted({ ...control, asking: control.asking.filter((asker) => asker !== from) });
    case 'grant':
      if (holder !== from) return refused(`only the holder grants a lease, and that is ${holder ?? 'nobody'}`);
      if (!control.asking.includes(request.to)) return refused(`${request.to} has not asked for the lease`);
      return granted(leased(control, request.to, ''));
    case 'refuse':
      if (holder !== from) return refused(`only the holder refuses a lease, and that is ${holder ?? 'nobody'}`);
      return granted({ ...control, asking: control.asking.filter((asker) => asker !== request.to) });
    case 'release':
      if (holder !== from) return refused(`${from} does not hold the lease`);
      return granted(freed(control));
    case 'force':
      if (request.reason.trim() === '') return refused('taking a lease by force needs a reason');
      return granted(leased(control, from, request.reason));
  }
}

function ask(control: Control, from: string, held: number | undefined): Ruling {
  if (control.lease?.holder === from) return granted(control);
  if (!control.lease || (held !== undefined && held > control.leaseEpoch)) {
    return granted(leased({ ...control, leaseEpoch: Math.max(control.leaseEpoch, held ?? 0) }, from, ''));
  }
  if (control.asking.includes(from)) return granted(control);
  if (control.asking.length >= MOST_ASKING) return refused(`${MOST_ASKING} participants are waiting for this lease already`);
  return granted({ ...control, asking: [...control.asking, from] });
}

const leased = (control: Control, holder: string, reason: string): Control => ({
  ...control,
  lease: { holder, reason },
  leaseEpoch: control.leaseEpoch + 1,
  asking: control.asking.filter((asker) => asker !== holder),
  driver: control.driver === holder ? holder : undefined,
});

/** The lease ends; the first who asked gets it. */
function freed(control: Control): Control {
  const next = control.asking[0];
  if (next !== undefined) return leased(control, next, '');
  return { ...control, lease: undefined, leaseEpoch: control.leaseEpoch + 1, driver: undefined };
}

/** Nobody's hand but its own leaves the stick. */
export const letGo = (control: Control, from: string): Control => (control.driver === from ? { ...control, driver: undefined } : control);

/** Takes out everybody who has gone: their lease ends, their questions and their hand on the stick too. */
export function withoutTheGone(control: Control, isGone: (participant: string) => boolean): Control {
  // Asked of everything in every tick: most is nobody's.
  if (control.asking.length === 0 && control.driver === undefined && !control.lease) return control;
  const asking = control.asking.filter((asker) => !isGone(asker));
  let next = asking.length === control.asking.length ? control : { ...control, asking };
  if (next.driver !== undefined && isGone(next.driver)) next = { ...next, driver: undefined };
  if (next.lease && isGone(next.lease.holder)) next = freed(next);
  return next;
}

/** The newest stop counts: a re-arm of an earlier one, pressed by somebody who had not seen this one, is refused. */
export const stopped = (control: Control, stop: Stop): Control => ({ ...control, stop, driver: undefined });

export function rearmed(control: Control, stopId: string): Ruling {
  if (!control.stop) return refused('it is not stopped');
  if (control.stop.id !== stopId)
    return refused(`it was stopped again by ${control.stop.by} (${control.stop.reason}); look, then re-arm that stop`);
  return granted({ ...control, stop: undefined });
}
