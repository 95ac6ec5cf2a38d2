import { type Claimant, mayPublish, mayRead, mayReplace, mayReply, mayRequest, maySubscribe, maySwap } from '../core/api/rights.ts';
import { between, chance, type Random } from '../core/base/random.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';
import type { Backbone, Bus } from '../core/bus/bus.ts';
import { type DoorKeeper, SimulatedDoor } from '../core/bus/simulated-door.ts';
import type { SimulatedNode } from '../core/bus/simulated-node.ts';
import { SimulatedVisit } from '../core/bus/simulated-visit.ts';
import { buckets } from '../core/bus/subjects.ts';
import { Owners } from '../core/world/owners.ts';
import { VouchedBackbone } from '../core/world/vouched-backbone.ts';
import { type Actor, type Cast, type Entrance, type JoinedActor, type Newcomer, WORLD } from './cast.ts';
import { INTRUDER } from './intruder.ts';
import { Revocations } from './revocations.ts';
import type { RightsWatch } from './rights-watch.ts';
import type { Witness } from './witness.ts';

export const HUBS: readonly string[] = ['hub-a', 'hub-b', 'hub-c'];
/** Comes back as who it was, in a new life: a page that was loaded again. */
const SAME_AGAIN = 0.5;
/** Somebody whose link was revoked comes back by another that only lets it watch. */
const AS_VIEWER = 0.4;
const RETURN_MS = { least: 500, most: 4000 };

/** The hubs of a scenario: each has a resident in the world and a door, through which everybody else comes. */
export class Hubs implements Entrance {
  readonly founder: string = 'hub-a';
  readonly areKeepersResident: boolean = true;
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #witness: Witness;
  readonly #rights: RightsWatch;
  readonly #cast: Cast;
  readonly #revocations: Revocations;
  readonly #doors = new Map<string, SimulatedDoor>();
  readonly #buses = new Map<Actor, Bus>();
  readonly #owners = new Map<Actor, Owners>();
  /** Times that somebody lost its door and came to one again. */
  moves = 0;

  constructor(time: VirtualTime, random: Random, cast: Cast, witness: Witness, rights: RightsWatch) {
    this.#cast = cast;
    this.#revocations = new Revocations(time, random);
    this.#time = time;
    this.#random = random;
    this.#witness = witness;
    this.#rights = rights;
  }

