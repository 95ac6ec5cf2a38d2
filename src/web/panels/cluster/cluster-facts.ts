import type { HubCard, HubState } from '../../../core/api/hubs.ts';
import type { EntityInfo, MemberInfo, Person } from '../../link/world-link.ts';
import { duration } from '../../quantities/quantities.ts';

/** As a chip shows it. */
type Mood = 'ok' | 'warn' | 'bad' | 'plain';

/** Told so long ago, the state of a hub is not known any more. */
const STALE_MS = 5000;

export const isStale = (heardMs: number, nowMs: number): boolean => nowMs - heardMs > STALE_MS;

/** A hub's state in a word. `sinceHeardMs`: how long ago our own hub told us of it. */
export function stateOf({ state, ageMs }: Pick<HubCard, 'state' | 'ageMs'>, sinceHeardMs: number): { mood: Mood; word: string } {
  if (sinceHeardMs > STALE_MS) return { mood: 'plain', word: `${WAS[state]} ${duration(ageMs + sinceHeardMs)} ago` };
  const since = duration(ageMs + sinceHeardMs);
  switch (state) {
    case 'here':
      return { mood: 'ok', word: 'Here' };
    case 'silent':
      return { mood: 'warn', word: `Silent for ${since}` };
    case 'gone':
      return { mood: 'bad', word: `Gone for ${since}` };
    case 'left':
      return { mood: 'plain', word: `Left ${since} ago` };
  }
}

const WAS: Record<HubState, string> = { here: 'Was here', silent: 'Last heard', gone: 'Last heard', left: 'Left' };

/** Hubs get colours as robots and people do: the first that is free, and it is kept. */
export function coloursOf(known: ReadonlyMap<string, number>, hubs: readonly string[]): ReadonlyMap<string, number> {
  if (hubs.every((hub) => known.has(hub))) return known;
  const colours = new Map(known);
  for (const hub of hubs) {
    if (colours.has(hub)) continue;
    const taken = new Set(colours.values());
    const free = ORDER.find((colour) => !taken.has(colour));
    colours.set(hub, free ?? ORDER[colours.size % ORDER.length] ?? 1);
  }
  return colours;
}

/** Of the palette, ordered so that the first few differ most. */
const ORDER: readonly number[] = [2, 1, 5, 6, 3, 4, 7, 8, 10, 12, 9, 11];

/** Somebody in this world, and the hub where they are. */
export interface GuestRow {
  readonly id: string;
  readonly name: string;
  readonly isMe: boolean;
  /** Undefined for one that is on the bus without a hub. */
  readonly hub: string | undefined;
  readonly clockErrorMs: number;
  /** Undefined for a program. */
  readonly person: Person | undefined;
}

/** Oneself first, then those at the same hub, then by hub and name. `self`: the hub that was asked, where this page is. */
export function guestsOf(members: readonly MemberInfo[], people: readonly Person[], me: string | undefined, self: string): GuestRow[] {
  const personOf = new Map(people.map((person) => [person.id, person]));
  const rows = members
    .filter(({ kind }) => kind === 'guest')
    .map(({ id, name, hub, clockErrorMs }) => {
      const person = personOf.get(id);
      const isMe = id === me;
      return { id, name, isMe, hub: isMe ? self : hub, clockErrorMs, person: person?.presence === 'headless' ? undefined : person };
    });
  const rank = ({ isMe, hub }: GuestRow) => (isMe ? 0 : hub === self ? 1 : 2);
  return rows.sort((a, b) => rank(a) - rank(b) || (a.hub ?? '').localeCompare(b.hub ?? '') || a.name.localeCompare(b.name));
}

/** What one participant owns. */
export interface Estate {
  /** Its id; undefined for what nobody owns. */
  readonly owner: string | undefined;
  readonly kind: 'me' | 'guest' | 'hub' | 'gone' | 'nobody';
  readonly name: string;
  readonly hub: string | undefined;
  /** In order. */
  readonly things: readonly { readonly id: string; readonly name: string }[];
}

/** Who owns what in this world: oneself first, then who owns most; last the gone, whose things stand until somebody moves them. */
export function estatesOf(entities: Iterable<EntityInfo>, members: readonly MemberInfo[], me: string | undefined, self: string): Estate[] {
  const things = new Map<string | undefined, { id: string; name: string }[]>();
  for (const { id, owner, description } of entities) {
    const list = things.get(owner);
    if (list) list.push({ id, name: description.name });
    else things.set(owner, [{ id, name: description.name }]);
  }
  const memberOf = new Map(members.map((member) => [member.id, member]));
  const estates = [...things].map(([owner, list]): Estate => {
    const sorted = list.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    if (owner === undefined) return { owner, kind: 'nobody', name: 'Nobody', hub: undefined, things: sorted };
    const member = memberOf.get(owner);
    if (owner === me) return { owner, kind: 'me', name: member?.name ?? owner, hub: self, things: sorted };
    if (!member) return { owner, kind: 'gone', name: owner, hub: undefined, things: sorted };
    return { owner, kind: member.kind, name: member.name, hub: member.hub, things: sorted };
  });
  const rank = { me: 0, guest: 1, hub: 1, gone: 2, nobody: 3 };
  return estates.sort((a, b) => rank[a.kind] - rank[b.kind] || b.things.length - a.things.length || a.name.localeCompare(b.name));
}

/** From one hub to another and back, as the first one measured it. */
export const roundTripOf = (hubs: readonly HubCard[], from: string, to: string): number | undefined =>
  hubs.find(({ hub }) => hub === from)?.figures?.links.find(({ hub }) => hub === to)?.roundTripMs;
