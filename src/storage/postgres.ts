import { CompiledQuery, type DatabaseConnection, type Dialect, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import { Database } from './database.ts';

const MOST_CONNECTIONS = 10;
/** A server that does not answer is an error, not a wait. */
const CONNECT_MS = 10_000;
/** PostgreSQL's number of the type int8, which `pg` gives as text: ours are counts and times, all below 2^53. */
const INT8 = 20;

/** Several hubs may share one: it is the server that keeps them apart. */
export function openPostgres(url: string, through: (dialect: Dialect) => Dialect): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'manyhands',
    types: { getTypeParser: (type, format) => (type === INT8 && format !== 'binary' ? Number : types.getTypeParser(type, format)) },
  });
  // A connection was lost, idle or in use. Whoever used it hears of it by the query; the pool makes another when one is needed. But an error
  // event that nobody listens to would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return Database.open(through(new PostgresDialect({ pool, onCreateConnection: neverAcknowledgeEarly })), withoutPassword(url));
}

/** A server may be set to say that a commit is done before it is on its disk. */
async function neverAcknowledgeEarly(connection: DatabaseConnection): Promise<void> {
  const early = `current_setting('synchronous_commit') = 'off'`;
  await connection.executeQuery(CompiledQuery.raw(`select set_config('synchronous_commit', 'on', false) where ${early}`));
}

function withoutPassword(text: string): string {
  const url = new URL(text);
  url.password = '';
  url.search = '';
  return url.href;
}
