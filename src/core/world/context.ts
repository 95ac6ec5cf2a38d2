import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import type { Bus } from '../bus/bus.ts';
import type { SharedClock } from './shared-clock.ts';

/** What every part of a participant needs: where it is, what time it is, and whom to tell of what went wrong. */
export interface WorldContext {
  readonly world: string;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly shared: SharedClock;
  readonly random: Random;
  /** Bad messages and failed repairs: nobody waits for them, but somebody must know. */
  readonly report: (error: unknown) => void;
}
