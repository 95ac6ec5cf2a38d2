import { check } from '../../core/api/messages.ts';
import { roleSchema } from '../../core/api/roles.ts';
import { MOST_PEOPLE } from '../../core/store/limits.ts';
import { grantSchema, personSchema, preferencesSchema } from '../../core/store/schemas.ts';
import { NotInStoreError, type PersonRecord, type PersonRecords, type RoleGrant, type RoleScope } from '../../core/store/store.ts';
import { count } from '../counters.ts';
import type { Database, Queries } from '../database.ts';
import { byId, requireRoom, requireWorld, scopeOf, worldOf } from './checks.ts';

const COLUMNS = ['id', 'name', 'colour', 'firstSeenMs', 'lastSeenMs'] as const;

export class StoredPeople implements PersonRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  get(person: string): Promise<PersonRecord | undefined> {
    return this.#database.read((queries) => queries.selectFrom('people').select(COLUMNS).where('id', '=', person).executeTakeFirst());
  }

  async all(): Promise<PersonRecord[]> {
    const people = await this.#database.read((queries) => queries.selectFrom('people').select(COLUMNS).execute());
    return people.sort(byId);
  }

  async put(person: PersonRecord): Promise<void> {
    const known = check(personSchema, person);
    await this.#database.write(async (queries) => {
      const updated = await queries.updateTable('people').set(known).where('id', '=', known.id).returning('id').executeTakeFirst();
      if (updated) return;
      await count(queries, 'people');
      await queries
        .insertInto('people')
        .values({ ...known, preferences: null })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(known))
        .execute();
      await requireRoom(queries, 'people', MOST_PEOPLE);
    });
  }

  async remove(person: string): Promise<void> {
    await this.#database.write((queries) => queries.deleteFrom('people').where('id', '=', person).execute());
  }

  async preferences(person: string): Promise<string | undefined> {
    const row = await this.#database.read((queries) =>
      queries.selectFrom('people').select('preferences').where('id', '=', person).executeTakeFirst(),
    );
    return row?.preferences ?? undefined;
  }

  async setPreferences(person: string, json: string): Promise<void> {
    const preferences = check(preferencesSchema, json);
    await this.#database.write(async (queries) => {
      const kept = await queries.updateTable('people').set({ preferences }).where('id', '=', person).returning('id').executeTakeFirst();
      if (!kept) throw new NotInStoreError('person', person);
    });
  }

  async roles(person: string): Promise<RoleGrant[]> {
    const rows = await this.#database.read((queries) => queries.selectFrom('roles').selectAll().where('person', '=', person).execute());
    return rows
      .sort((a, b) => byId({ id: a.scope }, { id: b.scope }))
      .map(({ world, role, scope: _, ...grant }) => ({ ...grant, scope: scopeOf(world), role: check(roleSchema, role) }));
  }

  async grant(grant: RoleGrant): Promise<void> {
    const { person, scope, ...given } = check(grantSchema, grant);
    const world = worldOf(scope);
    await this.#database.write(async (queries) => {
      await requirePerson(queries, person);
      if (world !== null) await requireWorld(queries, world);
      await queries
        .insertInto('roles')
        .values({ ...given, person, scope: world ?? '', world })
        .onConflict((conflict) => conflict.columns(['person', 'scope']).doUpdateSet(given))
        .execute();
    });
  }

  async withdraw(person: string, scope: RoleScope): Promise<void> {
    await this.#database.write((queries) =>
      queries
        .deleteFrom('roles')
        .where('person', '=', person)
        .where('scope', '=', worldOf(scope) ?? '')
        .execute(),
    );
  }
}

async function requirePerson(queries: Queries, person: string): Promise<void> {
  const found = await queries.selectFrom('people').select('id').where('id', '=', person).executeTakeFirst();
  if (!found) throw new NotInStoreError('person', person);
}
