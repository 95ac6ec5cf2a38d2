import { between, chance, integerBelow, pick, type Random } from '../core/base/random.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';
import { RECORDS, type SimulatedNetwork } from '../core/bus/simulated.ts';
import type { Actor, Cast } from './cast.ts';
import type { Hubs } from './hubs.ts';
import type { Trouble, Weather } from './weather.ts';

/** So many visitors are left at least. */
const FEWEST_VISITORS = 2;
/** A cluster of NATS that chooses a leader writes nothing for up to 6 s. */
const ELECTION_MS = { least: 300, most: 6000 };

/** What goes wrong where people come through the doors of hubs, and three servers keep the records. */
export class HubTrouble implements Trouble {
  readonly #network: SimulatedNetwork;
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #cast: Cast;
  readonly #hubs: Hubs;

  constructor(network: SimulatedNetwork, time: VirtualTime, random: Random, cast: Cast, hubs: Hubs) {
    this.#hubs = hubs;
    this.#network = network;
    this.#time = time;
    this.#random = random;
    this.#cast = cast;
  }

  /** A word goes up to three ways, so each is shorter. */
  climate(): void {
    const random = this.#random;
    Object.assign(this.#network.faults, {
      latencyMs: { min: 1, max: between(random, 3, 20) },
      replicationMs: between(random, 1, 60),
      serverLagMs: chance(random, 0.5) ? between(random, 0, 800) : 0,
      newsLoss: chance(random, 0.5) ? between(random, 0, 0.3) : 0,
    });
  }

  clear(): void {
    this.#network.electRecordsLeader();
    Object.assign(this.#network.faults, { serverLagMs: 0, newsLoss: 0 });
  }

  strike(weather: Weather): void {
    const random = this.#random;
    const hubs = this.#cast.actors.filter(({ isKeeper }) => isKeeper);
    const visitors = this.#cast.actors.filter(({ isKeeper }) => !isKeeper);
    if (hubs.length === 0 || visitors.length === 0) return;
    const hub = pick(random, hubs);
    const visitor = pick(random, visitors);
    switch (integerBelow(random, 14)) {
      case 0:
      case 1:
        this.#network.loseRecordsLeader(between(random, ELECTION_MS.least, ELECTION_MS.most));
        break;
      case 2:
      case 3:
        if (this.#cast.canSpare(hub)) this.#replace(hub);
        break;
      case 4:
        weather.cutOff(hub.id, [RECORDS], between(random, 300, 5000));
        break;
      case 5: {
        const others = hubs.filter((other) => other !== hub).map(({ id }) => id);
        weather.cutOff(hub.id, [...others, ...(chance(random, 0.5) ? [RECORDS] : [])], between(random, 500, 5000));
        break;
      }
      case 6:
        weather.sleep(chance(random, 0.6) ? hub : visitor);
        break;
      case 7:
        if (visitors.length > FEWEST_VISITORS) this.#replace(visitor);
        break;
      case 8:
        weather.cutOff(
          visitor.id,
          hubs.map(({ id }) => id),
          between(random, 300, 6000),
        );
        break;
      case 9:
        this.#cast.stepClock(chance(random, 0.3) ? hub : visitor);
        break;
      case 10:
      case 11:
        if (visitors.length > FEWEST_VISITORS) this.#revoke(visitors);
        break;
      case 12:
      case 13:
        this.#moveToHubBehind(weather, hub);
        break;
    }
  }

  /** While a hub hears nothing of the records, those at another one lose their links: some come to the hub that does not know what they own by now. */
  #moveToHubBehind(weather: Weather, behind: Actor): void {
    weather.cutOff(behind.id, [RECORDS], between(this.#random, 1500, 5000));
    this.#time.at(this.#time.now + between(this.#random, 300, 1500), () => {
      const others = this.#hubs.doors.filter(({ node }) => node.id !== behind.id);
      if (others.length > 0) pick(this.#random, others).slam();
    });
  }

  /** Somebody in the middle of something, if anybody is, is sent away. */
  #revoke(visitors: readonly Actor[]): void {
    const joined = visitors.filter(({ participant }) => participant !== undefined);
    const busy = joined.filter(({ participant }) =>
      participant?.entities.some(({ owner, control }) => [owner, control.lease?.holder, control.driver].includes(participant.id)),
    );
    if (joined.length > 0) this.#hubs.revoke(pick(this.#random, busy.length > 0 ? busy : joined));
  }

  /** Its process ends, and somebody comes in its place: a hub or a page that is started again, or somebody else. */
  #replace(actor: Actor): void {
    this.#cast.crash(actor);
    this.#time.at(this.#time.now + between(this.#random, 500, 4000), () => this.#cast.enter(actor));
  }
}
