import { MOST_PICTURE_BYTES } from '../../api/http.ts';
import { check } from '../../api/messages.ts';
import { MisuseError } from '../../base/errors.ts';
import { requireId } from '../../base/ids.ts';
import { sha256 } from '../../base/sha-256.ts';
import { MOST_ENTITIES_OF_WORLD, MOST_WORLDS } from '../limits.ts';
import { pictureTypeSchema, savedEntitySchema, viewSchema, worldChangeSchema, worldDraftSchema } from '../schemas.ts';
import type {
  EntityChange,
  Keeping,
  Picture,
  SavedEntity,
  SavedView,
  WorldChange,
  WorldDraft,
  WorldRecord,
  WorldRecords,
} from '../store.ts';
import { byId, copyOf, type MemoryTables, requireRoom, requireSize, requireTime, type WorldRow } from './memory-tables.ts';

export class MemoryWorlds implements WorldRecords {
  readonly #tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  async all(): Promise<WorldRecord[]> {
    this.#tables.requireOpen();
    return [...this.#tables.worlds.values()].map(recordOf).sort(byId);
  }

  async get(world: string): Promise<WorldRecord | undefined> {
    this.#tables.requireOpen();
    const row = this.#tables.worlds.get(world);
    return row && recordOf(row);
  }

  async create(draft: WorldDraft, entities: readonly SavedEntity[]): Promise<'created' | 'exists'> {
    const checked = check(worldDraftSchema, draft);
    const put = entitiesBy(entities);
    const { worlds } = this.#tables;
    this.#tables.requireOpen();
    if (worlds.has(checked.id)) return 'exists';
    requireRoom(worlds.size + 1, MOST_WORLDS, 'worlds');
    const { createdAtMs } = checked;
    worlds.set(checked.id, {
      record: { ...checked, openedAtMs: createdAtMs, savedAtMs: createdAtMs, revision: 0, view: undefined },
      ...{ entities: put, picture: undefined, keeper: undefined, said: 0 },
      ...{ chat: [], chatLines: 0, files: new Map(), documents: new Map() },
    });
    return 'created';
  }

  async describe(world: string, change: WorldChange): Promise<void> {
    const { name, summary } = check(worldChangeSchema, change);
    const row = this.#tables.world(world);
    row.record = { ...row.record, ...(name !== undefined && { name }), ...(summary !== undefined && { summary }) };
  }

  async remove(world: string): Promise<void> {
    const tables = this.#tables;
    tables.requireOpen();
    tables.worlds.delete(world);
    tables.forgetUnsharedContents();
    for (const { roles } of tables.people.values()) roles.delete(world);
    for (const [id, { scope }] of tables.invitations) if (scope.kind === 'world' && scope.world === world) tables.invitations.delete(id);
  }

  async start(world: string, atMs: number): Promise<number> {
    const openedAtMs = requireTime(atMs);
    const row = this.#tables.world(world);
    const incarnation = (this.#tables.incarnations.get(world) ?? 0) + 1;
    this.#tables.incarnations.set(world, incarnation);
    row.record = { ...row.record, openedAtMs };
    return incarnation;
  }

  async keep(world: string, hub: string, instead?: Keeping): Promise<Keeping> {
    const keeper = requireId(hub, 'hub');
    const row = this.#tables.world(world);
    const isGone = instead !== undefined && row.keeper === instead.hub && row.said === instead.said;
    if (row.keeper === undefined || row.keeper === keeper || isGone) {
      row.keeper = keeper;
      row.said++;
    }
    return { hub: row.keeper, said: row.said };
  }

  async unkeep(world: string, hub: string): Promise<void> {
    this.#tables.requireOpen();
    const row = this.#tables.worlds.get(world);
    if (row?.keeper === hub) row.keeper = undefined;
  }

  async entities(world: string): Promise<SavedEntity[]> {
    return [...this.#tables.world(world).entities.values()].sort(byId);
  }

  async using(model: string): Promise<string[]> {
    this.#tables.requireOpen();
    const isUsed = ({ entities }: WorldRow) => [...entities.values()].some(({ description }) => description.model === model);
    return [...this.#tables.worlds].flatMap(([id, row]) => (isUsed(row) ? [id] : [])).sort();
  }

  async replace(world: string, entities: readonly SavedEntity[], atMs: number): Promise<number> {
    return this.#save(world, entitiesBy(entities), requireTime(atMs));
  }

  async change(world: string, change: EntityChange, atMs: number): Promise<number>;
  async change(world: string, change: EntityChange, atMs: number, keeper: string): Promise<number | undefined>;
  async change(world: string, { put = [], remove = [] }: EntityChange, atMs: number, keeper?: string): Promise<number | undefined> {
    const changed = entitiesBy(put);
    const savedAtMs = requireTime(atMs);
    const row = this.#tables.world(world);
    if (keeper !== undefined && row.keeper !== keeper) return undefined;
    const entities = new Map(row.entities);
    for (const id of remove) entities.delete(id);
    for (const [id, entity] of changed) entities.set(id, entity);
    return this.#save(world, entities, savedAtMs);
  }

  async picture(world: string): Promise<Picture | undefined> {
    this.#tables.requireOpen();
    const picture = this.#tables.worlds.get(world)?.picture;
    return picture && { mediaType: picture.mediaType, bytes: copyOf(picture.bytes) };
  }

  async setPicture(world: string, { mediaType, bytes }: Picture): Promise<void> {
    requireSize(bytes, MOST_PICTURE_BYTES, 'a picture');
    const picture = { mediaType: check(pictureTypeSchema, mediaType), hash: sha256(bytes), bytes: copyOf(bytes) };
    this.#tables.world(world).picture = picture;
  }

  async setView(world: string, view: SavedView | undefined): Promise<void> {
    const checked = view && check(viewSchema, view);
    const row = this.#tables.world(world);
    row.record = { ...row.record, view: checked };
  }

  #save(world: string, entities: ReadonlyMap<string, SavedEntity>, savedAtMs: number): number {
    const row = this.#tables.world(world);
    requireRoom(entities.size, MOST_ENTITIES_OF_WORLD, 'entities');
    row.entities = entities;
    row.record = { ...row.record, savedAtMs, revision: row.record.revision + 1 };
    return row.record.revision;
  }
}

function entitiesBy(entities: readonly SavedEntity[]): ReadonlyMap<string, SavedEntity> {
  const checked = new Map(entities.map((entity) => [entity.id, check(savedEntitySchema, entity)]));
  if (checked.size < entities.length) throw new MisuseError('two of the entities to save have one id');
  return checked;
}

function recordOf({ record, entities, picture }: WorldRow): WorldRecord {
  const dynamicCount = [...entities.values()].filter(({ description }) => description.kind === 'dynamic').length;
  return { ...record, entityCount: entities.size, dynamicCount, pictureHash: picture?.hash };
}
