import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Null: full speed in half a second. */
export const accelerations: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('model_dofs').addColumn('acceleration_per_s2', 'double precision').execute();
  },
};
