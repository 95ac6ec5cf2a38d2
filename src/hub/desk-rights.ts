import { type Claimant, mayRead, mayReplace, maySwap } from '../core/api/rights.ts';
import type { DeskRights } from '../transports/nats/record-desk.ts';
import { claimantOf, type KnownWorld } from './claimant.ts';

/**
 * What participants on the bus itself may do with the records of a world: what an operator at a door may. Who they are, and that they are of this world, the
 * servers of the bus have seen to.
 */
export function deskRights(world: KnownWorld): DeskRights {
  const who = (id: string): Claimant => claimantOf(id, world, 'operator');
  return {
    mayRead: (from, bucket) => mayRead(who(from), bucket),
    maySwap: (from, bucket, key, value) => maySwap(who(from), bucket, key, value),
    mayReplace: (from, place, present, value) => mayReplace(who(from), place, present, value),
  };
}
