import type { Participant } from '../world/world.ts';
import { Ways, type WaysPorts } from './ways.ts';

/** The ways of the world that a participant is in. */
export const waysOf = (world: Participant, { bus, clock, random, report }: Pick<WaysPorts, 'bus' | 'clock' | 'random' | 'report'>): Ways =>
  new Ways(world.world, {
    ...{ bus, clock, random, report },
    sharedMs: () => world.time.sharedMs,
    isHere: (participant) => world.isHere(participant),
  });
