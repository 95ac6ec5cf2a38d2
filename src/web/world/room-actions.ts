import { explain } from '../../core/base/errors.ts';
import type { TaskOutcome } from '../../core/tasks/tasks.ts';
import type { ActionDraft, Outcome } from '../../core/world/world.ts';
import type { Leases } from '../driving/driving.ts';
import type { WorldLink } from '../link/world-link.ts';
import type { Room } from './room.ts';

/** Of a room, what commands need. */
export interface CommandRoom {
  readonly link: Pick<WorldLink, 'command'>;
}

/** Of a room, what it needs to take a robot. */
export interface LeaseRoom {
  readonly hands: { readonly leases: Pick<Leases, 'states' | 'ask'> };
}

/** What went wrong, in words for people, or nothing. */
export function failureOf(outcome: Outcome | TaskOutcome): string | undefined {
  switch (outcome.kind) {
    case 'done':
      return undefined;
    case 'refused':
      return `Refused: ${outcome.reason}.`;
    case 'lost':
      return `Nobody can say whether it was done: ${outcome.reason}. Look, then try again.`;
  }
}

export const command = async (room: CommandRoom, entity: string, action: ActionDraft): Promise<string | undefined> =>
  failureOf(await room.link.command(entity, action));

/** The first touch of a free robot takes it. */
export async function take(room: LeaseRoom, entity: string): Promise<string | undefined> {
  const isFree = !room.hands.leases.states.get().has(entity);
  return isFree ? failureOf(await room.hands.leases.ask(entity)) : undefined;
}

export const stopRobot = (room: Room, entity: string): void => {
  room.link.stop(entity, 'Stop pressed').catch((error: unknown) => room.report(`Stop did not get through: ${explain(error)}`));
};

export const stopEveryRobot = (room: Room): void => {
  room.link.stopAll('Stop for all pressed').catch((error: unknown) => room.report(`Stop did not get through: ${explain(error)}`));
};
