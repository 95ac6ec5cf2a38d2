import type { EntityInfo, Person } from '../link/world-link.ts';

export const personOf = (people: readonly Person[], id: string): Person | undefined => people.find((person) => person.id === id);
export const nameOf = (people: readonly Person[], id: string): string => personOf(people, id)?.name ?? id;

/** What people call the thing that owns an entity. */
export function ownerName(info: EntityInfo, people: readonly Person[]): string {
  if (info.isMine) return 'This tab';
  if (info.owner === undefined) return 'Nobody';
  // Ids that begin so are kept for hubs, which are all the same to people.
  const name = /^hub(-|$)/.test(info.owner) ? 'The hub' : nameOf(people, info.owner);
  return `${name}${info.isLive ? '' : ' (gone)'}`;
}

/** Where there is little room. */
export const firstNameOf = (people: readonly Person[], id: string): string => nameOf(people, id).split(' ')[0] ?? id;
