import { z } from 'zod';
import { decodeJson, encodeJson } from '../../core/api/messages.ts';
import type { Bucket } from '../../core/bus/bus.ts';

const KEY = 'change';

const turnSchema = z.strictObject({ hub: z.string(), name: z.string() });
/** `hub`: the resident of the hub that changes a building; `name`: of who asked it to. */
export type Turn = z.infer<typeof turnSchema>;

export type TurnTaken =
  | { readonly kind: 'ours'; readonly end: () => Promise<void> }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Whose turn it is to change the building of a world, of all hubs': two at once would not know of each other's walls, and both would stay. Whoever has it and is
 * not here any more has died over it.
 */
export async function takeTurn(records: Bucket, mine: Turn, isHere: (hub: string) => boolean): Promise<TurnTaken> {
  const present = await records.get(KEY);
  const theirs = present && decodeJson(turnSchema, present.value);
  if (theirs && theirs.hub !== mine.hub && isHere(theirs.hub)) return { kind: 'refused', reason: whoseTurn(theirs.name) };
  const taken = await records.swap(KEY, present?.revision, encodeJson(mine));
  switch (taken.kind) {
    case 'applied':
      return { kind: 'ours', end: async () => void (await records.swap(KEY, taken.revision, undefined)) };
    case 'conflict':
      return { kind: 'refused', reason: whoseTurn('somebody') };
    case 'unknown':
      return { kind: 'refused', reason: `the hubs cannot agree on whose turn it is (${taken.reason}); try again in a few seconds` };
  }
}

export const whoseTurn = (name: string): string => `${name} changes the building of this world at the moment; try again when that is done`;
