import { between, chance, integerBelow, pick, type Random } from '../core/base/random.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';
import { RECORDS, type SimulatedNetwork } from '../core/bus/simulated.ts';
import type { Actor, Cast } from './cast.ts';

/** So many participants are never left without at least this many others. */
const FEWEST = 3;
const SLEEPS_AGAIN = 0.5;
/** Between two sleeps: as long as a record takes to be written. */
const AWAKE_MS = { least: 20, most: 200 };

/** What else goes wrong in a place of its own kind. */
export interface Trouble {
  /** On top of the climate that every seed has. */
  climate(): void;
  /** In the place of what strikes elsewhere. */
  strike(weather: Weather): void;
  clear(): void;
}

/** What goes wrong, when. Every seed has a climate of its own; single misfortunes come on top of it. */
export class Weather {
  readonly #network: SimulatedNetwork;
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #cast: Cast;
  readonly #untilMs: number;
  readonly #trouble: Trouble | undefined;
  /** Single misfortunes so far. */
  strikes = 0;

  constructor(network: SimulatedNetwork, time: VirtualTime, random: Random, cast: Cast, untilMs: number, trouble?: Trouble) {
    this.#trouble = trouble;
    this.#network = network;
    this.#time = time;
    this.#random = random;
    this.#cast = cast;
    this.#untilMs = untilMs;
  }

  begin(fromMs: number): void {
    const random = this.#random;
    this.#time.at(fromMs, () => {
      Object.assign(this.#network.faults, {
        latencyMs: { min: 1, max: between(random, 3, 60) },
        loss: chance(random, 0.7) ? random.next() * 0.2 : 0,
        duplication: random.next() * 0.1,
        reorder: random.next() * 0.15,
        swapReplyLoss: random.next() * 0.3,
        staleReads: random.next(),
      });
      this.#trouble?.climate();
    });
    const everyMs = between(random, 600, 2500);
    for (let t = fromMs + 500; t < this.#untilMs - 4000; t += everyMs * (0.3 + 1.4 * random.next())) this.#time.at(t, () => this.#strike());
    this.#time.at(this.#untilMs, () => this.#clear());
  }

  #clear(): void {
    this.#network.unblockAll();
    Object.assign(this.#network.faults, { loss: 0, duplication: 0, reorder: 0, swapReplyLoss: 0, staleReads: 0 });
    this.#trouble?.clear();
    this.#cast.wakeAll();
  }

  #strike(): void {
    const random = this.#random;
    const actors = this.#cast.actors;
    if (actors.length === 0) return;
    this.strikes++;
    if (this.#trouble) {
      this.#trouble.strike(this);
      return;
    }
    const one = pick(random, actors);
    const other = pick(random, actors);
    switch (integerBelow(random, 9)) {
      case 0:
        if (one !== other) this.#block(one.id, other.id, between(random, 300, 4000));
        break;
      case 1:
        this.cutOff(one.id, [RECORDS], between(random, 300, 5000));
        break;
      case 2:
        this.cutOff(
          one.id,
          [...actors.filter((actor) => actor !== one).map((actor) => actor.id), ...(chance(random, 0.5) ? [RECORDS] : [])],
          between(random, 500, 5000),
        );
        break;
      case 3:
      case 4:
        if (actors.length > FEWEST && this.#cast.canSpare(one)) this.#cast.crash(one);
        this.#time.at(this.#time.now + between(random, 500, 4000), () => this.#cast.enter());
        break;
      case 5:
        this.sleep(one);
        break;
      case 6:
        this.#cast.stepClock(one);
        break;
      case 7:
        if (one !== other) this.#network.stall(one.id, other.id, between(random, 100, 2500));
        break;
      case 8:
        this.#network.stallRecords(between(random, 300, 4000));
        break;
    }
  }

  /** Some sleep again before they have found out what became of what they own: an answer to that must not count any more. */
  sleep(actor: Actor): void {
    const random = this.#random;
    const durationMs = between(random, 100, 4500);
    this.#cast.pause(actor, durationMs);
    if (!chance(random, SLEEPS_AGAIN)) return;
    const againMs = this.#time.now + durationMs + between(random, AWAKE_MS.least, AWAKE_MS.most);
    this.#time.at(
      againMs,
      () => againMs < this.#untilMs && this.#cast.isHere(actor) && this.#cast.pause(actor, between(random, 1100, 3500)),
    );
  }

  cutOff(id: string, from: readonly string[], durationMs: number): void {
    for (const other of from) {
      this.#block(id, other, durationMs);
      this.#block(other, id, durationMs);
    }
  }

  #block(from: string, to: string, durationMs: number): void {
    this.#network.block(from, to);
    this.#time.at(this.#time.now + durationMs, () => this.#network.unblock(from, to));
  }
}
