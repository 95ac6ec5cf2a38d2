import { readPicture } from '../../core/geometry/picture.ts';
import { picturesNamed, SITE_FILE } from '../../core/maps/maps.ts';
import type { Store } from '../../core/store/store.ts';

/** The document of a world's building. `tag`: another for each. */
export interface KeptSite {
  readonly document: string;
  readonly tag: string;
}

const siteFile = async (store: Store, world: string) => (await store.files.all(world)).find(({ name }) => name === SITE_FILE);

/** Tells whether it is still the same, without reading it. */
export const keptSiteTag = async (store: Store, world: string): Promise<string | undefined> => (await siteFile(store, world))?.contentHash;

/** As it was last put into the world; undefined: it has none. */
export async function keptSite(store: Store, world: string): Promise<KeptSite | undefined> {
  const file = await siteFile(store, world);
  const bytes = file && (await store.files.content(world, file.contentHash));
  return bytes && { document: new TextDecoder().decode(bytes), tag: file.contentHash };
}

/** By the files that maps name. */
export type Pictures = ReadonlyMap<string, Uint8Array>;

export const NO_PICTURES: Pictures = new Map();

/** More than a building may have is not read: it will be refused. */
const MOST_BYTES_READ = 10_000_000;

/** The pictures that a document names, as far as the world has them among its files. */
export async function picturesOf(store: Store, world: string, document: string): Promise<Pictures> {
  const pictures = new Map<string, Uint8Array>();
  let bytesRead = 0;
  for (const [file, hash] of picturesNamed(document)) {
    const record = bytesRead < MOST_BYTES_READ ? await store.files.get(world, hash) : undefined;
    const bytes = record && record.sizeBytes < MOST_BYTES_READ ? await store.files.content(world, hash) : undefined;
    if (!bytes) continue;
    pictures.set(file, bytes);
    bytesRead += bytes.length;
  }
  return pictures;
}

/** The pictures of a building that the world does not have yet: of a template, or of the world that it is a copy of. */
export async function keepPictures(store: Store, world: string, pictures: Pictures, by: string): Promise<void> {
  for (const [file, bytes] of pictures) {
    const reading = readPicture(bytes);
    if (reading.kind === 'unfit') continue;
    const name = file.split(/[/\\]/).at(-1) ?? file;
    await store.files.add({ world, name, mediaType: reading.type, addedBy: by, addedAtMs: Date.now() }, bytes);
  }
}

/** In place of the one before. */
export async function keepSite(store: Store, world: string, document: string, by: string): Promise<void> {
  const before = (await store.files.all(world)).filter(({ name }) => name === SITE_FILE);
  const draft = { world, name: SITE_FILE, mediaType: 'application/json', addedBy: by, addedAtMs: Date.now() };
  const { contentHash } = await store.files.add(draft, new TextEncoder().encode(document));
  for (const old of before) if (old.contentHash !== contentHash) await store.files.remove(world, old.contentHash);
}
