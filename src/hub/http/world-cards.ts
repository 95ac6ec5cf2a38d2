import type { WorldCard } from '../../core/api/http.ts';
import { isOfSite } from '../../core/buildings/buildings.ts';
import { catalog, type ModelKind } from '../../core/robots/robots.ts';
import type { SavedEntity, Store, WorldRecord } from '../../core/store/store.ts';
import type { Worlds } from '../worlds/worlds.ts';

/** Worlds as the lobby shows them. */
export class WorldCards {
  readonly #store: Store;
  readonly #worlds: Worlds;
  readonly #counted = new Map<string, { readonly revision: number; readonly robots: number }>();

  constructor(store: Store, worlds: Worlds) {
    this.#store = store;
    this.#worlds = worlds;
  }

  async of(record: WorldRecord): Promise<WorldCard> {
    const { id, name, summary, template, createdAtMs, openedAtMs, savedAtMs, pictureHash, view } = record;
    const open = this.#worlds.get(id);
    return {
      id,
      name,
      summary,
      ...(template !== undefined && { template }),
      robots: open ? robotsAmong(open.resident.entities) : await this.#savedRobots(record),
      entities: open ? open.resident.entities.length : record.entityCount,
      createdAtMs,
      openedAtMs,
      savedAtMs,
      people: (open?.people ?? []).map((person) => ({ id: person.id, name: person.name })),
      ...(pictureHash !== undefined && { pictureUrl: `/api/v1/worlds/${id}/picture?of=${pictureHash.slice(0, 16)}` }),
      ...(view && { view: { eye: [...view.eye], target: [...view.target] } }),
    };
  }

  /** Of one that is not open: counted again only when it has changed. */
  async #savedRobots({ id, revision }: WorldRecord): Promise<number> {
    const known = this.#counted.get(id);
    if (known?.revision === revision) return known.robots;
    const robots = robotsAmong(await this.#store.worlds.entities(id));
    this.#counted.set(id, { revision, robots });
    return robots;
  }
}

/** What somebody added to the catalog is one when it has something to move; the doors of a building are none. */
const isRobot = ({ id, description: { kind, model, dofs } }: Pick<SavedEntity, 'id' | 'description'>): boolean => {
  if (isOfSite(id)) return false;
  const known = KINDS.get(model);
  return known === undefined ? kind === 'dynamic' && dofs.length > 0 : ROBOT_KINDS.has(known);
};

const KINDS: ReadonlyMap<string, ModelKind> = new Map(catalog.map(({ id, kind }) => [id, kind]));
const ROBOT_KINDS: ReadonlySet<ModelKind> = new Set(['arm', 'gantry', 'wheeled', 'legged']);

const robotsAmong = (entities: readonly Pick<SavedEntity, 'id' | 'description'>[]): number => entities.filter(isRobot).length;
