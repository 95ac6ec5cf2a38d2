import { hostname } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { StoreError, StoreHeldError } from '../../core/store/store.ts';

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/** Primary result code of SQLite: somebody else has the lock. */
const SQLITE_BUSY = 5;
/** Two that begin at the same instant may each push the other back once. */
const MOST_ATTEMPTS = 100;

/**
 * Keeps a second hub away from a file, and tells it who is there. Others may still look into the file and write to it with tools of their own.
 *
 * It is a tiny database beside the file, in which a write is begun and never ended: the system lets go of it when the process dies, however it
 * dies, and whoever comes second can still read who holds it.
 */
export class FileLock implements Disposable {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Throws StoreHeldError when another has it. */
  static take(file: string): FileLock {
    const path = `${file}.lock`;
    using opening = new DisposableStack();
    const database = openLockFile(path);
    opening.defer(() => database.close());
    const me: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
    // The name must be on the disk, for others to read, before the write begins that is never ended.
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (!begin(database)) throw held(file, path, holderIn(database));
      if (isSame(holderIn(database), me)) {
        opening.move();
        return new FileLock(database);
      }
      database.prepare('insert or replace into holder values (1, ?, ?, ?)').run(me.pid, me.host, me.since);
      database.exec('commit');
    }
    throw new StoreError(`${path} changed hands ${MOST_ATTEMPTS} times while it was taken: do not start hubs on one file in a loop`);
  }

  [Symbol.dispose](): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

function openLockFile(path: string): DatabaseSync {
  try {
    const database = new DatabaseSync(path);
    database.exec('pragma journal_mode = delete');
    return database;
  } catch (cause) {
    throw new StoreError(`cannot open ${path}: is its folder there, and may this program write to it?`, { cause });
  }
}

/** Whether nobody else has begun to write. */
function begin(database: DatabaseSync): boolean {
  try {
    database.exec('begin immediate; create table if not exists holder (id integer primary key, pid integer, host text, since text)');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

function holderIn(database: DatabaseSync): Holder | undefined {
  try {
    return database.prepare('select pid, host, since from holder').get() as Holder | undefined;
  } catch (error) {
    // It has the lock, but has not written its name yet.
    if (isBusy(error) || (error instanceof Error && error.message.startsWith('no such table'))) return undefined;
    throw error;
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === SQLITE_BUSY;

const isSame = (a: Holder | undefined, b: Holder): boolean =>
  a !== undefined && a.pid === b.pid && a.host === b.host && a.since === b.since;

function held(file: string, path: string, holder: Holder | undefined): StoreHeldError {
  const who = holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'a process that has just begun';
  return new StoreHeldError(`${file} is held by ${who} (see ${path}): end it first, or give this hub another file`);
}
