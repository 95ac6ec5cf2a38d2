import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { commitsContract, letAllGoOn } from '../../core/store/commits.contract.ts';
import { lastingStoreContract, storeContract } from '../../core/store/store.contract.ts';
import { type Store, StoreError, StoreHeldError } from '../../core/store/store.ts';
import { Faults, held, refused } from '../faulty-dialect.contract.ts';
import { openStore } from '../storage.ts';
import { SqliteThread } from './sqlite-thread.ts';

class Folder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'manyhands-store-'));

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true });
  }
}

async function inFile() {
  const folder = new Folder();
  const store = await openStore(join(folder.path, 'store.db'));
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

storeContract('a file', inFile);

storeContract('memory', async () => {
  const store = await openStore(':memory:');
  return { store, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
});

lastingStoreContract('a file', async () => {
  const folder = new Folder();
  const file = join(folder.path, 'store.db');
  let open: Store | undefined;
  return {
    async reopen() {
      await open?.[Symbol.asyncDispose]();
      open = await openStore(file);
      return open;
    },
    async sql(statement) {
      const database = new DatabaseSync(file, { timeout: 5000 });
      database.exec(statement);
      database.close();
    },
    async [Symbol.asyncDispose]() {
      await open?.[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
});

commitsContract('a file', async () => {
  const folder = new Folder();
  const faults = new Faults();
  const store = await openStore(join(folder.path, 'store.db'), faults);
  return {
    store,
    readers: 'wait',
    refuseCommit: () => faults.atCommit(refused),
    holdCommit(what) {
      const commit = held(what);
      faults.atCommit(commit.fault);
      return commit;
    },
    // With one connection, whatever comes after a commit that is held waits for it.
    untilBlocked: letAllGoOn,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
});

describe('a file', () => {
  it('[D9] is held by one store at a time', async () => {
    using folder = new Folder();
    const file = join(folder.path, 'new', 'store.db');
    const link = join(folder.path, 'link.db');
    {
      await using first = await openStore(file);
      await expect(openStore(file)).rejects.toThrow(StoreHeldError);
      await expect(openStore(file)).rejects.toThrow(`${file} is held by process ${process.pid} on `);
      symlinkSync(file, link);
      await expect(openStore(link)).rejects.toThrow(StoreHeldError);
      expect(await first.worlds.all()).toEqual([]);
    }
    await using second = await openStore(link);
    expect(await second.worlds.all()).toEqual([]);
  });

  it('is for its owner only', async () => {
    using folder = new Folder();
    await using store = await openStore(join(folder.path, 'store.db'));
    await store.worlds.all();
    const files = readdirSync(folder.path).filter((name) => !name.includes('.lock'));
    expect(files).toContain('store.db-wal');
    for (const name of files) expect([name, statSync(join(folder.path, name)).mode & 0o777]).toEqual([name, 0o600]);
  });

  it('[D9] is held by one of many who come at once', async () => {
    using folder = new Folder();
    const file = join(folder.path, 'store.db');
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => openStore(file)));
    const opened = attempts.filter((attempt) => attempt.status === 'fulfilled');
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    for (const { value } of opened) await value[Symbol.asyncDispose]();
    expect(opened).toHaveLength(1);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(StoreHeldError);
  });

  it('[D1] waits for the disk at each commit', async () => {
    using folder = new Folder();
    const thread = new SqliteThread(join(folder.path, 'store.db'));
    expect((await thread.run('pragma journal_mode', [])).rows).toEqual([{ journal_mode: 'wal' }]);
    // 2 is FULL.
    expect((await thread.run('pragma synchronous', [])).rows).toEqual([{ synchronous: 2 }]);
    await thread.close();
    await expect(thread.run('select 1', [])).rejects.toThrow('has ended');
  });

  it('that is no database is refused with a reason, and is free again', async () => {
    using folder = new Folder();
    const file = join(folder.path, 'store.db');
    writeFileSync(file, 'this is no database, and too long to be taken for an empty one: '.repeat(20));
    await expect(openStore(file)).rejects.toThrow(StoreError);
    writeFileSync(file, '');
    await using store = await openStore(file);
    expect(await store.worlds.all()).toEqual([]);
  });
});
