import { check } from '../../core/api/messages.ts';
import { LARGEST_DOCUMENT_BYTES, MOST_DOCUMENTS_OF_WORLD } from '../../core/store/limits.ts';
import { documentDraftSchema, nameSchema } from '../../core/store/schemas.ts';
import { type DocumentDraft, type DocumentRecord, type DocumentRecords, NotInStoreError } from '../../core/store/store.ts';
import type { Database } from '../database.ts';
import { byId, plainBytes, requireRoom, requireSize, requireTime, requireWorld } from './checks.ts';
import { isKeptBy } from './worlds.ts';

export class StoredDocuments implements DocumentRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(world: string): Promise<DocumentRecord[]> {
    const rows = await this.#database.read((queries) =>
      queries
        .selectFrom('documents')
        .select(['world', 'id', 'name', 'createdBy', 'createdAtMs', 'changedAtMs', 'sizeBytes'])
        .where('world', '=', world)
        .execute(),
    );
    return rows.sort(byId);
  }

  async create(draft: DocumentDraft, state: Uint8Array = new Uint8Array()): Promise<'created' | 'exists'> {
    const document = check(documentDraftSchema, draft);
    requireSize(state, LARGEST_DOCUMENT_BYTES, 'a document');
    return await this.#database.write(async (queries) => {
      await requireWorld(queries, document.world);
      const created = await queries
        .insertInto('documents')
        .values({ ...document, changedAtMs: document.createdAtMs, sizeBytes: state.length, state })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!created) return 'exists';
      await requireRoom(queries, 'documents', MOST_DOCUMENTS_OF_WORLD, document.world);
      return 'created';
    });
  }

  async rename(world: string, document: string, name: string): Promise<void> {
    const checked = check(nameSchema, name);
    const renamed = await this.#database.write((queries) =>
      queries
        .updateTable('documents')
        .set({ name: checked })
        .where('world', '=', world)
        .where('id', '=', document)
        .returning('id')
        .executeTakeFirst(),
    );
    if (!renamed) throw new NotInStoreError('document', document);
  }

  async remove(world: string, document: string): Promise<void> {
    await this.#database.write((queries) =>
      queries.deleteFrom('documents').where('world', '=', world).where('id', '=', document).execute(),
    );
  }

  async state(world: string, document: string): Promise<Uint8Array | undefined> {
    const row = await this.#database.read((queries) =>
      queries.selectFrom('documents').select('state').where('world', '=', world).where('id', '=', document).executeTakeFirst(),
    );
    return row && plainBytes(row.state);
  }

  async save(world: string, document: string, state: Uint8Array, atMs: number, keeper: string): Promise<'saved' | 'not-kept'> {
    requireSize(state, LARGEST_DOCUMENT_BYTES, 'a document');
    const changedAtMs = requireTime(atMs);
    return await this.#database.write(async (queries) => {
      if (!(await isKeptBy(queries, world, keeper))) return 'not-kept';
      const saved = await queries
        .updateTable('documents')
        .set({ state, sizeBytes: state.length, changedAtMs })
        .where('world', '=', world)
        .where('id', '=', document)
        .returning('id')
        .executeTakeFirst();
      if (!saved) throw new NotInStoreError('document', document);
      return 'saved';
    });
  }
}
