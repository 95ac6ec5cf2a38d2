import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitsContract } from '../../src/core/store/commits.contract.ts';
import { lastingStoreContract, storeContract } from '../../src/core/store/store.contract.ts';
import { type Store, StoreError } from '../../src/core/store/store.ts';
import { savingContract } from '../../src/hub/worlds/saving.contract.ts';
import { Faults, held, refused } from '../../src/storage/faulty-dialect.contract.ts';
import { openStore } from '../../src/storage/storage.ts';
import { PrivatePostgres } from '../processes/private-postgres.ts';
import { killAtCommits } from './killed-at-commit.ts';

let postgres: PrivatePostgres;
beforeAll(async () => {
  postgres = await PrivatePostgres.start();
}, 60_000);
afterAll(() => postgres[Symbol.asyncDispose]());

storeContract('PostgreSQL', async () => {
  const store = await openStore(await postgres.emptyDatabase());
  return { store, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
});

lastingStoreContract('PostgreSQL', async () => {
  const url = await postgres.emptyDatabase();
  let open: Store | undefined;
  return {
    async reopen() {
      await open?.[Symbol.asyncDispose]();
      open = await openStore(url);
      return open;
    },
    async sql(statement) {
      await postgres.query(statement, url);
    },
    async [Symbol.asyncDispose]() {
      await open?.[Symbol.asyncDispose]();
    },
  };
});

commitsContract('PostgreSQL', async () => {
  const url = await postgres.emptyDatabase();
  const faults = new Faults();
  const store = await openStore(url, faults);
  return {
    store,
    readers: 'go on',
    refuseCommit: () => faults.atCommit(refused),
    holdCommit(what) {
      const commit = held(what);
      faults.atCommit(commit.fault);
      return commit;
    },
    async untilBlocked(isDone) {
      const blocked = 'select pid from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0';
      await expect.poll(async () => isDone() || (await postgres.query(blocked, url)).length > 0, { timeout: 20_000 }).toBe(true);
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
});

savingContract('PostgreSQL', async () => {
  const faults = new Faults();
  return { faults, store: await openStore(await postgres.emptyDatabase(), faults) };
});

describe('a PostgreSQL server', () => {
  const entry = { atMs: 1, by: 'ann', name: 'Ann', action: 'test', detail: '' };

  it('[D3] shows all hubs on it the same, and makes the tables once for all who come at once', async () => {
    const url = await postgres.emptyDatabase();
    const [one, other] = await Promise.all([openStore(url), openStore(url)]);
    await using _one = one;
    await using _other = other;
    const numbers = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? one : other).audit.append(entry)));
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(await one.audit.read({ order: 'oldest first', limit: 100 })).toEqual(
      await other.audit.read({ order: 'oldest first', limit: 100 }),
    );
  });

  it('[D1] may not acknowledge what is not on its disk, even if it is set to', async () => {
    const url = await postgres.emptyDatabase();
    await postgres.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
    await using store = await openStore(url);
    await postgres.query(NOTE_SETTING, url);
    await store.audit.append(entry);
    expect(await postgres.query('select setting from noted', url)).toEqual([{ setting: 'on' }]);
  });

  it('[D1] [D2] loses nothing acknowledged when a writer to it dies over a commit', { timeout: 60_000 }, async () => {
    const killed = await killAtCommits(await postgres.emptyDatabase());
    for (const { exitCode, losses } of killed) expect({ exitCode, losses }).toEqual({ exitCode: -1, losses: [] });
    for (const { acknowledged } of killed) expect(acknowledged).toBeGreaterThan(20);
  });

  it('[D8] that is not there is told of, without the password', async () => {
    const opening = openStore('postgres://ann:secret@127.0.0.1:1/none');
    await expect(opening).rejects.toThrow(StoreError);
    await expect(opening).rejects.toThrow('postgres://ann@127.0.0.1:1/none');
  });

  it('[D1] that is killed and started again is used again', { timeout: 60_000 }, async () => {
    await using server = await PrivatePostgres.start();
    await using store = await openStore(await server.emptyDatabase());
    await store.audit.append({ ...entry, detail: 'before' });
    await server.crash();
    // The connection that was open is of no use any more, and the first call may be the one to find out.
    await store.audit.append(entry).catch((error: unknown) => expect(error).toBeInstanceOf(StoreError));
    await store.audit.append({ ...entry, detail: 'after' });
    const details = (await store.audit.read({ order: 'oldest first', limit: 10 })).map(({ detail }) => detail);
    expect(details.at(0)).toBe('before');
    expect(details.at(-1)).toBe('after');
  });
});

/** Whoever writes to the audit leaves a note of how its session is set. */
const NOTE_SETTING = `
  create table noted (setting text);
  create function note() returns trigger language plpgsql as $$
    begin insert into noted values (current_setting('synchronous_commit')); return null; end $$;
  create trigger note after insert on audit execute function note();`;
