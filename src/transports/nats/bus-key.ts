import { nkeys } from '@nats-io/transport-node';
import { z } from 'zod';
import { bytesToText } from '../../core/base/bytes.ts';
import { MisuseError } from '../../core/base/errors.ts';
import { isId } from '../../core/base/ids.ts';
import type { Grant } from './participant-subjects.ts';

const id = z.string().refine(isId, 'is not an id');

/** What a participant keeps to itself: for whom the servers let it in, and the secret half of its key. */
export const busKeySchema = z.object({ space: id, world: id, participant: id, seed: z.string().startsWith('SU') });
export type BusKey = z.infer<typeof busKeySchema>;

/** A new one. `publicKey` goes into the servers' configuration, and is no secret. */
export function makeBusKey({ space, world, participant }: Grant): { readonly key: BusKey; readonly publicKey: string } {
  const pair = nkeys.createUser();
  return { key: { space, world, participant, seed: bytesToText(pair.getSeed()) }, publicKey: pair.getPublicKey() };
}

/** From the text of its file; undefined when that is none, but what `nsc` writes. */
export function parseBusKey(text: string): BusKey | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return busKeySchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new MisuseError('these credentials are no key for a bus; make one with: bin/manyhands bus grant WORLD --as NAME --out FILE', {
      cause,
    });
  }
}
