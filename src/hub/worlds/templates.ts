import { check, descriptionSchema } from '../../core/api/messages.ts';
import { newDocumentId, stateOfText } from '../../core/documents/documents.ts';
import type { Picture, SavedEntity, SavedView, Store } from '../../core/store/store.ts';
import { systemRandom } from '../../platform/system-random.ts';
import type { Demo } from '../demos/demo.ts';
import { portraitOf } from '../demos/portraits.ts';
import { keepPictures, keepSite, NO_PICTURES, type Pictures } from '../site/kept-site.ts';
import { type FirstDocument, keepDocuments } from './first-documents.ts';

/** What a new world can start from. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly view: SavedView;
  /** What the lobby shows of a new one. */
  readonly portrait: Picture | undefined;
  readonly entities: readonly SavedEntity[];
  /** The document of its building. */
  readonly site: string | undefined;
  /** The pictures of its notices. */
  readonly pictures: Pictures;
  readonly documents: readonly FirstDocument[];
}

export const templateFrom = ({ id, name, summary, view, site, pictures = NO_PICTURES, texts = [], entities }: Demo): Template => ({
  id,
  name,
  summary,
  view,
  portrait: portraitOf(id),
  site,
  pictures,
  documents: texts.map(({ kind, name: title, text }) => ({
    id: newDocumentId(kind, title, systemRandom),
    name: title,
    state: stateOfText(text),
  })),
  entities: entities.map((entity) => {
    const description = check(descriptionSchema, entity.draft);
    return { id: entity.id, description, posture: description.initial };
  }),
});

/** A Store in which nobody has made anything yet gets a world of each template. */
export async function seed(store: Store, templates: readonly Template[], by: string): Promise<void> {
  if ((await store.worlds.all()).length > 0) return;
  // A lobby shows first what came last: the first template is to be the first to be seen.
  for (const { id, name, summary, view, portrait, entities, site, pictures, documents } of templates.toReversed()) {
    await store.worlds.create({ id, name, summary, template: id, createdBy: by, createdAtMs: Date.now() }, entities);
    await store.worlds.setView(id, view);
    if (portrait) await store.worlds.setPicture(id, portrait);
    await keepPictures(store, id, pictures, by);
    if (site !== undefined) await keepSite(store, id, site, by);
    await keepDocuments(store, id, documents, by);
  }
}
