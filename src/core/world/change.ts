import type { Action } from '../api/messages.ts';
import { gripperOf, type MotionAction, type Posture, plan } from './actions.ts';
import { type Control, objection } from './control.ts';
import { type Contact, cutAt } from './guarded-motion.ts';
import type { LocalSurroundings } from './local-surroundings.ts';
import type { BaseMotion, DofMotion } from './motion.ts';
import type { Work, WorkDraft } from './work.ts';

/** What is different in the next state of an entity. */
export interface Change {
  readonly base?: BaseMotion;
  readonly dofs?: readonly DofMotion[];
  readonly control?: Control;
  readonly working?: boolean;
  readonly contact?: Contact | undefined;
  readonly work?: WorkDraft | 'none' | undefined;
  /** Of a motion: the one that was begun, as it turns out to be; one of the entity's own work; or another one, if it is left out. */
  readonly motion?: 'same' | 'of work';
}

/** The motion that carries out an action, as far as it can go; or why it cannot be. */
export function changeBy(
  action: MotionAction,
  entity: { readonly id: string; readonly posture: Posture; readonly worldMs: number },
  around: LocalSurroundings,
): (Change & { readonly base: BaseMotion; readonly dofs: readonly DofMotion[] }) | { readonly kind: 'refused'; readonly reason: string } {
  const { id: self, posture, worldMs } = entity;
  const planned = plan(action, {
    ...{ self, posture, worldMs },
    description: around.description(),
    carrierOf: (other) => around.carrierOf(other),
    parentOf: (other) => around.parentOf(other),
    towerOn: () => around.towerOn(),
    refusalBy: (gripper) => around.refusalBy(gripper),
  });
  if (planned.kind === 'refused') return planned;
  const contact = ['glide', 'assume', 'follow', 'drift'].includes(action.kind) ? around.guard(planned) : undefined;
  if (contact && contact.atMs <= worldMs) return { kind: 'refused', reason: `${contact.with} is in its way` };
  return contact ? { ...cutAt(planned, worldMs, contact.atMs), contact } : { base: planned.base, dofs: planned.dofs };
}

/** Whoever may not move a robot may not take out of its gripper or put into it either. */
export function objectionOfGripper(from: string, action: Action, base: BaseMotion, around: LocalSurroundings): string | undefined {
  const robots = [gripperOf(base), action.kind === 'ride' && action.through ? action.parent : undefined];
  for (const robot of robots) {
    const control = robot === undefined ? undefined : around.controlOf(robot);
    const reason = control && objection(control, from);
    if (reason !== undefined) return `${robot}: ${reason}`;
  }
  return undefined;
}

/** Whatever else moves an entity ends the motion that its work had begun. */
export function workAfter(work: Work | undefined, change: Change, worldMs: number): Work | undefined {
  const next = change.work ?? work;
  if (next === undefined || next === 'none') return undefined;
  const isOther = (change.base !== undefined || change.dofs !== undefined) && change.motion !== 'same';
  if (!isOther) return { ...next, haltedMs: work?.haltedMs };
  return { ...next, haltedMs: change.motion === 'of work' ? undefined : (work?.haltedMs ?? worldMs) };
}
