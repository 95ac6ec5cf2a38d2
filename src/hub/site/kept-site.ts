import type { Store } from '../../core/store/store.ts';

/** Under this name a world keeps the document of its site, among its files. */
const SITE_FILE = 'site.json';

/** The document of a world's building. `tag`: another for each. */
export interface KeptSite {
  readonly document: string;
  readonly tag: string;
}

/** As it was last put into the world; undefined: it has none. */
export async function keptSite(store: Store, world: string): Promise<KeptSite | undefined> {
  const file = (await store.files.all(world)).find(({ name }) => name === SITE_FILE);
  const bytes = file && (await store.files.content(world, file.contentHash));
  return bytes && { document: new TextDecoder().decode(bytes), tag: file.contentHash };
}

/** In place of the one before. */
export async function keepSite(store: Store, world: string, document: string, by: string): Promise<void> {
  const before = (await store.files.all(world)).filter(({ name }) => name === SITE_FILE);
  const draft = { world, name: SITE_FILE, mediaType: 'application/json', addedBy: by, addedAtMs: Date.now() };
  const { contentHash } = await store.files.add(draft, new TextEncoder().encode(document));
  for (const old of before) if (old.contentHash !== contentHash) await store.files.remove(world, old.contentHash);
}
