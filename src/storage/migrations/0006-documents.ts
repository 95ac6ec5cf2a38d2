import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Texts that several people edit: each with its history, as who keeps it writes it down. */
export const documents: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('documents')
      .addColumn('world', 'text', (column) => column.notNull().references('worlds.id').onDelete('cascade'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('changed_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('size_bytes', 'bigint', (column) => column.notNull())
      .addColumn('state', 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('documents_key', ['world', 'id'])
      .execute();
  },
};
