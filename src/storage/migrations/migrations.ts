import type { Migration } from 'kysely/migration';
import { first } from './0001-first.ts';
import { meshes } from './0002-meshes.ts';
import { accelerations } from './0003-accelerations.ts';
import { bodies } from './0004-bodies.ts';
import { keepers } from './0005-keepers.ts';
import { documents } from './0006-documents.ts';

/**
 * How the tables came to be, step by step, the same for both databases. To change a table: a new file and a line here; never change one that
 * was released. SQLite takes whatever type names PostgreSQL has: `bigint` is its INTEGER, `double precision` its REAL, in `bytea` it keeps blobs.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-meshes': meshes,
  '0003-accelerations': accelerations,
  '0004-bodies': bodies,
  '0005-keepers': keepers,
  '0006-documents': documents,
};
