import type { LeaseState, SeenStop } from '../../driving/driving.ts';
import type { Person } from '../../link/world-link.ts';
import { firstNameOf, nameOf } from '../../world/control-state.ts';

/** How it stands between a person and a robot. */
export interface Standing {
  /** Of the robot. */
  readonly name: string;
  readonly mayOperate: boolean;
  readonly isConnected: boolean;
  readonly stop: Pick<SeenStop, 'by'> | undefined;
  readonly lease: LeaseState;
  readonly people: readonly Person[];
  /** Why nothing can be driven now, whatever the robot. */
  readonly obstacle: string | undefined;
}

/** Why this person cannot move the robot now; undefined when they can. Of several reasons the one that has to be dealt with first. */
export function whyNotMoved({ name, mayOperate, isConnected, stop, lease, people, obstacle }: Standing): string | undefined {
  if (!mayOperate) return 'Your link lets you look only. Ask for one that lets you drive.';
  if (!isConnected) return 'No connection. Nothing moves until it is back.';
  if (stop) return `${name} was stopped by ${nameOf(people, stop.by)}. Re-arm it to go on.`;
  if (lease.kind !== 'free' && lease.kind !== 'mine')
    return `${firstNameOf(people, lease.holder)} has ${name} in hand. Ask for it, or wait.`;
  return obstacle;
}

/** Why the robot cannot go to a position; undefined when it can. */
export const whyNotGone = (chosen: { readonly name: string } | undefined, whyNot: string | undefined): string | undefined =>
  chosen ? whyNot : 'Select a position first.';
