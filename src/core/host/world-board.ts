import type { Clock } from '../base/clock.ts';
import { Blackboard } from '../blackboard/blackboard.ts';
import type { Mount } from '../blackboard/mount.ts';
import type { Bus } from '../bus/bus.ts';
import type { Participant } from '../world/world.ts';

export interface WorldBoardPorts {
  /** The participant's own. */
  readonly bus: Bus;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
  readonly isKeeper?: boolean;
  readonly mounts?: readonly Mount[];
}

/** A clock that may be off by more is not taken for one that was compared: at this a participant gives up what it owns, too. */
const LARGEST_ERROR_MS = 250;

/** The blackboard of the world a participant is in, by the time and the people of that world. */
export function worldBoard(participant: Participant, ports: WorldBoardPorts): Blackboard {
  const errorMs = () => {
    const { clockErrorMs } = participant.time;
    return clockErrorMs <= LARGEST_ERROR_MS ? clockErrorMs : undefined;
  };
  return new Blackboard({
    ...ports,
    world: participant.world,
    time: { nowMs: () => participant.time.sharedMs, errorMs, term: () => participant.time.leaderTerm },
    isHere: (id) => id === participant.id || participant.isHere(id),
  });
}
