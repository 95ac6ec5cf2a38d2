import type { Clock } from '../base/clock.ts';
import { MisuseError } from '../base/errors.ts';
import type { Random } from '../base/random.ts';
import type { Bus } from '../bus/bus.ts';
import type { Participant } from '../world/world.ts';
import { baseOf } from './base.ts';
import { Errand } from './errand.ts';
import { type Goal, Journey, type JourneyOptions } from './journey.ts';
import { type PathAsking, PathService } from './path-service.ts';
import type { Models } from './traffic.ts';
import type { Ways } from './ways.ts';
import { waysOf } from './world-ways.ts';

export interface NavigatorPorts {
  /** The one that the participant is on. */
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
  readonly models: Models;
  readonly report: (error: unknown) => void;
  /** Left out: whoever plans in this world. */
  readonly paths?: PathAsking | undefined;
}

/** Sends robots about for one participant. */
export class Navigator implements Disposable {
  readonly paths: PathAsking;
  readonly #world: Participant;
  readonly #ports: NavigatorPorts;
  readonly #ways: Ways;
  readonly #service: PathService | undefined;
  readonly #journeys = new Map<string, Journey>();

  constructor(world: Participant, ports: NavigatorPorts) {
    this.#world = world;
    this.#ports = ports;
    const { bus, clock, random, report } = ports;
    this.#service = ports.paths ? undefined : new PathService(world.world, { bus, clock, random, report });
    this.paths = ports.paths ?? (this.#service as PathService);
    this.#ways = waysOf(world, ports);
  }

  /** Those under way, by robot. */
  get journeys(): ReadonlyMap<string, Journey> {
    return this.#journeys;
  }

  /** Sends a robot somewhere; a journey of it that this participant had begun ends. Throws when there is no such robot, or it is none that goes anywhere. */
  sendTo(robot: string, goal: Goal, options: JourneyOptions = {}): Journey {
    const view = this.#world.entity(robot);
    if (!view) throw new MisuseError(`there is no ${robot}`);
    const model = this.#ports.models(view.description.model);
    if (!model) throw new MisuseError(`the model of ${robot} is not known here yet`);
    const base = baseOf(model, options);
    if (!base) throw new MisuseError(`${robot} does not go anywhere: ${model.summary}`);
    const former = this.#journeys.get(robot);
    const { clock, random, models, report } = this.#ports;
    const { isOfWork } = options;
    const errand = new Errand(robot, base, { world: this.#world, models, paths: this.paths, ways: this.#ways, clock, random, isOfWork });
    const journey = new Journey(errand, goal, options, { report, after: former?.cancel('it was sent elsewhere') });
    this.#journeys.set(robot, journey);
    void journey.ended.then(() => {
      if (this.#journeys.get(robot) === journey) this.#journeys.delete(robot);
    });
    return journey;
  }

  /** Ends all journeys; resolves when all stand. */
  async stop(reason: string): Promise<void> {
    await Promise.all([...this.#journeys.values()].map((journey) => journey.cancel(reason)));
  }

  [Symbol.dispose](): void {
    for (const journey of this.#journeys.values()) void journey.cancel('its navigator has gone');
    this.#service?.[Symbol.dispose]();
    this.#ways[Symbol.dispose]();
  }
}
