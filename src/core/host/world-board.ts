import type { Clock } from '../base/clock.ts';
import type { Stamp } from '../blackboard/age.ts';
import { Blackboard } from '../blackboard/blackboard.ts';
import type { Mount } from '../blackboard/mount.ts';
import type { Bus } from '../bus/bus.ts';
import type { Participant } from '../world/world.ts';
import { type SensorWish, SensorWishes } from './sensor-wishes.ts';

export interface WorldBoardPorts {
  /** The participant's own, as its clock. */
  readonly bus: Bus;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
  readonly isKeeper?: boolean;
  readonly mounts?: readonly Mount[];
  /** Told of wishes for sensors as all owners are: the bus tells nobody what it says itself. */
  readonly onWish?: (wish: SensorWish) => void;
}

/** A clock that may be off by more is not taken for one that was compared: at this a participant gives up what it owns, too. */
const LARGEST_ERROR_MS = 250;

/** The blackboard of the world a participant is in, by the time and the people of that world. */
export function worldBoard(participant: Participant, ports: WorldBoardPorts): Blackboard {
  const at = (localMs: number): Stamp => {
    const { atMs, errorMs, leaderTerm } = participant.sharedAt(localMs);
    return { atMs, errorMs: errorMs <= LARGEST_ERROR_MS ? errorMs : undefined, term: leaderTerm };
  };
  const wishes = new SensorWishes(participant.world, ports);
  return new Blackboard({
    ...ports,
    attention: wishes,
    world: participant.world,
    time: { at },
    isHere: (id) => id === participant.id || participant.isHere(id),
  });
}
