/** The Store on a database. Start reading here; the tables are in tables.ts and migrations/, the queries in records/. */
import type { Dialect } from 'kysely';
import type { Store } from '../core/store/store.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { StoredAudit } from './records/audit.ts';
import { StoredChat } from './records/chat.ts';
import { StoredDocuments } from './records/documents.ts';
import { StoredFiles } from './records/files.ts';
import { StoredInvitations } from './records/invitations.ts';
import { StoredModels } from './records/models.ts';
import { StoredPeople } from './records/people.ts';
import { StoredSecrets } from './records/secrets.ts';
import { StoredWorlds } from './records/worlds.ts';
import { openFile, openInMemory } from './sqlite/sqlite.ts';

export interface StoreOptions {
  /** Wraps the dialect, so that tests can make the database fail. */
  readonly through?: (dialect: Dialect) => Dialect;
}

/**
 * `where`: `postgres://user:password@host/database`, the path of a file, or `:memory:`.
 * Rejects with StoreHeldError when another hub has the file open, with StoreError when it cannot be opened.
 */
export async function openStore(where: string, { through = (dialect) => dialect }: StoreOptions = {}): Promise<Store> {
  if (/^postgres(ql)?:\/\//.test(where)) return storeOn(await openPostgres(where, through));
  if (where === ':memory:') return storeOn(await openInMemory(through));
  const { database, lock } = await openFile(where, through);
  return storeOn(database, () => lock[Symbol.dispose]());
}

function storeOn(database: Database, letGo: () => void = () => {}): Store {
  return {
    worlds: new StoredWorlds(database),
    models: new StoredModels(database),
    people: new StoredPeople(database),
    invitations: new StoredInvitations(database),
    chat: new StoredChat(database),
    files: new StoredFiles(database),
    documents: new StoredDocuments(database),
    audit: new StoredAudit(database),
    secrets: new StoredSecrets(database),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      letGo();
    },
  };
}
