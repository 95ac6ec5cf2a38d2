import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import type { HeldCommit } from '../core/store/commits.contract.ts';

/** What becomes of a statement on its way to the database: `pass` hands it on and answers what the database answers. */
export type Fault = <R>(pass: () => Promise<R>) => Promise<R>;

export const refused: Fault = () => Promise.reject(new Error('no space left on the disk'));

/** `statement`: the database does not get it before it is released. `answer`: the database has done it, and nobody here hears so before. */
export function held(what: 'statement' | 'answer'): HeldCommit & { readonly fault: Fault } {
  let [reached, release] = [() => {}, () => {}];
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fault: Fault = async (pass) => {
    if (what === 'answer') {
      const answer = await pass();
      reached();
      await released;
      return answer;
    }
    reached();
    await released;
    return await pass();
  };
  return { fault, arrived, release: () => release() };
}

/** Breaks chosen commits of a Store on any database: `openStore(where, faults)`. All else passes. */
export class Faults {
  readonly #broken = new WeakSet<DatabaseConnection>();
  #fault: Fault | undefined;
  #passing = 0;

  /** The next commit meets the fault, or a later one: `passing` commits go through before. */
  atCommit(fault: Fault, { passing = 0 } = {}): void {
    this.#fault = fault;
    this.#passing = passing;
  }

  readonly through = (dialect: Dialect): Dialect => ({
    createDriver: () => this.#breakable(dialect.createDriver()),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (database) => dialect.createIntrospector(database),
  });

  #breakable(driver: Driver): Driver {
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options);
      this.#break(connection);
      return connection;
    };
    return driver;
  }

  /** At the connection, below the driver: so the fault also tests what the driver makes of it. */
  #break(connection: DatabaseConnection): void {
    if (this.#broken.has(connection)) return;
    this.#broken.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = (query, options) => {
      const fault = query.sql === 'commit' ? this.#takeFault() : undefined;
      return fault ? fault(() => execute(query, options)) : execute(query, options);
    };
  }

  #takeFault(): Fault | undefined {
    if (this.#passing-- > 0) return undefined;
    const fault = this.#fault;
    this.#fault = undefined;
    return fault;
  }
}
