import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration sees a database without the types of today's tables: those may have changed since.
type Schema = Kysely<unknown>['schema'];

export const first: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await createWorlds(schema);
    await createModels(schema);
    await createPeople(schema);
    await createWhatPeopleDid(schema);
    await schema
      .createTable('secrets')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'bytea', (column) => column.notNull())
      .execute();
    await schema
      .createTable('counters')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'bigint', (column) => column.notNull())
      .execute();
  },
};

async function createWorlds(schema: Schema): Promise<void> {
  await schema
    .createTable('worlds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('template', 'text')
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('opened_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('saved_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('view', 'text')
    .execute();
  await schema
    .createTable('entities')
    .addColumn('world', 'text', (column) => column.notNull().references('worlds.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('posture', 'text', (column) => column.notNull())
    .addColumn('ride', 'text')
    .addColumn('stop', 'text')
    .addPrimaryKeyConstraint('entities_key', ['world', 'id'])
    .execute();
  await schema
    .createTable('pictures')
    .addColumn('world', 'text', (column) => column.primaryKey().references('worlds.id').onDelete('cascade'))
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bytea', (column) => column.notNull())
    .execute();
}

/** Defaults are for those who insert a robot with SQL: what can be left out, may be. */
async function createModels(schema: Schema): Promise<void> {
  await schema
    .createTable('models')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('approximate', 'text')
    .addColumn('drive', 'text')
    .addColumn('gait', 'text')
    .addColumn('tool', 'text')
    .addColumn('radius_m', 'double precision', (column) => column.notNull().defaultTo(0.5))
    .addColumn('height_m', 'double precision', (column) => column.notNull().defaultTo(1))
    .addColumn('shipped_hash', 'text')
    .execute();
  await schema
    .createTable('geometries')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('shape', 'text', (column) => column.notNull())
    .execute();
  await withPose(partOfModel(schema, 'model_links'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('parent', 'integer', (column) => column.notNull().defaultTo(-1))
    .addColumn('dof', 'integer')
    .addColumn('factor', 'double precision')
    .addColumn('period', 'double precision')
    .addPrimaryKeyConstraint('model_links_key', ['model', 'position'])
    .execute();
  await partOfModel(schema, 'model_dofs')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('pivot_x', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('pivot_y', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('pivot_z', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('axis_x', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('axis_y', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('axis_z', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('low', 'double precision', (column) => column.notNull())
    .addColumn('high', 'double precision', (column) => column.notNull())
    .addColumn('speed_per_s', 'double precision', (column) => column.notNull())
    .addColumn('home', 'double precision', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('model_dofs_key', ['model', 'position'])
    .execute();
  await partOfModel(schema, 'model_dh_rows')
    .addColumn('d', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('a', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('alpha', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('theta_offset', 'double precision', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('model_dh_rows_key', ['model', 'position'])
    .execute();
  await withPose(partOfModel(schema, 'model_parts'))
    .addColumn('link', 'integer', (column) => column.notNull())
    .addColumn('geometry', 'text', (column) => column.notNull().references('geometries.hash'))
    .addColumn('paint', 'text', (column) => column.notNull().defaultTo('bone'))
    .addPrimaryKeyConstraint('model_parts_key', ['model', 'link', 'position'])
    .execute();
}

const partOfModel = (schema: Schema, table: string) =>
  schema
    .createTable(table)
    .addColumn('model', 'text', (column) => column.notNull().references('models.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull());

function withPose(table: CreateTableBuilder<string, string>): CreateTableBuilder<string, string> {
  const zeroes = ['x', 'y', 'z', 'qx', 'qy', 'qz'].reduce(
    (columns, name) => columns.addColumn(name, 'double precision', (column) => column.notNull().defaultTo(0)),
    table,
  );
  return zeroes.addColumn('qw', 'double precision', (column) => column.notNull().defaultTo(1));
}

async function createPeople(schema: Schema): Promise<void> {
  await schema
    .createTable('people')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('colour', 'integer', (column) => column.notNull())
    .addColumn('first_seen_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_ms', 'bigint', (column) => column.notNull())
    .addColumn('preferences', 'text')
    .execute();
  await schema
    .createTable('roles')
    .addColumn('person', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('world', 'text', (column) => column.references('worlds.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('granted_by', 'text', (column) => column.notNull())
    .addColumn('granted_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('roles_key', ['person', 'scope'])
    .execute();
  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('world', 'text', (column) => column.references('worlds.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('revoked_by', 'text')
    .addColumn('revoked_at_ms', 'bigint')
    .execute();
}

async function createWhatPeopleDid(schema: Schema): Promise<void> {
  await schema
    .createTable('chat_lines')
    .addColumn('world', 'text', (column) => column.notNull().references('worlds.id').onDelete('cascade'))
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_lines_key', ['world', 'seq'])
    .execute();
  await schema
    .createTable('contents')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bytea', (column) => column.notNull())
    .execute();
  await schema
    .createTable('files')
    .addColumn('world', 'text', (column) => column.notNull().references('worlds.id').onDelete('cascade'))
    .addColumn('content_hash', 'text', (column) => column.notNull().references('contents.hash'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('added_by', 'text', (column) => column.notNull())
    .addColumn('added_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('files_key', ['world', 'content_hash'])
    .execute();
  await schema.createIndex('files_by_content').on('files').column('content_hash').execute();
  await schema
    .createTable('audit')
    .addColumn('seq', 'bigint', (column) => column.primaryKey())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('world', 'text')
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('audit_by_world').on('audit').columns(['world', 'seq']).execute();
}
