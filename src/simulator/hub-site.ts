import { chance, type Random } from '../core/base/random.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';
import type { SimulatedNetwork } from '../core/bus/simulated.ts';
import type { Actor, Cast } from './cast.ts';
import { HubTrouble } from './hub-trouble.ts';
import { HUBS, Hubs } from './hubs.ts';
import { INTRUDER, Intruder } from './intruder.ts';
import { RightsWatch } from './rights-watch.ts';
import type { Witness } from './witness.ts';

const VISITORS = 4;
/** Before that the doors are not open. */
const VISIT_MS = 2300;
/** By then all have come. */
export const INSERT_MS = 3600;
export const WORK_MS = 5000;
const INTRUDE_EVERY_MS = 700;

/** A place with three hubs: who comes through their doors, who should not, and what goes wrong. */
export class HubSite {
  readonly trouble: HubTrouble;
  readonly #rights: RightsWatch;
  readonly #network: SimulatedNetwork;
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #cast: Cast;
  readonly #witness: Witness;
  readonly #hubs: Hubs;

  constructor(network: SimulatedNetwork, time: VirtualTime, random: Random, cast: Cast, witness: Witness) {
    this.#rights = new RightsWatch(witness, chance(random, 0.5) ? 'viewer' : 'operator');
    this.#network = network;
    this.#time = time;
    this.#random = random;
    this.#cast = cast;
    this.#witness = witness;
    this.#hubs = new Hubs(time, random, cast, witness, this.#rights);
    this.trouble = new HubTrouble(network, time, random, cast, this.#hubs);
    cast.entrance = this.#hubs;
  }

  open(untilMs: number): void {
    for (const [i, id] of HUBS.entries()) this.#time.at(i * 50, () => void this.#cast.enterAs({ id, kind: 'keeper' }));
    for (let i = 0; i < VISITORS; i++) this.#time.at(VISIT_MS + i * 50, () => void this.#cast.enter());
    this.#time.at(VISIT_MS + VISITORS * 50, () => {
      const visit = this.#hubs.visit(INTRUDER, this.#network.node(INTRUDER));
      new Intruder(visit, this.#rights.roleOf(INTRUDER), this.#random, this.#witness).begin(this.#time, WORK_MS, untilMs, INTRUDE_EVERY_MS);
    });
  }

  get moves(): number {
    return this.#hubs.moves;
  }

  get revocations(): number {
    return this.#hubs.revocations;
  }

  get refusals(): number {
    return this.#rights.refusals;
  }

  /** Who brings the first entities: a hub, and people. */
  get bringers(): Actor[] {
    const { actors } = this.#cast;
    return [...actors.slice(0, 1), ...actors.filter(({ isKeeper }) => !isKeeper)];
  }
}