  /** Those that let somebody in now. */
  get doors(): SimulatedDoor[] {
    return [...this.#doors.values()].filter(({ isOpen }) => isOpen);
  }

  next(born: () => number, gone: Actor | undefined): Newcomer {
    if (gone?.isKeeper) return { id: gone.id, kind: 'keeper' };
    const wasRevoked = gone !== undefined && this.#revocations.isRevoked(gone.id);
    const id = gone && chance(this.#random, SAME_AGAIN) ? gone.id : `p${born()}`;
    const kind = wasRevoked && chance(this.#random, AS_VIEWER) ? 'viewer' : 'visitor';
    this.#revocations.admit(id, kind === 'viewer' ? 'viewer' : 'operator');
    return { id, kind };
  }

  connect(actor: Actor): Bus {
    const known = this.#buses.get(actor);
    if (known) return known;
    const bus = actor.isKeeper ? actor.node.connect() : this.visit(actor.id, actor.node);
    this.#buses.set(actor, bus);
    // Who was away, like who slept, has to find out what is still its own.
    bus.onStatus(({ kind }) => {
      if (kind === 'closed') this.#dismissed(actor);
      if (kind !== 'connected') return;
      if (!actor.isKeeper) this.moves++;
      this.#witness.resumed(actor.id);
    });
    // Before the resident: who owns what must be known here before anybody can be told of it.
    if (actor.isKeeper) this.#owners.set(actor, new Owners(bus.bucket(buckets.ownership(WORLD)), this.#report));
    return bus;
  }

  /** Through the door of some hub. */
  visit(id: string, node: SimulatedNode): SimulatedVisit {
    return new SimulatedVisit(id, { node, random: this.#random, report: this.#report, doors: () => this.doors });
  }

  /** It was sent away, unless it has left by itself; somebody comes in its place. */
  #dismissed(actor: Actor): void {
    if (!this.#cast.isHere(actor)) return;
    this.#cast.dismissed(actor);
    const { least, most } = RETURN_MS;
    this.#time.at(this.#time.now + between(this.#random, least, most), () => this.#cast.enter(actor));
  }

  /** Revocations so far. */
  get revocations(): number {
    return this.#revocations.count;
  }

  /** The join link of a visitor is revoked, whatever it is doing: each hub that hears of it sends the visitor away. */
  revoke({ id }: Actor): void {
    if (this.#revocations.isRevoked(id)) return;
    const at = this.doors.find(({ visitors }) => visitors.includes(id))?.node.id;
    this.#revocations.revoke(id, at, HUBS, (hub, learn) => {
      const door = this.#doors.get(hub);
      if (!door) learn();
      door?.node.run(() => learn() && door.dismiss(id, 'link-revoked'));
    });
  }

  /** A hub whose resident has joined opens its door. */
  joined(actor: JoinedActor): void {
    const owners = this.#owners.get(actor);
    if (!actor.isKeeper || !owners) return;
    const watched: Backbone = { connect: (self) => this.#rights.watch(actor.node.connect(self)) };
    const backbone = new VouchedBackbone(watched, {
      beat: (_, presence) => actor.participant.vouch(presence),
      command: () => undefined,
      owned: (_, entity, record) => owners.learn(entity, record),
    });
    this.#doors.set(actor.id, new SimulatedDoor(actor.node, this.#time, this.#keeperOf(actor, owners), backbone));
  }

  /** Its visitors notice at once that it has ended, or only that they hear nothing of it any more. */
  gone(actor: Actor): void {
    const door = this.#doors.get(actor.id);
    this.#owners.get(actor)?.[Symbol.dispose]();
    this.#owners.delete(actor);
    if (!actor.isKeeper || !door) return;
    this.#doors.delete(actor.id);
    if (!actor.node.crashed || chance(this.#random, 0.5)) door.slam();
  }

  /** The table of rights, as a hub asks it. */
  #keeperOf({ participant }: JoinedActor, owners: Owners): DoorKeeper {
    const who = (id: string): Claimant => ({
      id,
      // Who was sent away is in no world: what it asked before is refused.
      world: this.#revocations.isKnownAt(participant.id, id) ? '' : WORLD,
      role: id === INTRUDER ? this.#rights.roleOf(id) : this.#revocations.roleOf(id),
      title: (entity) => owners.title(id, entity),
      description: (entity) => participant.entity(entity)?.description,
      // The simulated hubs have no blackboard: nothing is declared, and nobody writes.
      board: { objectionToValue: () => undefined, objectionToDeclaration: () => undefined },
    });
    return {
      mayPublish: (from, subject, payload) => mayPublish(who(from), subject, payload),
      mayRequest: (from, subject, payload) => mayRequest(who(from), subject, payload),
      mayReply: (from, subject, payload) => mayReply(who(from), subject, payload),
      maySubscribe: (from, pattern) => maySubscribe(who(from), pattern),
      mayRead: (from, bucket) => mayRead(who(from), bucket),
      maySwap: (from, bucket, key, value) => maySwap(who(from), bucket, key, value),
      mayReplace: (from, place, present, value) => mayReplace(who(from), place, present, value),
      objectionToEntry: (from) => (this.#revocations.isKnownAt(participant.id, from) ? 'link-revoked' : undefined),
      refused: (from, what, verdict) => this.#rights.refused(from, what, verdict),
    };
  }

  readonly #report = (error: unknown): void => this.#witness.violate('error', `a hub or a visitor reported ${error}`);
}
