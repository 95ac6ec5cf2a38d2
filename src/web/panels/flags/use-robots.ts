import type { EntityInfo } from '../../link/world-link.ts';
import { useObservable } from '../../page/use-observable.ts';
import { groupOf } from '../../world/groups.ts';
import { useRoom } from '../../world/room-context.ts';

/** What runs programs and has a flag: robots, and equipment that moves. By their names. */
export function useRobots(): readonly EntityInfo[] {
  const room = useRoom();
  useObservable(room.models.state);
  return [...useObservable(room.link.entities).values()]
    .filter((info) => info.description.kind === 'dynamic' && ['Robots', 'Equipment'].includes(groupOf(info, room.models)))
    .toSorted((a, b) => a.description.name.localeCompare(b.description.name, 'en'));
}
