import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which hub saves a world, and how often hubs have said that they do. Null: none does. */
export const keepers: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('worlds').addColumn('keeper', 'text').execute();
    await schema
      .alterTable('worlds')
      .addColumn('kept', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
