import type { Transaction } from 'kysely';
import { check } from '../../core/api/messages.ts';
import { explain, MalformedError } from '../../core/base/errors.ts';
import type { Model } from '../../core/robots/model.ts';
import { MOST_MODELS } from '../../core/store/limits.ts';
import { storedModelSchema } from '../../core/store/schemas.ts';
import type { Catalog, ModelRecords } from '../../core/store/store.ts';
import { contentHash } from '../content-hash.ts';
import { count } from '../counters.ts';
import type { Database, Queries } from '../database.ts';
import type { Tables } from '../tables.ts';
import { byId, inBatches, requireRoom } from './checks.ts';
import { forgetUnusedMeshes, type Meshes, meshOf, NO_MESHES, putMeshes, requireRoomForMeshes, requireTrueHashes } from './meshes.ts';
import { type ModelRows, putTogether, takeApart } from './model-rows.ts';

export class StoredModels implements ModelRecords {
  readonly #database: Database;
  #last: { readonly text: string; readonly catalog: Catalog } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<Catalog> {
    const rows = await this.#database.readAsOne(readRows);
    // To check a model costs more than to read it, and pages ask again and again.
    const text = JSON.stringify(rows);
    if (text !== this.#last?.text) this.#last = { text, catalog: catalogOf(rows.map(storedModel)) };
    return this.#last.catalog;
  }

  async put(model: Model, meshes: Meshes = NO_MESHES): Promise<void> {
    const checked = check(storedModelSchema, model);
    await requireTrueHashes(meshes);
    await this.#write(async (queries) => {
      const before = await queries.selectFrom('models').select('shippedHash').where('id', '=', checked.id).executeTakeFirst();
      await writeModel(queries, checked, { meshes, shippedHash: before?.shippedHash ?? null });
    });
  }

  async ship(models: readonly Model[], meshes: Meshes = NO_MESHES): Promise<void> {
    const checked = models.map((model) => check(storedModelSchema, model));
    await requireTrueHashes(meshes);
    await this.#write(async (queries) => {
      const stored = new Map((await readRows(queries)).map((rows) => [rows.model.id, storedModel(rows)]));
      for (const model of checked) {
        const present = stored.get(model.id);
        const hash = hashOf(model);
        const isUntouched = present?.result.kind === 'model' && hashOf(present.result.model) === present.shippedHash;
        if (!present || (isUntouched && present.shippedHash !== hash)) await writeModel(queries, model, { meshes, shippedHash: hash });
      }
    });
  }

  async remove(model: string): Promise<void> {
    await this.#write(async (queries) => {
      await queries.deleteFrom('models').where('id', '=', model).execute();
    });
  }

  mesh(hash: string): Promise<Uint8Array | undefined> {
    return this.#database.read((queries) => meshOf(queries, hash));
  }

  /** One after the other, or a shape could be forgotten at the instant in which another model begins to use it. */
  async #write(work: (queries: Transaction<Tables>) => Promise<void>): Promise<void> {
    await this.#database.write(async (queries) => {
      await count(queries, 'models');
      await work(queries);
      await queries
        .deleteFrom('geometries')
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('modelParts').select('geometry').whereRef('modelParts.geometry', '=', 'geometries.hash'))),
        )
        .execute();
      await forgetUnusedMeshes(queries);
      await requireRoom(queries, 'models', MOST_MODELS);
      await requireRoomForMeshes(queries);
    });
  }
}

type ShippedRows = ModelRows & { readonly shippedHash: string | null };

interface StoredModel {
  readonly id: string;
  readonly shippedHash: string | null;
  readonly result: { readonly kind: 'model'; readonly model: Model } | { readonly kind: 'problem'; readonly problem: string };
}

const hashOf = (model: Model): string => contentHash(JSON.stringify(check(storedModelSchema, model)));

/** In the same order each time, as long as nothing changes. */
async function readRows(queries: Queries): Promise<ShippedRows[]> {
  const models = await queries.selectFrom('models').selectAll().execute();
  const links = byModel(await queries.selectFrom('modelLinks').selectAll().orderBy('position').execute());
  const dofs = byModel(await queries.selectFrom('modelDofs').selectAll().orderBy('position').execute());
  const dhRows = byModel(await queries.selectFrom('modelDhRows').selectAll().orderBy('position').execute());
  const geometries = queries.selectFrom('modelParts').innerJoin('geometries', 'geometries.hash', 'modelParts.geometry');
  const parts = byModel(
    await geometries.selectAll('modelParts').select(['geometries.shape', 'geometries.mesh']).orderBy('link').orderBy('position').execute(),
  );
  return models.sort(byId).map(({ shippedHash, ...model }) => {
    const { id } = model;
    return { model, shippedHash, links: links(id), dofs: dofs(id), dhRows: dhRows(id), parts: parts(id) };
  });
}

function catalogOf(stored: readonly StoredModel[]): Catalog {
  const models = stored.flatMap(({ result }) => (result.kind === 'model' ? [result.model] : []));
  const problems = stored.flatMap(({ id, result }) => (result.kind === 'problem' ? [{ model: id, problem: result.problem }] : []));
  return { models, problems, fingerprint: contentHash(JSON.stringify([models, problems])) };
}

const storedModel = ({ shippedHash, ...rows }: ShippedRows): StoredModel => ({ id: rows.model.id, shippedHash, result: resultOf(rows) });

function resultOf(rows: ModelRows): StoredModel['result'] {
  try {
    return { kind: 'model', model: putTogether(rows) };
  } catch (error) {
    if (error instanceof MalformedError) return { kind: 'problem', problem: explain(error) };
    throw error;
  }
}

function byModel<T extends { readonly model: string }>(rows: readonly T[]): (model: string) => readonly T[] {
  const groups = Map.groupBy(rows, ({ model }) => model);
  return (model) => groups.get(model) ?? [];
}

interface Belongings {
  readonly meshes: Meshes;
  readonly shippedHash: string | null;
}

async function writeModel(queries: Transaction<Tables>, checked: Model, { meshes, shippedHash }: Belongings): Promise<void> {
  const { model, links, dofs, dhRows, parts } = takeApart(checked);
  await queries.deleteFrom('models').where('id', '=', model.id).execute();
  await queries
    .insertInto('models')
    .values({ ...model, shippedHash })
    .execute();
  await putMeshes(queries, checked, meshes);
  const geometries = new Map(parts.map(({ geometry, shape, mesh }) => [geometry, { hash: geometry, shape, mesh }]));
  for (const batch of inBatches([...geometries.values()])) {
    await queries
      .insertInto('geometries')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const batch of inBatches(links)) await queries.insertInto('modelLinks').values(batch).execute();
  for (const batch of inBatches(dofs)) await queries.insertInto('modelDofs').values(batch).execute();
  for (const batch of inBatches(dhRows)) await queries.insertInto('modelDhRows').values(batch).execute();
  for (const batch of inBatches(parts.map(({ shape: _, mesh: __, ...part }) => part)))
    await queries.insertInto('modelParts').values(batch).execute();
}
