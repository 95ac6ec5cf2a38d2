import { CamelCasePlugin, type Dialect, Kysely, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { MalformedError, MisuseError } from '../core/base/errors.ts';
import { NotInStoreError, StoreError, StoreLimitError } from '../core/store/store.ts';
import { migrations } from './migrations/migrations.ts';
import type { Tables } from './tables.ts';

export type Queries = Kysely<Tables>;

/** What callers did wrong, or must know of, is told as it is; all else is the database's trouble. */
const TOLD_AS_THEY_ARE = [MalformedError, MisuseError, NotInStoreError, StoreError, StoreLimitError];

/** One database: every query of the Store goes through `read`, `readAsOne` or `write`. */
export class Database implements AsyncDisposable {
  readonly #kysely: Kysely<Tables>;
  /** For error messages: a file, or an address without its password. */
  readonly #place: string;
  readonly #underWay = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  private constructor(dialect: Dialect, place: string) {
    this.#kysely = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
    this.#place = place;
  }

  /** Brings the tables up to date first. */
  static async open(dialect: Dialect, place: string): Promise<Database> {
    await using opening = new AsyncDisposableStack();
    const database = opening.use(new Database(dialect, place));
    await database.#migrate();
    opening.move();
    return database;
  }

  read<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#tell(() => work(this.#kysely));
  }

  /** Several queries that see the same state. */
  readAsOne<T>(work: (queries: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.#tell(() => this.#kysely.transaction().setIsolationLevel('repeatable read').execute(work));
  }

  /** All of it or nothing; it is on the disk when the promise resolves. */
  write<T>(work: (queries: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.#tell(() => this.#kysely.transaction().execute(work));
  }

  /** Waits for what is under way. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#underWay).then(() => this.#kysely.destroy());
    return this.#closing;
  }

  async #migrate(): Promise<void> {
    const migrator = new Migrator({ db: this.#kysely, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
    const { error } = await this.#tell(() => migrator.migrateToLatest());
    if (error === undefined) return;
    throw new StoreError(`the tables in ${this.#place} could not be brought up to date (has a newer version used them before?)`, {
      cause: error,
    });
  }

  async #tell<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closing) throw new StoreError(`the store in ${this.#place} is closed`);
    const working = work();
    this.#underWay.add(working);
    try {
      return await working;
    } catch (error) {
      if (TOLD_AS_THEY_ARE.some((kind) => error instanceof kind)) throw error;
      throw new StoreError(`the store in ${this.#place} failed`, { cause: error });
    } finally {
      this.#underWay.delete(working);
    }
  }
}
