import type { Clock } from '../../core/base/clock.ts';
import type { World } from '../../library/manyhands.ts';
import { type PoseEvent, poseEvent } from './event.ts';

export interface Cadence {
  readonly hz: number;
  /** Whether an entity that stands still is told of again and again. */
  readonly told: 'always' | 'when changed';
}

/** Tells where the watched entities are, at instants that are the same for everybody: whole periods of shared time. */
export class Watches implements Disposable {
  readonly #world: World;
  readonly #clock: Clock;
  readonly #cadence: Cadence;
  readonly #tell: (event: PoseEvent) => void;
  readonly #timers = new Map<string, Disposable>();

  constructor(world: World, options: { clock: Clock; cadence: Cadence; tell: (event: PoseEvent) => void }) {
    this.#world = world;
    this.#clock = options.clock;
    this.#cadence = options.cadence;
    this.#tell = options.tell;
  }

  /** `target`: an entity, or `all`. Answers how often it will tell. */
  start(target: string, hz = this.#cadence.hz): number {
    this.end(target);
    const told = new Map<string, string>();
    const periodMs = 1000 / hz;
    const schedule = () => {
      const restMs = periodMs - (this.#world.time.sharedMs % periodMs);
      // An instant that has almost come was told already: timers may fire early by a hair.
      const timer = this.#clock.after(restMs < 1 ? restMs + periodMs : restMs, () => {
        schedule();
        this.#sample(target, told);
      });
      this.#timers.set(target, timer);
    };
    schedule();
    return hz;
  }

  /** Answers how many watches were ended. */
  end(target: string): number {
    const ended = target === 'all' ? [...this.#timers.keys()] : [target];
    let count = 0;
    for (const each of ended) {
      this.#timers.get(each)?.[Symbol.dispose]();
      if (this.#timers.delete(each)) count++;
    }
    return count;
  }

  [Symbol.dispose](): void {
    this.end('all');
  }

  #sample(target: string, told: Map<string, string>): void {
    const views = target === 'all' ? this.#world.entities : [this.#world.entity(target)].filter((view) => view !== undefined);
    for (const view of views) {
      if (view.isElsewhere) continue;
      const event = poseEvent(this.#world, view);
      const what = shownOf(event);
      if (this.#cadence.told === 'when changed' && told.get(view.id) === what) continue;
      told.set(view.id, what);
      this.#tell(event);
    }
  }
}

/** As far as people would see a difference: millimetres and tenths of a degree. */
const shownOf = ({ pose, values, owner, live }: PoseEvent): string =>
  [
    pose.x.toFixed(3),
    pose.y.toFixed(3),
    pose.z.toFixed(3),
    pose.yawDeg.toFixed(1),
    ...values.map((value) => value.toFixed(3)),
    owner,
    live,
  ].join(' ');
