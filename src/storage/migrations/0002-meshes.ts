import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Triangles of imported bodies. A shape that consists of them names its mesh in a column of its own, so that none goes while a shape needs it. */
export const meshes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('meshes')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('size_bytes', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bytea', (column) => column.notNull())
      .execute();
    await schema
      .alterTable('geometries')
      .addColumn('mesh', 'text', (column) => column.references('meshes.hash'))
      .execute();
    await schema.createIndex('geometries_by_mesh').on('geometries').column('mesh').execute();
    await schema.createIndex('model_parts_by_geometry').on('model_parts').column('geometry').execute();
  },
};
