import { hashText } from '../../core/base/hash.ts';

export const COLOURS = 12;

/** Who says which colour is its own, and since when it is here. */
export interface ColourClaim {
  readonly id: string;
  readonly colour: number;
  readonly sinceMs: number;
}

/**
 * Everybody says its own colour with its avatar, and everybody draws what is said: so all see a person in the same colour without agreeing first.
 * One keeps the colour one has. Only when somebody who was here earlier says the same (both came at once, or two parts of a world met again)
 * the later one takes another: the first free one, counted on from the colour its id stands for. With all twelve taken, colours are shared.
 */
export function colourFor(me: { id: string; colour: number | undefined; sinceMs: number }, others: readonly ColourClaim[]): number {
  const isBefore = (other: ColourClaim) => other.sinceMs < me.sinceMs || (other.sinceMs === me.sinceMs && other.id < me.id);
  const rivals = me.colour === undefined ? others : others.filter(isBefore);
  const own = colourOfId(me.id);
  if (me.colour !== undefined && !rivals.some(({ colour }) => colour === me.colour)) return me.colour;
  const taken = new Set(others.map(({ colour }) => colour));
  for (let step = 0; step < COLOURS; step++) {
    const colour = ((own - 1 + step) % COLOURS) + 1;
    if (!taken.has(colour)) return colour;
  }
  return me.colour ?? own;
}

/** For whoever says nothing: programs and robots' gateways. */
export const colourOfId = (id: string): number => (hashText(id) % COLOURS) + 1;

/** For what is inserted: the first number that nothing has yet; when all are taken, the one that is taken least. */
export function nextFreeColour(used: Iterable<number>): number {
  const counts = new Array<number>(COLOURS).fill(0);
  for (const colour of used) counts[colour - 1] = (counts[colour - 1] ?? 0) + 1;
  return counts.indexOf(Math.min(...counts)) + 1;
}
