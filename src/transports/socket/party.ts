import type { Clock } from '../../core/base/clock.ts';
import type { Bus, Message } from '../../core/bus/bus.ts';
import type { FrameRecord } from '../../core/bus/frames.ts';
import type { Report } from '../../core/bus/listeners.ts';
import type { Lane } from '../../core/bus/subjects.ts';
import type { Subscriber } from './audience.ts';
import type { Gatekeeper, Refusal } from './gatekeeper.ts';
import type { DoorLimits } from './limits.ts';
import type { Outbox } from './outbox.ts';
import type { StateFanout } from './state-fanout.ts';
import type { Traffic } from './traffic.ts';

/** What all connections of a door share. */
export interface Doorway {
  readonly clock: Clock;
  readonly limits: DoorLimits;
  readonly gatekeeper: Gatekeeper;
  readonly fanout: StateFanout;
  readonly traffic: Traffic;
  readonly report: Report;
  /** Whoever should have got this request has no room for it: if its asker is at this door, it is told so. */
  overflowed(request: Message): void;
}

/** One participant at the door, as the parts that serve it see it. What they throw as BreachError closes its link. */
export interface Party extends Subscriber {
  readonly bus: Bus;
  readonly outbox: Outbox;
  readonly doorway: Doorway;
  /** Puts a record into the control lane. */
  tell(record: FrameRecord): void;
  /** Has the outbox flushed at the end of this turn. */
  touch(): void;
  /** Counts what it sent, or what it made the door do, as so many bytes and messages (1 unless told); throws BreachError if that is too much. */
  spend(lane: Lane, bytes: number, messages?: number): void;
  /** Counts a line of chat; `exceeded`: it is not to be said. Throws BreachError if that is far too much. */
  chat(bytes: number): 'kept' | 'exceeded';
  /** Counts and tells a refusal of something that has no answer; throws BreachError if the verdict is to close. */
  refuse(verdict: Refusal, about: string): void;
}
