import type { Clock } from '../core/base/clock.ts';
import type { Random } from '../core/base/random.ts';
import type { Backbone, Bus } from '../core/bus/bus.ts';
import { buckets } from '../core/bus/subjects.ts';
import { Participant, type Presence } from '../core/world/world.ts';
import { Owners } from './owners.ts';

/** Whoever knows the address may open a world by joining it: so many at most. */
const MOST_WORLDS = 64;
/** The resident's id is made of the hub's and the world's, and must still be one. */
const LONGEST_NAME = 40;
/** Floors are cut in cells of this size, so that who looks at one corner of a site hears of that corner only. */
const CELL_M = 16;

export interface WorldsOptions {
  readonly hub: string;
  readonly backbone: Backbone;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
  /** Greater at each start of the hub: what is left of an earlier life of a world is then lower than anything new. */
  readonly incarnation: number;
  readonly onOpen: (world: string) => void;
}

/** A world this hub keeps, with its resident participant. */
export interface HostedWorld {
  readonly name: string;
  readonly owners: Owners;
  /** Undefined until the resident has joined. */
  readonly resident: Participant | undefined;
  /** Resolves when it has. */
  readonly opened: Promise<Participant>;
}

export type Opening = { readonly kind: 'open'; readonly world: HostedWorld } | { readonly kind: 'refused'; readonly reason: string };

/** The worlds of a hub: made when somebody first joins them. */
export class Worlds {
  readonly #options: WorldsOptions;
  readonly #worlds = new Map<string, HostedWorld>();

  constructor(options: WorldsOptions) {
    this.#options = options;
  }

  get(name: string): HostedWorld | undefined {
    return this.#worlds.get(name);
  }

  all(): HostedWorld[] {
    return [...this.#worlds.values()];
  }

  /** The id of the hub's own participant there. */
  residentId(world: string): string {
    return `${this.#options.hub}-${world}`;
  }

  open(name: string): Opening {
    const known = this.#worlds.get(name);
    if (known) return { kind: 'open', world: known };
    if (name.length > LONGEST_NAME) return { kind: 'refused', reason: `the name of a world has at most ${LONGEST_NAME} letters` };
    if (this.#worlds.size >= MOST_WORLDS) return { kind: 'refused', reason: `this hub keeps ${MOST_WORLDS} worlds already` };
    const world = new ResidentWorld(name, this.#options.backbone.connect(this.residentId(name)), this.#options);
    this.#worlds.set(name, world);
    world.opened.then(
      () => this.#options.onOpen(name),
      (error: unknown) => {
        // Whoever joins next tries again.
        this.#worlds.delete(name);
        this.#options.report(error);
      },
    );
    return { kind: 'open', world };
  }

  vouch(world: string, presence: Presence): void {
    this.#worlds.get(world)?.resident?.vouch(presence);
  }

  async close(): Promise<void> {
    // One that is just being opened too: it would live on.
    await Promise.all(this.all().map(({ opened }) => opened.then((resident) => resident.leave()).catch(this.#options.report)));
    for (const world of this.all()) world.owners[Symbol.dispose]();
    this.#worlds.clear();
  }
}

class ResidentWorld implements HostedWorld {
  readonly name: string;
  readonly owners: Owners;
  readonly opened: Promise<Participant>;
  #resident: Participant | undefined;

  constructor(name: string, bus: Bus, { hub, clock, random, report, incarnation }: WorldsOptions) {
    this.name = name;
    // Before the resident: who owns what must be known here before anybody can be told of it.
    this.owners = new Owners(bus.bucket(buckets.ownership(name)), report);
    const founder = { incarnation, cellM: CELL_M };
    this.opened = Participant.join({ bus, clock, random, report, world: name, name: hub, founder, isKeeper: true, isResident: true });
    void this.opened.then(
      (resident) => {
        this.#resident = resident;
      },
      () => {},
    );
  }

  get resident(): Participant | undefined {
    return this.#resident;
  }
}
