import type { Transaction } from 'kysely';
import { MOST_FILE_BYTES } from '../../core/api/http.ts';
import { check } from '../../core/api/messages.ts';
import { MOST_FILES_OF_WORLD } from '../../core/store/limits.ts';
import { fileDraftSchema } from '../../core/store/schemas.ts';
import type { FileDraft, FileRecord, FileRecords } from '../../core/store/store.ts';
import { contentHash } from '../content-hash.ts';
import { count } from '../counters.ts';
import type { Database, Queries } from '../database.ts';
import type { Tables } from '../tables.ts';
import { plainBytes, requireRoom, requireSize, requireWorld } from './checks.ts';

export class StoredFiles implements FileRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(draft: FileDraft, bytes: Uint8Array): Promise<FileRecord> {
    const file = check(fileDraftSchema, draft);
    requireSize(bytes, MOST_FILE_BYTES, 'a file');
    const hash = contentHash(bytes);
    await this.#database.write(async (queries) => {
      await lockContents(queries);
      await requireWorld(queries, file.world);
      await queries
        .insertInto('contents')
        .values({ hash, sizeBytes: bytes.length, bytes })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await queries
        .insertInto('files')
        .values({ ...file, contentHash: hash })
        .onConflict((conflict) => conflict.columns(['world', 'contentHash']).doUpdateSet(file))
        .execute();
      await requireRoom(queries, 'files', MOST_FILES_OF_WORLD, file.world);
    });
    return { ...file, contentHash: hash, sizeBytes: bytes.length };
  }

  get(world: string, hash: string): Promise<FileRecord | undefined> {
    return this.#database.read((queries) => selectFiles(queries, world).where('contentHash', '=', hash).executeTakeFirst());
  }

  all(world: string): Promise<FileRecord[]> {
    return this.#database.read((queries) => selectFiles(queries, world).orderBy('addedAtMs', 'desc').orderBy('contentHash').execute());
  }

  async content(world: string, hash: string): Promise<Uint8Array | undefined> {
    const row = await this.#database.read((queries) =>
      queries
        .selectFrom('files')
        .innerJoin('contents', 'contents.hash', 'files.contentHash')
        .select('contents.bytes')
        .where('world', '=', world)
        .where('contentHash', '=', hash)
        .executeTakeFirst(),
    );
    return row && plainBytes(row.bytes);
  }

  async remove(world: string, hash: string): Promise<void> {
    await this.#database.write(async (queries) => {
      await lockContents(queries);
      await queries.deleteFrom('files').where('world', '=', world).where('contentHash', '=', hash).execute();
      await forgetUnsharedContents(queries);
    });
  }
}

const selectFiles = (queries: Queries, world: string) =>
  queries
    .selectFrom('files')
    .innerJoin('contents', 'contents.hash', 'files.contentHash')
    .select(['world', 'contentHash', 'name', 'mediaType', 'addedBy', 'addedAtMs', 'sizeBytes'])
    .where('world', '=', world);

/** Else bytes could be forgotten at the instant in which they are shared again. */
export async function lockContents(queries: Transaction<Tables>): Promise<void> {
  await count(queries, 'contents');
}

export async function forgetUnsharedContents(queries: Transaction<Tables>): Promise<void> {
  await queries
    .deleteFrom('contents')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('files').select('contentHash').whereRef('files.contentHash', '=', 'contents.hash'))),
    )
    .execute();
}
