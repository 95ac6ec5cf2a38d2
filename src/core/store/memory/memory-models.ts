import { check } from '../../api/messages.ts';
import { textToBytes } from '../../base/bytes.ts';
import { MalformedError, MisuseError } from '../../base/errors.ts';
import { sha256 } from '../../base/sha-256.ts';
import { type Model, meshesOf } from '../../robots/model.ts';
import { MOST_MESH_BYTES, MOST_MESH_BYTES_OF_MODEL, MOST_MODELS } from '../limits.ts';
import { storedModelSchema } from '../schemas.ts';
import { type Catalog, type ModelRecords, NotInStoreError } from '../store.ts';
import { byId, copyOf, type MemoryTables, type ModelRow, requireRoom } from './memory-tables.ts';

type Meshes = ReadonlyMap<string, Uint8Array>;

export class MemoryModels implements ModelRecords {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  async all(): Promise<Catalog> {
    this.#tables.requireOpen();
    const models = [...this.#tables.models.values()].map(({ model }) => model).sort(byId);
    return { models, problems: [], fingerprint: sha256(textToBytes(JSON.stringify(models))) };
  }

  async put(model: Model, meshes: Meshes = new Map()): Promise<void> {
    const checked = check(storedModelSchema, model);
    const shippedHash = this.#tables.models.get(checked.id)?.shippedHash;
    this.#write([{ model: checked, shippedHash }], meshes);
  }

  async ship(models: readonly Model[], meshes: Meshes = new Map()): Promise<void> {
    const rows = models.map((model): ModelRow => {
      const checked = check(storedModelSchema, model);
      return { model: checked, shippedHash: hashOf(checked) };
    });
    const isWanted = ({ model, shippedHash }: ModelRow) => {
      const present = this.#tables.models.get(model.id);
      return !present || (hashOf(present.model) === present.shippedHash && present.shippedHash !== shippedHash);
    };
    this.#write(rows.filter(isWanted), meshes);
  }

  async remove(model: string): Promise<void> {
    this.#tables.requireOpen();
    const models = new Map(this.#tables.models);
    models.delete(model);
    this.#keep(models, this.#tables.meshes);
  }

  async mesh(hash: string): Promise<Uint8Array | undefined> {
    this.#tables.requireOpen();
    const bytes = this.#tables.meshes.get(hash);
    return bytes && copyOf(bytes);
  }

  /** All of them or none. */
  #write(rows: readonly ModelRow[], given: Meshes): void {
    this.#tables.requireOpen();
    const models = new Map(this.#tables.models);
    const meshes = new Map(this.#tables.meshes);
    for (const [hash, bytes] of given) {
      // Too many of them are refused before their hash is made, which takes a second for 100 MB.
      if (bytes.length > MOST_MESH_BYTES_OF_MODEL) throw tooLarge(bytes.length);
      const found = sha256(bytes);
      if (found !== hash) throw new MalformedError(`the mesh given as ${hash} has the hash ${found}`);
      meshes.set(hash, copyOf(bytes));
    }
    for (const row of rows) {
      let bytes = 0;
      for (const hash of meshesOf(row.model)) {
        const mesh = meshes.get(hash);
        if (!mesh) throw new NotInStoreError('mesh', hash);
        bytes += mesh.length;
      }
      if (bytes > MOST_MESH_BYTES_OF_MODEL) throw tooLarge(bytes);
      models.set(row.model.id, row);
    }
    this.#keep(models, meshes);
  }

  #keep(models: ReadonlyMap<string, ModelRow>, meshes: Meshes): void {
    requireRoom(models.size, MOST_MODELS, 'models');
    const wanted = new Set([...models.values()].flatMap(({ model }) => [...meshesOf(model)]));
    const kept = new Map([...meshes].filter(([hash]) => wanted.has(hash)));
    const bytes = [...kept.values()].reduce((sum, { length }) => sum + length, 0);
    requireRoom(bytes, MOST_MESH_BYTES, 'bytes of meshes');
    this.#tables.models = models;
    this.#tables.meshes = kept;
  }
}

const tooLarge = (bytes: number): MisuseError =>
  new MisuseError(`the meshes of a model have ${bytes} bytes: at most ${MOST_MESH_BYTES_OF_MODEL} are allowed`);

const hashOf = (model: Model): string => sha256(textToBytes(JSON.stringify(model)));
