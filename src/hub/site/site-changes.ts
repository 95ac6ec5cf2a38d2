import type { Clock } from '../../core/base/clock.ts';
import {
  changeSite,
  furnished,
  type InhabitedWorld,
  type InTheWay,
  type SiteOutcome,
  worldFloorsOf,
} from '../../core/buildings/buildings.ts';
import type { SiteConcern } from '../../core/maps/maps.ts';
import { meshesOf } from '../../core/robots/robots.ts';
import type { Store } from '../../core/store/store.ts';
import { shippedModels } from '../demos/demos.ts';
import type { HostedWorld } from '../worlds/hosted-world.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { keepSite, keptSite, picturesOf } from './kept-site.ts';
import { SiteReader } from './site-reader.ts';
import { takeTurn, whoseTurn } from './site-turn.ts';

export interface SiteChangesOptions {
  readonly store: Store;
  readonly worlds: Worlds;
  readonly clock: Clock;
}

/** What somebody wants to have put into a world. */
export interface SiteWish {
  /** Of a site, with the texts of its floors in it. */
  readonly document: string;
  readonly inTheWay: InTheWay;
  /** The name of who wants it. */
  readonly by: string;
  /** The tag of the document that it is made of, or that there was none: only in place of that. Left out: in place of whichever there is. */
  readonly instead?: string | typeof NO_SITE | undefined;
}

export const NO_SITE: unique symbol = Symbol('no site');

export type SiteChange =
  | (SiteOutcome & { readonly name: string; readonly concerns: readonly SiteConcern[] })
  | { readonly kind: 'wrong'; readonly concerns: readonly SiteConcern[] }
  /** Nothing was begun: what it is to replace is not there any more. */
  | { readonly kind: 'outdated' }
  /** Nothing was begun: it is not its turn. */
  | { readonly kind: 'not now'; readonly reason: string };

/** Other buildings for worlds that run: read beside the hub's own work, put in by its resident, kept with the world. One at a time in each world. */
export class SiteChanges implements AsyncDisposable {
  readonly #options: SiteChangesOptions;
  readonly #reader: SiteReader;
  /** Who has a building changed at this hub, by world. */
  readonly #underWay = new Map<string, string>();

  constructor(options: SiteChangesOptions) {
    this.#options = options;
    this.#reader = new SiteReader(options.clock);
  }

  /** Somebody looks at a building who may change it: the thread that reads it takes most of a second to begin. */
  prepare(): void {
    this.#reader.prepare();
  }

  /** Rejects with SiteReadingError when the document is too much for the hub, with MisuseError when it is for the world. */
  async change(world: HostedWorld, wish: SiteWish): Promise<SiteChange> {
    const other = this.#underWay.get(world.id);
    if (other !== undefined) return { kind: 'not now', reason: whoseTurn(other) };
    this.#underWay.set(world.id, wish.by);
    try {
      const turn = await takeTurn(world.siteTurns, { hub: world.resident.id, name: wish.by }, (hub) => world.resident.isHere(hub));
      if (turn.kind === 'refused') return { kind: 'not now', reason: turn.reason };
      try {
        return (await this.#isOutdated(world, wish)) ? { kind: 'outdated' } : await this.#change(world, wish);
      } finally {
        await turn.end();
      }
    } finally {
      this.#underWay.delete(world.id);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader[Symbol.asyncDispose]();
  }

  async #isOutdated({ id }: HostedWorld, { instead }: SiteWish): Promise<boolean> {
    if (instead === undefined) return false;
    return ((await keptSite(this.#options.store, id))?.tag ?? NO_SITE) !== instead;
  }

  async #change(world: HostedWorld, wish: SiteWish): Promise<SiteChange> {
    const read = await this.#reader.read(wish.document, await picturesOf(this.#options.store, world.id, wish.document));
    if (read.kind === 'wrong') return read;
    const { site, concerns } = read;
    // Others may have taken models out of the catalog that are still known here.
    await world.models.load();
    const { building, concerns: unfurnished } = furnished(read.building, site, world.models.get);
    if (unfurnished.length > 0) return { kind: 'wrong', concerns: [...concerns, ...unfurnished] };
    const outcome = await changeSite(building, this.#inhabited(world), wish.inTheWay);
    if (outcome.kind === 'applied') {
      await world.resident.setFloors(worldFloorsOf(wish.document));
      await keepSite(this.#options.store, world.id, wish.document, wish.by);
      await world.save();
      await this.#removeUnused(outcome.spareModels);
    }
    return { ...outcome, name: site.name, concerns };
  }

  /** Other worlds may have the same walls: copies of this one. */
  async #removeUnused(models: readonly string[]): Promise<void> {
    const { store, worlds } = this.#options;
    const shipped = new Set(shippedModels().map(({ id }) => id));
    for (const model of models) if (!shipped.has(model) && (await worlds.using(model)).length === 0) await store.models.remove(model);
  }

  #inhabited({ resident, models, announceModels }: HostedWorld): InhabitedWorld {
    const { store } = this.#options;
    return {
      get entities() {
        return resident.entities;
      },
      insert: (draft, id) => resident.insert(draft, id),
      remove: (entity) => resident.remove(entity),
      place: async (entity, pose) => {
        const outcome = await resident.command(entity, { kind: 'place', pose });
        return outcome.kind === 'done' ? undefined : outcome.reason;
      },
      model: async (id) => models.get(id),
      putModels: async (added, meshes) => {
        for (const model of added) await store.models.put(model, new Map([...meshes].filter(([hash]) => meshesOf(model).has(hash))));
        if (added.length > 0) await announceModels();
      },
    };
  }
}
