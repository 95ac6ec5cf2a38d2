import type { Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The next number under this name, from 1. Until the transaction ends, all others that count under the same name wait: so numbers become visible
 * in their order, and a name is also a lock for those who agree on it.
 */
export async function count(queries: Transaction<Tables>, name: string): Promise<number> {
  const { value } = await queries
    .insertInto('counters')
    .values({ name, value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((row) => ({ value: row('counters.value', '+', 1) })))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}
