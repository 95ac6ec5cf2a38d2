import { between, chance, integerBelow, pick, type Random } from '../../core/base/random.ts';
import type { VirtualTime } from '../../core/base/virtual-time.ts';
import { RECORDS, type SimulatedNetwork } from '../../core/bus/simulated.ts';
import type { SimulatedStore } from '../../core/store/simulated-store.ts';
import type { Actor, Cast } from '../cast.ts';
import type { Trouble, Weather } from '../weather.ts';
import { isHub } from './hosting.ts';

const FEWEST_VISITORS = 2;

/** What goes wrong where programs run and hubs save what there is. */
export class WorksTrouble implements Trouble {
  readonly #network: SimulatedNetwork;
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #cast: Cast;
  readonly #store: SimulatedStore;

  constructor(network: SimulatedNetwork, time: VirtualTime, random: Random, cast: Cast, store: SimulatedStore) {
    this.#network = network;
    this.#time = time;
    this.#random = random;
    this.#cast = cast;
    this.#store = store;
  }

  climate(): void {
    const random = this.#random;
    Object.assign(this.#store.faults, {
      latencyMs: { min: 1, max: between(random, 2, 40) },
      commitMs: { min: 1, max: between(random, 5, 300) },
    });
  }

  clear(): void {
    this.#store.recover();
    Object.assign(this.#store.faults, { latencyMs: { min: 1, max: 3 }, commitMs: { min: 1, max: 5 } });
  }

  strike(weather: Weather): void {
    const random = this.#random;
    const { actors } = this.#cast;
    const hubs = actors.filter(({ id }) => isHub(id));
    const visitors = actors.filter(({ id }) => !isHub(id));
    if (hubs.length === 0 || visitors.length === 0) return;
    const [hub, visitor] = [pick(random, hubs), pick(random, visitors)];
    const one = pick(random, actors);
    switch (integerBelow(random, 12)) {
      case 0:
      case 1:
        if (visitors.length > FEWEST_VISITORS) this.#replace(visitor);
        break;
      case 2:
      case 3:
        this.#replaceHub(hub);
        // The power of more than one fails at once.
        if (chance(random, 0.4)) this.#replaceHub(pick(random, hubs));
        break;
      case 4:
      case 5:
        this.#store.crash(between(random, 50, 3000));
        break;
      case 6:
        this.#store.cutOff(hub.id, between(random, 300, 9000));
        break;
      case 7:
        weather.cutOff(one.id, [RECORDS], between(random, 300, 5000));
        break;
      case 8: {
        const others = actors.filter((other) => other !== one).map(({ id }) => id);
        weather.cutOff(one.id, [...others, ...(chance(random, 0.5) ? [RECORDS] : [])], between(random, 500, 5000));
        break;
      }
      case 9:
        this.#cast.pause(one, between(random, 100, 4500));
        break;
      case 10:
        this.#network.stallRecords(between(random, 300, 4000));
        break;
      case 11:
        if (chance(random, 0.3)) this.#cast.stepClock(one);
        break;
    }
  }

  /** One hub is always there: where all have died a world begins anew. */
  #replaceHub(hub: Actor): void {
    const others = this.#cast.actors.filter((other) => other !== hub && isHub(other.id));
    if (this.#cast.isHere(hub) && others.length > 0 && this.#cast.canSpare(hub)) this.#replace(hub);
  }

  #replace(actor: Actor): void {
    this.#cast.crash(actor);
    this.#time.at(this.#time.now + between(this.#random, 500, 4000), () => this.#cast.enter(actor));
  }
}
