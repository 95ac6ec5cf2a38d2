import type { Transaction } from 'kysely';
import { check, descriptionSchema } from '../../core/api/messages.ts';
import { MisuseError } from '../../core/base/errors.ts';
import { MOST_ENTITIES_OF_WORLD } from '../../core/store/limits.ts';
import { postureSchema, rideSchema, savedEntitySchema, stopSchema } from '../../core/store/schemas.ts';
import type { SavedEntity } from '../../core/store/store.ts';
import type { Queries } from '../database.ts';
import type { Tables } from '../tables.ts';
import { byId, inBatches, readJson, requireRoom } from './checks.ts';

type EntityRow = Tables['entities'];

export async function entitiesOf(queries: Queries, world: string): Promise<SavedEntity[]> {
  const rows = await queries.selectFrom('entities').selectAll().where('world', '=', world).execute();
  return rows.map(savedEntity).sort(byId);
}

/** Checks them all before anything is written. */
export function entityRows(world: string, entities: readonly SavedEntity[]): EntityRow[] {
  const rows = entities.map((entity) => entityRow(world, check(savedEntitySchema, entity)));
  if (new Set(rows.map(({ id }) => id)).size < rows.length) throw new MisuseError(`two of the entities to save in ${world} have one id`);
  return rows;
}

export async function putEntities(queries: Transaction<Tables>, world: string, rows: readonly EntityRow[]): Promise<void> {
  for (const batch of inBatches(rows)) {
    await queries
      .insertInto('entities')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['world', 'id']).doUpdateSet((row) => ({
          kind: row.ref('excluded.kind'),
          description: row.ref('excluded.description'),
          posture: row.ref('excluded.posture'),
          ride: row.ref('excluded.ride'),
          stop: row.ref('excluded.stop'),
        })),
      )
      .execute();
  }
  await requireRoom(queries, 'entities', MOST_ENTITIES_OF_WORLD, world);
}

export async function removeEntities(queries: Transaction<Tables>, world: string, ids: readonly string[]): Promise<void> {
  for (const batch of inBatches(ids)) await queries.deleteFrom('entities').where('world', '=', world).where('id', 'in', batch).execute();
}

const entityRow = (world: string, { id, description, posture, ride, stop }: SavedEntity): EntityRow => ({
  world,
  id,
  kind: description.kind,
  description: JSON.stringify(description),
  posture: JSON.stringify(posture),
  ride: ride ? JSON.stringify(ride) : null,
  stop: stop ? JSON.stringify(stop) : null,
});

function savedEntity({ world, id, description, posture, ride, stop }: EntityRow): SavedEntity {
  const place = (column: string) => `${column} of entity ${id} in world ${world}`;
  return {
    id,
    description: readJson(descriptionSchema, description, place('description')),
    posture: readJson(postureSchema, posture, place('posture')),
    ...(ride !== null && { ride: readJson(rideSchema, ride, place('ride')) }),
    ...(stop !== null && { stop: readJson(stopSchema, stop, place('stop')) }),
  };
}
