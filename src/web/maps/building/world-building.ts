import type { SiteAnswer } from '../../../core/api/http.ts';
import { explain } from '../../../core/base/errors.ts';
import { floorsOfSite, type WrittenFloor, withFloor } from '../../../core/maps/maps.ts';
import { type HubApi, HubError, type PutSite } from '../../hub-api/hub-api.ts';
import { Settable } from '../../link/observable.ts';

/** What is known of the building that stands in a world. */
export type BuildingState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'none' }
  /** There is a document, but none that can be read: somebody shared another file in its place. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** From the lowest floor up. */
  | { readonly kind: 'known'; readonly floors: readonly WrittenFloor[] };

/** Somebody else may put another floor in between our reading and our writing; not every time. */
const MOST_TRIES = 3;

/** The building of a world, as its hub keeps it: floors to be opened as maps, and maps that become floors. */
export class WorldBuilding {
  readonly state: Settable<BuildingState> = new Settable<BuildingState>({ kind: 'asking' });
  readonly #world: string;
  readonly #hub: HubApi;

  constructor(world: string, hub: HubApi) {
    this.#world = world;
    this.#hub = hub;
  }

  /** Asks how it stands now. What was known stays until there is an answer. */
  async ask(): Promise<void> {
    try {
      this.state.set(stateOf((await this.#hub.site(this.#world))?.document));
    } catch (error) {
      this.state.set({ kind: 'failed', reason: explain(error) });
    }
  }

  /** Puts a floor into the running world, in place of the one of its name; the others stay as they are by now. Rejects with HubError. */
  async put(floor: WrittenFloor, inTheWay: PutSite['inTheWay']): Promise<SiteAnswer> {
    for (let attempt = 1; ; attempt++) {
      const kept = await this.#hub.site(this.#world);
      const document = withFloor(kept && floorsOfSite(kept.document) ? kept.document : undefined, floor);
      try {
        const answer = await this.#hub.putSite(this.#world, document, { inTheWay, instead: kept?.tag });
        if (answer.kind === 'applied') this.state.set(stateOf(document));
        return answer;
      } catch (error) {
        if (!(error instanceof HubError && error.status === 412) || attempt === MOST_TRIES) throw error;
      }
    }
  }
}

function stateOf(document: string | undefined): BuildingState {
  if (document === undefined) return { kind: 'none' };
  const floors = floorsOfSite(document);
  return floors ? { kind: 'known', floors } : { kind: 'unreadable' };
}
