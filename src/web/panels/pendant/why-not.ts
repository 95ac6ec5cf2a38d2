import type { EntityInfo } from '../../link/world-link.ts';
import { useObservable, usePiece } from '../../page/use-observable.ts';
import { firstNameOf, nameOf } from '../../world/control-state.ts';
import { useLease, useRoom, useStop } from '../../world/room-context.ts';

/** Why this person cannot move this robot now; undefined when they can. */
export function useWhyNot({ id, description }: EntityInfo): string | undefined {
  const room = useRoom();
  const lease = useLease(id);
  const stop = useStop(id);
  const people = useObservable(room.link.people);
  const isOpen = usePiece(room.link.status, ({ kind }) => kind === 'open');
  const obstacle = useObservable(room.hands.pilot.obstacle);
  if (!room.may('operator')) return 'Your link lets you look only. Ask for one that lets you drive.';
  if (!isOpen) return 'No connection. Nothing moves until it is back.';
  if (stop) return `${description.name} was stopped by ${nameOf(people, stop.by)}. Re-arm it to go on.`;
  if (lease.kind !== 'free' && lease.kind !== 'mine')
    return `${firstNameOf(people, lease.holder)} has ${description.name} in hand. Ask for it, or wait.`;
  return obstacle;
}
