/**
 * How often an entity has changed hands. `(incarnation, n)` in one number: the incarnation of the world in the high bits, so
 * that what is left of an earlier start of the world is always lower; n below 2^20 changes of hand.
 */
export type Epoch = number & { readonly unit: 'epoch' };

const CHANGES = 2 ** 20;

export const NO_EPOCH: Epoch = 0 as Epoch;

export const firstEpoch = (incarnation: number): Epoch => (incarnation * CHANGES + 1) as Epoch;

/** The epoch after `epoch` in a world of this incarnation. */
export function nextEpoch(epoch: Epoch, incarnation: number): Epoch {
  if (Math.floor(epoch / CHANGES) < incarnation) return firstEpoch(incarnation);
  if (epoch % CHANGES === CHANGES - 1) throw new RangeError(`an entity changed hands ${CHANGES - 1} times in one incarnation of the world`);
  return (epoch + 1) as Epoch;
}
