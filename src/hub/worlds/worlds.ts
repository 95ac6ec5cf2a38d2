import { every } from '../../core/base/clock.ts';
import { idFromName, isId } from '../../core/base/ids.ts';
import { randomId } from '../../core/base/random.ts';
import type { SavedEntity, WorldDraft } from '../../core/store/store.ts';
import type { Presence } from '../../core/world/world.ts';
import { HostedWorld, type HostedWorldOptions } from './hosted-world.ts';

/** So many are open at once at most, if the options do not say otherwise. */
const MOST_OPEN = 64;
/** The resident's id is made of the hub's and the world's, and must still be one. */
const LONGEST_ID = 40;
/** One with nobody in it and no life of its own is closed after so long, and opened again when somebody comes. */
const EMPTY_MS = 10 * 60_000;
const LOOK_EVERY_MS = 60_000;
/** lab, lab-2, ... lab-9; after that chance decides. */
const MOST_NUMBERED = 9;

export interface WorldsOptions extends Omit<HostedWorldOptions, 'onRemoved'> {
  readonly onOpen: (world: string) => void;
  /** It is no more, by whichever hub's doing. */
  readonly onRemove: (world: string) => void;
  readonly mostOpen?: number;
}

export type Opening = { readonly kind: 'open'; readonly world: HostedWorld } | { readonly kind: 'refused'; readonly reason: string };

/** The worlds of a hub: all are in the Store, and open while somebody is in them. */
export class Worlds implements AsyncDisposable {
  readonly #options: WorldsOptions;
  readonly #opening = new Map<string, Promise<Opening>>();
  readonly #open = new Map<string, HostedWorld>();
  /** Those that have a place among the open ones, and are not open yet. */
  readonly #starting = new Set<string>();
  readonly #closing = new Map<string, Promise<void>>();
  readonly #emptySinceMs = new Map<string, number>();
  readonly #looking: Disposable;

  constructor(options: WorldsOptions) {
    this.#options = options;
    this.#looking = every(options.clock, LOOK_EVERY_MS, () => this.#closeTheEmpty());
  }

  /** One that is open. */
  get(id: string): HostedWorld | undefined {
    return this.#open.get(id);
  }

  all(): HostedWorld[] {
    return [...this.#open.values()];
  }

  /** Ids of those in which something of this model stands: now where somebody is, as they were saved elsewhere. */
  async using(model: string): Promise<string[]> {
    const open = this.all().filter(({ resident }) => resident.entities.some(({ description }) => description.model === model));
    const saved = (await this.#options.store.worlds.using(model)).filter((world) => !this.get(world));
    return [...open.map(({ id }) => id), ...saved].sort();
  }

  /** `founder`: who makes it if there is none of that id. */
  open(id: string, founder?: string): Promise<Opening> {
    // Whoever asks for it has something to do in it.
    this.#emptySinceMs.delete(id);
    const known = this.#opening.get(id);
    if (known) return known;
    const opening = this.#openNow(id, founder);
    this.#opening.set(id, opening);
    const forget = () => void (this.#open.has(id) || this.#opening.delete(id));
    // Whoever comes next tries again.
    opening.then(forget, forget);
    return opening;
  }

  /** Makes a new one, which is not opened yet; answers its id. */
  async create(wish: Omit<WorldDraft, 'id' | 'createdAtMs'>, entities: readonly SavedEntity[]): Promise<string> {
    const { store, random } = this.#options;
    const wanted = idFromName(wish.name).slice(0, LONGEST_ID - 8);
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : number <= MOST_NUMBERED ? `-${number}` : `-${randomId(random, 6)}`;
      const draft = { ...wish, id: `${wanted}${suffix}`, createdAtMs: Date.now() };
      if ((await store.worlds.create(draft, entities)) === 'created') return draft.id;
    }
  }

  /** Closes it, with nothing left of it but the audit. */
  async remove(id: string): Promise<void> {
    await this.#opening.get(id);
    const world = this.#open.get(id);
    if (world) {
      await Promise.all(world.resident.entities.map((entity) => world.resident.remove(entity.id)));
      await this.#close(world);
    }
    await this.#options.store.worlds.remove(id);
  }

  vouch(world: string, presence: Presence): void {
    this.#open.get(world)?.resident.vouch(presence);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#looking[Symbol.dispose]();
    // One that is just being opened too: it would live on.
    await Promise.allSettled(this.#opening.values());
    await Promise.all(this.all().map((world) => this.#close(world).catch(this.#options.report)));
  }

  async #openNow(id: string, founder: string | undefined): Promise<Opening> {
    const { store, mostOpen = MOST_OPEN } = this.#options;
    await this.#closing.get(id);
    if (!isId(id) || id.length > LONGEST_ID)
      return { kind: 'refused', reason: `a world is named by 1 to ${LONGEST_ID} of a-z, 0-9, _ and -` };
    const isThere = (await store.worlds.get(id)) !== undefined;
    if (!isThere && founder === undefined) return { kind: 'refused', reason: `there is no world ${id}; create it first` };
    // No turn of the event loop between this and taking the place: others may be opened at the same time.
    if (this.#open.size + this.#starting.size >= mostOpen)
      return { kind: 'refused', reason: `this hub has ${mostOpen} worlds open already` };
    this.#starting.add(id);
    try {
      if (!isThere && founder !== undefined)
        await store.worlds.create({ id, name: id, summary: '', createdBy: founder, createdAtMs: Date.now() }, []);
      const world = await HostedWorld.open(id, { ...this.#options, onRemoved: (removed) => this.#wasRemoved(removed) });
      this.#open.set(id, world);
      this.#options.onOpen(id);
      return { kind: 'open', world };
    } finally {
      this.#starting.delete(id);
    }
  }

  /** At another hub. */
  #wasRemoved(id: string): void {
    const world = this.#open.get(id);
    if (!world) return;
    this.#options.onRemove(id);
    this.#close(world).catch(this.#options.report);
  }

  #close(world: HostedWorld): Promise<void> {
    this.#open.delete(world.id);
    this.#opening.delete(world.id);
    this.#emptySinceMs.delete(world.id);
    const closing = world[Symbol.asyncDispose]();
    const closed = () => void this.#closing.delete(world.id);
    this.#closing.set(world.id, closing.then(closed, closed));
    return closing;
  }

  #closeTheEmpty(): void {
    const nowMs = this.#options.clock.now();
    for (const world of this.all()) {
      const sinceMs = this.#emptySinceMs.get(world.id) ?? nowMs;
      if (world.isAlive || world.people.length > 0) this.#emptySinceMs.delete(world.id);
      else if (nowMs - sinceMs < EMPTY_MS) this.#emptySinceMs.set(world.id, sinceMs);
      else this.#close(world).catch(this.#options.report);
    }
  }
}
