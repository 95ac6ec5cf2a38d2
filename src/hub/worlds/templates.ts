import { check, descriptionSchema } from '../../core/api/messages.ts';
import type { SavedEntity, SavedView, Store } from '../../core/store/store.ts';
import type { Demo } from '../demos/demo.ts';
import { keepPictures, keepSite, NO_PICTURES, type Pictures } from '../site/kept-site.ts';

/** What a new world can start from. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly view: SavedView;
  readonly entities: readonly SavedEntity[];
  /** The document of its building. */
  readonly site: string | undefined;
  /** The pictures of its notices. */
  readonly pictures: Pictures;
}

export const templateFrom = ({ id, name, summary, view, site, pictures = NO_PICTURES, entities }: Demo): Template => ({
  id,
  name,
  summary,
  view,
  site,
  pictures,
  entities: entities.map((entity) => {
    const description = check(descriptionSchema, entity.draft);
    return { id: entity.id, description, posture: description.initial };
  }),
});

/** A Store in which nobody has made anything yet gets a world of each template. */
export async function seed(store: Store, templates: readonly Template[], by: string): Promise<void> {
  if ((await store.worlds.all()).length > 0) return;
  for (const { id, name, summary, view, entities, site, pictures } of templates) {
    await store.worlds.create({ id, name, summary, template: id, createdBy: by, createdAtMs: Date.now() }, entities);
    await store.worlds.setView(id, view);
    await keepPictures(store, id, pictures, by);
    if (site !== undefined) await keepSite(store, id, site, by);
  }
}
