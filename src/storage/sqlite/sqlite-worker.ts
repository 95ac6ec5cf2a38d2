/**
 * The thread that has the file open. SQLite waits for the disk at each commit, tens of milliseconds on a slow one; in the hub's own thread every
 * robot that somebody drives would wait too.
 */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Order, Query } from './sqlite-thread.ts';

/** Somebody may be writing to the file with a program of their own. */
const PATIENCE_MS = 5000;

if (!parentPort) throw new Error('this runs only as the worker of sqlite-thread.ts');
const port = parentPort;
const database = new DatabaseSync(workerData as string, { timeout: PATIENCE_MS });
database.exec('pragma journal_mode = wal; pragma synchronous = full');

port.on('message', (order: Order) => {
  if (order.kind === 'close') {
    database.close();
    port.close();
    return;
  }
  try {
    port.postMessage({ kind: 'done', id: order.id, ...obey(order) } satisfies Answer);
  } catch (error) {
    port.postMessage({ kind: 'failed', id: order.id, error } satisfies Answer);
  }
});

function obey(query: Query): { rows: unknown[]; changes: number } {
  switch (query.kind) {
    case 'run': {
      const statement = database.prepare(query.sql);
      if (statement.columns().length > 0) return { rows: statement.all(...query.parameters), changes: 0 };
      return { rows: [], changes: Number(statement.run(...query.parameters).changes) };
    }
    case 'rollback':
      // After some errors, such as a full disk, SQLite has rolled back by itself.
      if (database.isTransaction) database.exec('rollback');
      return { rows: [], changes: 0 };
  }
}
