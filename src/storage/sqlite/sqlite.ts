import { closeSync, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Dialect } from 'kysely';
import { StoreError } from '../../core/store/store.ts';
import { Database } from '../database.ts';
import { FileLock } from './file-lock.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';

/** In memory nothing is locked and nothing survives: each is a database of its own. */
export const openInMemory = (through: (dialect: Dialect) => Dialect): Promise<Database> =>
  Database.open(through(new NodeSqliteDialect(':memory:')), 'memory');

/** A database in a file, which is made if it is not there, with its folder. The lock goes with whoever closes the answer. */
export async function openFile(path: string, through: (dialect: Dialect) => Dialect): Promise<{ database: Database; lock: FileLock }> {
  const file = realFile(path);
  using opening = new DisposableStack();
  const lock = opening.use(FileLock.take(file));
  // Secrets are in it. SQLite gives what it writes beside the file the same rights.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  const database = await Database.open(through(new NodeSqliteDialect(file)), file);
  opening.move();
  return { database, lock };
}

/** The same file under another name must find the same lock. */
function realFile(path: string): string {
  const file = resolve(path);
  try {
    mkdirSync(dirname(file), { recursive: true });
    return existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
  } catch (cause) {
    throw new StoreError(`cannot make the folder of ${file}: give the store a file in a folder this program may write to`, { cause });
  }
}
