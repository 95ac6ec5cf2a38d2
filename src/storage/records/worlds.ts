import { sql, type Transaction, type UpdateObject } from 'kysely';
import { MOST_PICTURE_BYTES } from '../../core/api/http.ts';
import { check } from '../../core/api/messages.ts';
import { requireId } from '../../core/base/ids.ts';
import { MOST_WORLDS } from '../../core/store/limits.ts';
import { pictureTypeSchema, viewSchema, worldChangeSchema, worldDraftSchema } from '../../core/store/schemas.ts';
import {
  type EntityChange,
  type Keeping,
  NotInStoreError,
  type Picture,
  type SavedEntity,
  type SavedView,
  type WorldChange,
  type WorldDraft,
  type WorldRecord,
  type WorldRecords,
} from '../../core/store/store.ts';
import { contentHash } from '../content-hash.ts';
import { count } from '../counters.ts';
import type { Database, Queries } from '../database.ts';
import type { Tables } from '../tables.ts';
import { byId, plainBytes, readJson, requireRoom, requireSize, requireTime, requireWorld } from './checks.ts';
import { entitiesOf, entityRows, putEntities, removeEntities } from './entities.ts';
import { forgetUnsharedContents, lockContents } from './files.ts';

export class StoredWorlds implements WorldRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async all(): Promise<WorldRecord[]> {
    const rows = await this.#database.read((queries) => selectWorlds(queries).execute());
    return rows.map(worldRecord).sort(byId);
  }

  async get(world: string): Promise<WorldRecord | undefined> {
    const row = await this.#database.read((queries) => selectWorlds(queries).where('worlds.id', '=', world).executeTakeFirst());
    return row && worldRecord(row);
  }

  async create(draft: WorldDraft, entities: readonly SavedEntity[]): Promise<'created' | 'exists'> {
    const { template = null, ...world } = check(worldDraftSchema, draft);
    const rows = entityRows(world.id, entities);
    return await this.#database.write(async (queries) => {
      await count(queries, 'worlds');
      const created = await queries
        .insertInto('worlds')
        .values({ ...world, template, openedAtMs: world.createdAtMs, savedAtMs: world.createdAtMs, revision: 0, view: null, keeper: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!created) return 'exists';
      await requireRoom(queries, 'worlds', MOST_WORLDS);
      await putEntities(queries, world.id, rows);
      return 'created';
    });
  }

  async describe(world: string, change: WorldChange): Promise<void> {
    await this.#update(world, check(worldChangeSchema, change));
  }

  async remove(world: string): Promise<void> {
    await this.#database.write(async (queries) => {
      await lockContents(queries);
      await queries.deleteFrom('worlds').where('id', '=', world).execute();
      await forgetUnsharedContents(queries);
    });
  }

  async start(world: string, atMs: number): Promise<number> {
    const openedAtMs = requireTime(atMs);
    return await this.#database.write(async (queries) => {
      await updateWorld(queries, world, { openedAtMs });
      return await count(queries, `incarnation/${world}`);
    });
  }

  async keep(world: string, hub: string, instead?: Keeping): Promise<Keeping> {
    const keeper = requireId(hub, 'hub');
    return await this.#database.write(async (queries) => {
      const kept = await queries
        .updateTable('worlds')
        .set((row) => ({ keeper, kept: row('kept', '+', 1) }))
        .where('id', '=', world)
        .where((row) =>
          row.or([
            row('keeper', 'is', null),
            row('keeper', '=', keeper),
            ...(instead ? [row.and([row('keeper', '=', instead.hub), row('kept', '=', instead.said)])] : []),
          ]),
        )
        .returning(['keeper', 'kept'])
        .executeTakeFirst();
      const now = kept ?? (await queries.selectFrom('worlds').select(['keeper', 'kept']).where('id', '=', world).executeTakeFirst());
      if (!now) throw new NotInStoreError('world', world);
      return { hub: now.keeper ?? keeper, said: now.kept };
    });
  }

  async unkeep(world: string, hub: string): Promise<void> {
    await this.#database.write((queries) =>
      queries.updateTable('worlds').set({ keeper: null }).where('id', '=', world).where('keeper', '=', hub).execute(),
    );
  }

  async using(model: string): Promise<string[]> {
    // As JSON writes it, which no name of an entity could contain: its quotes would be escaped.
    const wanted = `%"model":${JSON.stringify(model).replace(/[%_!]/g, '!$&')}%`;
    const rows = await this.#database.read((queries) =>
      queries.selectFrom('entities').select('world').distinct().where(sql<boolean>`description like ${wanted} escape '!'`).execute(),
    );
    return rows.map(({ world }) => world).sort();
  }

  async entities(world: string): Promise<SavedEntity[]> {
    return await this.#database.readAsOne(async (queries) => {
      await requireWorld(queries, world);
      return await entitiesOf(queries, world);
    });
  }

  async replace(world: string, entities: readonly SavedEntity[], atMs: number): Promise<number> {
    const rows = entityRows(world, entities);
    const savedAtMs = requireTime(atMs);
    return await this.#database.write(async (queries) => {
      const revision = await countRevision(queries, world, savedAtMs);
      await queries.deleteFrom('entities').where('world', '=', world).execute();
      await putEntities(queries, world, rows);
      return revision;
    });
  }

  async change(world: string, change: EntityChange, atMs: number): Promise<number>;
  async change(world: string, change: EntityChange, atMs: number, keeper: string): Promise<number | undefined>;
  async change(world: string, { put = [], remove = [] }: EntityChange, atMs: number, keeper?: string): Promise<number | undefined> {
    const rows = entityRows(world, put);
    const savedAtMs = requireTime(atMs);
    return await this.#database.write(async (queries) => {
      if (keeper !== undefined && !(await isKeptBy(queries, world, keeper))) return undefined;
      const revision = await countRevision(queries, world, savedAtMs);
      await removeEntities(queries, world, remove);
      await putEntities(queries, world, rows);
      return revision;
    });
  }

  async picture(world: string): Promise<Picture | undefined> {
    const row = await this.#database.read((queries) =>
      queries.selectFrom('pictures').select(['mediaType', 'bytes']).where('world', '=', world).executeTakeFirst(),
    );
    return row && { mediaType: row.mediaType, bytes: plainBytes(row.bytes) };
  }

  async setPicture(world: string, { mediaType, bytes }: Picture): Promise<void> {
    requireSize(bytes, MOST_PICTURE_BYTES, 'a picture');
    const picture = { mediaType: check(pictureTypeSchema, mediaType), hash: contentHash(bytes), bytes };
    await this.#database.write(async (queries) => {
      await requireWorld(queries, world);
      await queries
        .insertInto('pictures')
        .values({ world, ...picture })
        .onConflict((conflict) => conflict.column('world').doUpdateSet(picture))
        .execute();
    });
  }

  async setView(world: string, view: SavedView | undefined): Promise<void> {
    await this.#update(world, { view: view ? JSON.stringify(check(viewSchema, view)) : null });
  }

  async #update(world: string, columns: WorldColumns): Promise<void> {
    await this.#database.write((queries) => updateWorld(queries, world, columns));
  }
}

