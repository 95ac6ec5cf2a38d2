import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { SqliteThread } from './sqlite-thread.ts';

/** Kysely on node:sqlite, in a thread of its own. */
export class NodeSqliteDialect implements Dialect {
  readonly #file: string;

  /** `:memory:` is a file too, for SQLite. */
  constructor(file: string) {
    this.#file = file;
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#file);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  createIntrospector(database: Kysely<unknown>): SqliteIntrospector {
    return new SqliteIntrospector(database);
  }
}

/** Kysely says that SQLite cannot roll back a migration that is killed half way. It can. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** One connection, which those who want it have one after the other. */
class NodeSqliteDriver implements Driver {
  readonly #file: string;
  #thread: SqliteThread | undefined;
  #lastTurn: Promise<void> = Promise.resolve();
  #endTurn: () => void = () => {};

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    this.#thread = new SqliteThread(this.#file);
  }

  async acquireConnection(): Promise<NodeSqliteConnection> {
    const before = this.#lastTurn;
    let endTurn = () => {};
    this.#lastTurn = new Promise((resolve) => {
      endTurn = resolve;
    });
    await before;
    this.#endTurn = endTurn;
    if (!this.#thread) throw new Error(`${this.#file} is not open`);
    return new NodeSqliteConnection(this.#thread);
  }

  async releaseConnection(): Promise<void> {
    this.#endTurn();
  }

  /** The isolation that was asked for does not matter: with one connection nobody sees anything half done. */
  async beginTransaction(connection: NodeSqliteConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: NodeSqliteConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: NodeSqliteConnection): Promise<void> {
    await connection.rollback();
  }

  async destroy(): Promise<void> {
    await this.#thread?.close();
    this.#thread = undefined;
  }
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #thread: SqliteThread;

  constructor(thread: SqliteThread) {
    this.#thread = thread;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.#thread.run(sql, parameters);
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  async rollback(): Promise<void> {
    await this.#thread.rollback();
  }

  streamQuery(): never {
    throw new Error('queries of this store are small: none is streamed');
  }
}
