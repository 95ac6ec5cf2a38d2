import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { MisuseError } from '../../core/base/errors.ts';

/** What bodies are made of, as far as it is looked at; pictures on surfaces are not. */
const WANTED = new Set(['.urdf', '.xml', '.stl', '.dae', '.obj', '.mtl', '.gltf', '.glb', '.bin', '.wrl', '.vrml', '.wrz', '.zip']);
/** What stands beside a mesh and is named in it. */
const COMPANIONS = new Set(['.mtl', '.bin']);
/** Those that name other files, which need not lie in their folder: a package has its meshes elsewhere. */
const REFERRING = new Set(['.urdf', '.xml']);
/** Meshes that name other files, by addresses from where they lie. */
const BRINGING = new Set(['.wrl', '.vrml', '.wrz', '.gltf']);
const MOST_FILES = 4000;
const MOST_BYTES = 256e6;
/** So far up a package's folder is looked for. */
const MOST_LEVELS = 5;

/** What is imported as one body: its files by a path without "..", and where each is, for people. */
export interface Source {
  readonly title: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly places: ReadonlyMap<string, string>;
  /** Which of the files to import; undefined: the best. */
  readonly main: string | undefined;
}

/** Meshes alone are a body each; with a folder, a zip or a robot's description among them all are one. Throws MisuseError for what cannot be read. */
export async function sourcesFrom(paths: readonly string[]): Promise<Source[]> {
  const xacro = paths.find((path) => extname(path).toLowerCase() === '.xacro');
  if (xacro !== undefined) throw new MisuseError(`${xacro} is a macro; expand it first with: xacro ${xacro} > robot.urdf`);
  const kinds = await Promise.all(paths.map(kindOf));
  if (kinds.every((kind) => kind === 'mesh')) return Promise.all(paths.map((path) => sourceOf([path])));
  return [await sourceOf(paths)];
}

async function sourceOf(paths: readonly string[]): Promise<Source> {
  const gathered = new Gathered();
  for (const path of paths) await gathered.add(path);
  const descriptions = paths.filter((path) => REFERRING.has(extname(path).toLowerCase()));
  const [title = ''] = descriptions.length > 0 ? descriptions : paths;
  // What somebody named is meant, whatever it brings along; of a folder or a zip it is for the reader to choose.
  const isMeant = descriptions.length === 1 || (paths.length === 1 && extname(title).toLowerCase() !== '.zip');
  const main = isMeant ? gathered.keyOf(title) : undefined;
  return { title, files: gathered.files, places: gathered.places, main };
}

async function kindOf(path: string): Promise<'folder' | 'zip' | 'description' | 'mesh'> {
  const extension = extname(path).toLowerCase();
  const found = await stat(path).catch((cause: unknown) => {
    throw new MisuseError(`${path} cannot be read`, { cause });
  });
  if (found.isDirectory()) return 'folder';
  if (extension === '.zip') return 'zip';
  return REFERRING.has(extension) ? 'description' : 'mesh';
}

/** Files of one body, under keys in which what they say of each other still holds. */
class Gathered {
  readonly files = new Map<string, Uint8Array>();
  readonly places = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  #bytes = 0;

  async add(path: string): Promise<void> {
    const whole = resolve(path);
    if ((await kindOf(path)) === 'folder') return this.#addFolder(whole, dirname(whole));
    const isZip = extname(path).toLowerCase() === '.zip';
    // So far down that every "../" in it leads to something that still has a name.
    const root = isZip ? dirname(whole) : (ancestors(dirname(whole)).at(-1) ?? dirname(whole));
    const bytes = await this.#read(whole, root);
    if (isZip) return;
    if (!REFERRING.has(extname(path).toLowerCase())) return this.#addCompanions(whole, root);
    for (const reference of referencesIn(bytes)) {
      const found = await findReferred(reference, dirname(whole));
      if (found === undefined) continue;
      await this.#read(found, root);
      await this.#addCompanions(found, root);
    }
  }

  keyOf(path: string): string | undefined {
    return this.#keys.get(resolve(path));
  }

  async #addFolder(folder: string, root: string): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) await this.#addFolder(path, root);
      else if (WANTED.has(extname(entry.name).toLowerCase()) && (await stat(path)).isFile()) await this.#read(path, root);
    }
  }

  async #addCompanions(path: string, root: string): Promise<void> {
    for (const name of await readdir(dirname(path)))
      if (COMPANIONS.has(extname(name).toLowerCase())) await this.#read(join(dirname(path), name), root);
    if (!BRINGING.has(extname(path).toLowerCase())) return;
    for (const address of addressesIn(await this.#read(path, root))) {
      const found = await findReferred(address, dirname(path));
      if (found === undefined || this.#keys.has(found)) continue;
      await this.#read(found, root);
      await this.#addCompanions(found, root);
    }
  }

  async #read(path: string, root: string): Promise<Uint8Array> {
    const key = relative(root, path).split(sep).join('/');
    const known = this.files.get(key);
    if (known && this.#keys.get(path) === key) return known;
    if (known) throw new MisuseError(`two of the files to import are called ${key}; import them one by one`);
    const { size } = await stat(path);
    this.#bytes += size;
    if (this.#bytes > MOST_BYTES || this.files.size >= MOST_FILES)
      throw new MisuseError(`with ${path} it is more than ${MOST_FILES} files or ${MOST_BYTES / 1e6} MB; name only the files of one robot`);
    const bytes = new Uint8Array(await readFile(path));
    this.files.set(key, bytes);
    const fromHere = relative('', path);
    this.places.set(key, fromHere.startsWith('..') ? path : fromHere);
    this.#keys.set(path, key);
    return bytes;
  }
}

const ancestors = (folder: string): string[] => {
  const found = [folder];
  for (let i = 0; i < MOST_LEVELS; i++) found.push(dirname(found.at(-1) ?? folder));
  return found;
};

/** Only to know what to read: whoever imports reads it again, and tells what is missing. */
function referencesIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const references = [...text.matchAll(/filename\s*=\s*["']([^"']{1,500})["']/g)].map(([, reference = '']) =>
    Buffer.from(reference, 'latin1').toString(),
  );
  return [...new Set(references)].slice(0, MOST_FILES);
}

/** Whatever is in quotes and ends like a file that could be meant. */
function addressesIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const addresses = [...text.matchAll(/"([^"\n]{1,500}\.(?:wrl|wrz|vrml|bin)(?:\.gz)?)(?:#[^"\n]{0,100})?"/gi)];
  return [...new Set(addresses.map(([, address = '']) => address))].slice(0, MOST_FILES);
}

/** Beside the description or above it, with the package's name or without. What would lead anywhere else is not looked at. */
async function findReferred(reference: string, folder: string): Promise<string | undefined> {
  const path = reference.replace(/^[a-z]+:\/\/\/?/i, '').replaceAll('\\', '/');
  if (!WANTED.has(extname(path).toLowerCase())) return undefined;
  const folders = ancestors(folder);
  const top = folders.at(-1) ?? folder;
  const candidates = [path, path.slice(path.indexOf('/') + 1), join('meshes', basename(path))];
  for (const place of folders) {
    for (const candidate of candidates) {
      const found = resolve(place, candidate);
      const isInside = !relative(top, found).startsWith('..');
      if (isInside && (await stat(found).catch(() => undefined))?.isFile()) return found;
    }
  }
  return undefined;
}
