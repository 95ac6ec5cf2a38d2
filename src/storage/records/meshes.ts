import { sql, type Transaction } from 'kysely';
import { MalformedError, MisuseError } from '../../core/base/errors.ts';
import { type Model, meshesOf } from '../../core/robots/model.ts';
import { MOST_MESH_BYTES, MOST_MESH_BYTES_OF_MODEL } from '../../core/store/limits.ts';
import { NotInStoreError, StoreLimitError } from '../../core/store/store.ts';
import { contentHashInBackground } from '../content-hash.ts';
import type { Queries } from '../database.ts';
import type { Tables } from '../tables.ts';
import { inBatches, plainBytes } from './checks.ts';

export type Meshes = ReadonlyMap<string, Uint8Array>;

export const NO_MESHES: Meshes = new Map();

/** Before anything is written: a mesh under another's hash would be shown in its place, in every model that has it. */
export async function requireTrueHashes(meshes: Meshes): Promise<void> {
  for (const [hash, bytes] of meshes) {
    const found = await contentHashInBackground(bytes);
    if (found !== hash) throw new MalformedError(`the mesh given as ${hash} has the hash ${found}`);
  }
}

/** Those the model refers to; all the others must be there. */
export async function putMeshes(queries: Transaction<Tables>, model: Model, given: Meshes): Promise<void> {
  const wanted = [...meshesOf(model)];
  // One a statement: each may be as large as a statement can be.
  for (const hash of wanted) {
    const bytes = given.get(hash);
    if (bytes)
      await queries
        .insertInto('meshes')
        .values({ hash, sizeBytes: bytes.length, bytes })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
  const sizes = new Map<string, number>();
  for (const batch of inBatches(wanted)) {
    const rows = await queries.selectFrom('meshes').select(['hash', 'sizeBytes']).where('hash', 'in', batch).execute();
    for (const { hash, sizeBytes } of rows) sizes.set(hash, sizeBytes);
  }
  const missing = wanted.find((hash) => !sizes.has(hash));
  if (missing !== undefined) throw new NotInStoreError('mesh', missing);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  if (total > MOST_MESH_BYTES_OF_MODEL)
    throw new MisuseError(`the meshes of ${model.id} have ${total} bytes: at most ${MOST_MESH_BYTES_OF_MODEL} are allowed`);
}

/** Called when the shapes that no part has are gone. */
export async function forgetUnusedMeshes(queries: Transaction<Tables>): Promise<void> {
  await queries
    .deleteFrom('meshes')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('geometries').select('mesh').whereRef('geometries.mesh', '=', 'meshes.hash'))),
    )
    .execute();
}

export async function requireRoomForMeshes(queries: Transaction<Tables>): Promise<void> {
  // Which type a sum has differs between the databases.
  const { total } = await queries
    .selectFrom('meshes')
    .select(sql<number | string | null>`sum(size_bytes)`.as('total'))
    .executeTakeFirstOrThrow();
  if (Number(total ?? 0) > MOST_MESH_BYTES)
    throw new StoreLimitError(
      `the meshes of all models may have ${MOST_MESH_BYTES} bytes, this would make it ${total}: remove models first`,
    );
}

export async function meshOf(queries: Queries, hash: string): Promise<Uint8Array | undefined> {
  const row = await queries.selectFrom('meshes').select('bytes').where('hash', '=', hash).executeTakeFirst();
  return row && plainBytes(row.bytes);
}
