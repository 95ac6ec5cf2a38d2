import { MalformedError } from '../base/errors.ts';

/**
 * How often an entity has changed hands. `(incarnation, n)` in one number: the incarnation of the world in the high bits, so
 * that what is left of an earlier start of the world is always lower; n below 2^20 changes of hand.
 */
export type Epoch = number & { readonly unit: 'epoch' };

const CHANGES = 2 ** 20;

export const NO_EPOCH: Epoch = 0 as Epoch;

/** Of which start of the world. */
export const incarnationOf = (epoch: Epoch): number => Math.floor(epoch / CHANGES);

/** How often it has changed hands since. */
export const changesOf = (epoch: Epoch): number => epoch % CHANGES;

export function epochOf(incarnation: number, changes: number): Epoch {
  const epoch = incarnation * CHANGES + changes;
  if (changes >= CHANGES || epoch > Number.MAX_SAFE_INTEGER) {
    throw new MalformedError(`change of hands ${changes} in incarnation ${incarnation}: at most ${CHANGES - 1} are counted`);
  }
  return epoch as Epoch;
}

export const firstEpoch = (incarnation: number): Epoch => (incarnation * CHANGES + 1) as Epoch;

/** The epoch after `epoch` in a world of this incarnation. */
export function nextEpoch(epoch: Epoch, incarnation: number): Epoch {
  if (incarnationOf(epoch) < incarnation) return firstEpoch(incarnation);
  if (changesOf(epoch) === CHANGES - 1)
    throw new RangeError(`an entity changed hands ${CHANGES - 1} times in one incarnation of the world`);
  return (epoch + 1) as Epoch;
}
