import type { FileCard } from '../../core/api/http.ts';
import { explain } from '../../core/base/errors.ts';
import { readSite, SITE_FILE, type Site } from '../../core/maps/maps.ts';
import type { HubApi } from '../hub-api/hub-api.ts';
import { Settable } from '../link/observable.ts';
import type { EntityInfo, Observable } from '../link/world-link.ts';

export type SiteState =
  | { readonly kind: 'loading' }
  /** The world has no building. */
  | { readonly kind: 'none' }
  | { readonly kind: 'ready'; readonly site: Site }
  | { readonly kind: 'failed'; readonly reason: string };

export interface SiteSource {
  files(): Promise<readonly FileCard[]>;
  text(file: FileCard): Promise<string>;
}

/** The document is kept after the walls stand: whoever sees new walls looks for it a little later, and once more where a hub took its time. */
const AFTER_WALLS_MS = [1500, 5000];
/** What nobody told of: another hub, a file that was shared by hand. */
const LOOK_AGAIN_MS = 20_000;

/** The building of a world, read again when its walls have changed. */
export class SiteWatch implements Disposable {
  readonly #state = new Settable<SiteState>({ kind: 'loading' });
  readonly #source: SiteSource;
  readonly #endings: (() => void)[];
  #read: string | undefined;
  #walls = '';
  #timers: ReturnType<typeof setTimeout>[] = [];
  #isAsking = false;

  /** `isBuilding`: whether an entity is of the building. */
  constructor(source: SiteSource, entities: Observable<ReadonlyMap<string, EntityInfo>>, isBuilding: (entity: EntityInfo) => boolean) {
    this.#source = source;
    const look = setInterval(() => void this.look(), LOOK_AGAIN_MS);
    const changed = () => {
      const walls = [...entities.get().values()].filter(isBuilding).map(({ id }) => id);
      const name = walls.sort().join(' ');
      if (name === this.#walls) return;
      this.#walls = name;
      for (const timer of this.#timers) clearTimeout(timer);
      this.#timers = AFTER_WALLS_MS.map((afterMs) => setTimeout(() => void this.look(), afterMs));
    };
    this.#endings = [() => clearInterval(look), () => this.#timers.forEach(clearTimeout), entities.subscribe(changed)];
    void this.look();
  }

  get state(): Observable<SiteState> {
    return this.#state;
  }

  /** Asks the hub. What was read already is not read again. */
  async look(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const file = (await this.#source.files()).find(({ name }) => name === SITE_FILE);
      if (file?.hash === this.#read && this.#state.get().kind !== 'loading' && this.#state.get().kind !== 'failed') return;
      this.#state.set(file ? siteStateOf(await this.#source.text(file)) : { kind: 'none' });
      this.#read = file?.hash;
    } catch (error) {
      // A building that is known stays: the link says that the hub is away.
      if (this.#state.get().kind !== 'ready') this.#state.set({ kind: 'failed', reason: explain(error) });
    } finally {
      this.#isAsking = false;
    }
  }

  [Symbol.dispose](): void {
    for (const end of this.#endings) end();
  }
}

export const siteWatchOf = (
  hub: HubApi,
  world: string,
  entities: Observable<ReadonlyMap<string, EntityInfo>>,
  isBuilding: (entity: EntityInfo) => boolean,
): SiteWatch => new SiteWatch({ files: () => hub.files(world), text: ({ hash }) => hub.fileText(world, hash) }, entities, isBuilding);

export function siteStateOf(text: string): SiteState {
  const { site, concerns } = readSite(text);
  if (site) return { kind: 'ready', site };
  const [first] = concerns.filter(({ severity }) => severity === 'error');
  return { kind: 'failed', reason: `${SITE_FILE} of this world is no building: ${first?.message ?? 'it cannot be read'}.` };
}
