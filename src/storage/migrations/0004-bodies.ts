import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where the sensors of a model sit, as JSON, what it weighs and how much it rubs. Null: it has none; nobody has said. */
export const bodies: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('models').addColumn('mounts', 'text').execute();
    await schema.alterTable('models').addColumn('mass_kg', 'double precision').execute();
    await schema.alterTable('models').addColumn('friction', 'double precision').execute();
  },
};
