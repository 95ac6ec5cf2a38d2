import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { check, decodeJson } from '../../core/api/messages.ts';
import { textToBytes } from '../../core/base/bytes.ts';
import { explain, MalformedError, MisuseError } from '../../core/base/errors.ts';
import { MOST_ROWS_OF_PAGE } from '../../core/store/limits.ts';
import { timeSchema } from '../../core/store/schemas.ts';
import { NotInStoreError, type RoleScope, StoreError, StoreLimitError } from '../../core/store/store.ts';
import type { Queries } from '../database.ts';
import type { Tables } from '../tables.ts';

export const requireTime = (atMs: number): number => check(timeSchema, atMs);

export async function requireWorld(queries: Queries, world: string): Promise<void> {
  const found = await queries.selectFrom('worlds').select('id').where('id', '=', world).executeTakeFirst();
  if (!found) throw new NotInStoreError('world', world);
}

export function requireSize(bytes: Uint8Array, most: number, what: string): void {
  if (bytes.length > most) throw new MisuseError(`${what} of ${bytes.length} bytes is too large: at most ${most}`);
}

type Growing = 'worlds' | 'entities' | 'files' | 'documents' | 'models' | 'people' | 'invitations';

/** Called after rows were added, which are taken back if there are more than `most`: in a world, for what belongs to one. */
export async function requireRoom(queries: Transaction<Tables>, table: Growing, most: number, world?: string): Promise<void> {
  const all = queries.selectFrom(table).select((row) => row.fn.countAll<number>().as('rows'));
  const { rows } = await (world === undefined ? all : all.where(sql.ref('world'), '=', world)).executeTakeFirstOrThrow();
  const place = world === undefined ? 'there' : `in ${world}`;
  if (rows > most)
    throw new StoreLimitError(`no more than ${most} ${table} may be ${place}, this would make it ${rows}: remove some first`);
}

/** The number of rows to answer at most. */
export function requireLimit(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1) throw new MisuseError(`a page of ${limit} rows is none: ask for 1 to ${MOST_ROWS_OF_PAGE}`);
  return Math.min(limit, MOST_ROWS_OF_PAGE);
}

/** What a column with JSON says. It may have been changed by hand since it was written. */
export function readJson<S extends z.ZodType>(schema: S, json: string, place: string): z.output<S> {
  try {
    return decodeJson(schema, textToBytes(json));
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error;
    throw new StoreError(`what is stored of ${place} is damaged: ${explain(error)}`, { cause: error });
  }
}

export const worldOf = (scope: RoleScope): string | null => (scope.kind === 'world' ? scope.world : null);
export const scopeOf = (world: string | null): RoleScope => (world === null ? { kind: 'everywhere' } : { kind: 'world', world });

/** `pg` answers a Buffer, which is a Uint8Array and more. */
export const plainBytes = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Databases sort texts by the customs of a country; ids are sorted by their letters. */
export const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : Number(a.id > b.id));

/** A statement can carry so many rows that neither database runs out of places for values. */
const ROWS_OF_STATEMENT = 500;
export function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += ROWS_OF_STATEMENT) yield rows.slice(from, from + ROWS_OF_STATEMENT);
}
