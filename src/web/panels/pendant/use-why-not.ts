import type { EntityInfo } from '../../link/world-link.ts';
import { useObservable, usePiece } from '../../page/use-observable.ts';
import { useLease, useRoom, useStop } from '../../world/room-context.ts';
import { whyNotMoved } from './why-not.ts';

/** Why this person cannot move this robot now; undefined when they can. */
export function useWhyNot({ id, description }: EntityInfo): string | undefined {
  const room = useRoom();
  const lease = useLease(id);
  const stop = useStop(id);
  const people = useObservable(room.link.people);
  const isConnected = usePiece(room.link.status, ({ kind }) => kind === 'open');
  const obstacle = useObservable(room.hands.pilot.obstacle);
  return whyNotMoved({ name: description.name, mayOperate: room.may('operator'), isConnected, stop, lease, people, obstacle });
}