/** Comes first: whoever else saves this world waits until this is done. */
async function countRevision(queries: Transaction<Tables>, world: string, savedAtMs: number): Promise<number> {
  const saved = await queries
    .updateTable('worlds')
    .set((row) => ({ savedAtMs, revision: row('revision', '+', 1) }))
    .where('id', '=', world)
    .returning('revision')
    .executeTakeFirst();
  if (!saved) throw new NotInStoreError('world', world);
  return saved.revision;
}

/** Locks the row: nobody else can come to keep the world until this is done. */
export async function isKeptBy(queries: Transaction<Tables>, world: string, hub: string): Promise<boolean> {
  const kept = await queries
    .updateTable('worlds')
    .set((row) => ({ kept: row.ref('kept') }))
    .where('id', '=', world)
    .returning('keeper')
    .executeTakeFirst();
  if (!kept) throw new NotInStoreError('world', world);
  return kept.keeper === hub;
}

type WorldColumns = UpdateObject<Tables, 'worlds'>;

async function updateWorld(queries: Transaction<Tables>, world: string, columns: WorldColumns): Promise<void> {
  const changed = await queries
    .updateTable('worlds')
    .set({ id: world, ...columns })
    .where('id', '=', world)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new NotInStoreError('world', world);
}

const selectWorlds = (queries: Queries) =>
  queries
    .selectFrom('worlds')
    .leftJoin('pictures', 'pictures.world', 'worlds.id')
    .selectAll('worlds')
    .select(['pictures.hash as pictureHash'])
    .select((row) => [
      row
        .selectFrom('entities')
        .select((entity) => entity.fn.countAll<number>().as('entities'))
        .whereRef('entities.world', '=', 'worlds.id')
        .as('entityCount'),
      row
        .selectFrom('entities')
        .select((entity) => entity.fn.countAll<number>().as('entities'))
        .whereRef('entities.world', '=', 'worlds.id')
        .where('entities.kind', '=', 'dynamic')
        .as('dynamicCount'),
    ]);

type WorldRow = Awaited<ReturnType<ReturnType<typeof selectWorlds>['execute']>>[number];

const worldRecord = ({ template, view, pictureHash, entityCount, dynamicCount, keeper: _, kept: __, ...world }: WorldRow): WorldRecord => ({
  ...world,
  template: template ?? undefined,
  view: view === null ? undefined : readJson(viewSchema, view, `the view of world ${world.id}`),
  pictureHash: pictureHash ?? undefined,
  entityCount: entityCount ?? 0,
  dynamicCount: dynamicCount ?? 0,
});
