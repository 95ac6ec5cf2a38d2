import type { Mutant } from './mutant.ts';

const DIALECT = 'src/storage/sqlite/sqlite-dialect.ts';
const SAVING = 'src/core/saving/saving.ts';
const SQLITE_TEST = 'src/storage/sqlite/sqlite.test.ts';
const SAVING_TEST = 'src/hub/worlds/saving.test.ts';

/** Faults in what is promised of what was saved. */
export const DURABILITY: readonly Mutant[] = [
  {
    name: 'commit-not-awaited',
    about: 'a write to a file is acknowledged before its commit is done',
    edits: [
      {
        file: DIALECT,
        symbol: 'NodeSqliteDriver.commitTransaction',
        find: 'await connection.executeQuery',
        replace: 'void connection.executeQuery',
      },
    ],
    killedBy: { file: SQLITE_TEST, title: '[D35] acknowledges no write while its commit is under way' },
  },
  {
    name: 'killed-before-commit',
    about: 'a process that dies between the acknowledgement and the commit loses the write',
    edits: [
      {
        file: DIALECT,
        symbol: 'NodeSqliteDriver.commitTransaction',
        find: 'await connection.executeQuery',
        replace: 'void connection.executeQuery',
      },
    ],
    killedBy: {
      file: 'tests/scenarios/store-killed.test.ts',
      title: 'loses nothing acknowledged when the writer to a file dies over a commit',
    },
  },
  {
    name: 'refused-commit-is-acknowledged',
    about: 'a write to a file is acknowledged though its commit was refused',
    edits: [
      {
        file: DIALECT,
        symbol: 'NodeSqliteDriver.commitTransaction',
        find: "await connection.executeQuery(CompiledQuery.raw('commit'));",
        replace: "await connection.executeQuery(CompiledQuery.raw('commit')).catch(() => undefined);",
      },
    ],
    killedBy: { file: SQLITE_TEST, title: '[D34] reports a write whose commit was refused' },
  },
  {
    name: 'no-rollback',
    about: 'after a refused commit the connection stays in its transaction',
    edits: [
      { file: DIALECT, symbol: 'NodeSqliteDriver.rollbackTransaction', find: 'await connection.rollback();', replace: 'await connection;' },
    ],
    killedBy: { file: SQLITE_TEST, title: '[D34] reports a write whose commit was refused' },
  },
  {
    name: 'postgres-acknowledges-early',
    about: 'a server that is set to acknowledge before its disk has the commit is left so',
    edits: [
      {
        file: 'src/storage/postgres.ts',
        symbol: 'openPostgres',
        find: '{ pool, onCreateConnection: neverAcknowledgeEarly }',
        replace: '{ pool }',
      },
    ],
    killedBy: { file: 'tests/scenarios/store-on-postgres.test.ts', title: '[D1] may not acknowledge what is not on its disk' },
  },
  {
    name: 'kept-without-a-lock',
    about: 'a save does not lock the row that says which hub keeps the world, so another hub takes the world over in the middle of it',
    edits: [
      {
        file: 'src/storage/records/worlds.ts',
        symbol: 'isKeptBy',
        find: ".updateTable('worlds') .set((row) => ({ kept: row.ref('kept') }))",
        replace: ".selectFrom('worlds')",
      },
      { file: 'src/storage/records/worlds.ts', symbol: 'isKeptBy', find: ".returning('keeper')", replace: ".select('keeper')" },
    ],
    killedBy: {
      file: 'tests/scenarios/store-on-postgres.test.ts',
      title: '[D32] [D33] gives a world to another hub only when what the first is saving is done',
    },
  },
  {
    name: 'saved-before-the-store-has-it',
    about: 'a save resolves before the Store has the change',
    edits: [
      {
        file: SAVING,
        symbol: 'Saving.#write',
        find: 'const revision = await store.worlds.change(',
        replace: 'const revision = store.worlds.change(',
      },
    ],
    killedBy: { file: SAVING_TEST, title: '[H20] resolves when the Store has it, and not before' },
  },
  {
    name: 'unsaved-counts-as-saved',
    about: 'a change that the Store failed to save is never saved',
    edits: [
      {
        file: SAVING,
        symbol: 'Saving.#write',
        find: 'const savedAtMs = wallClockMs();',
        replace: 'const savedAtMs = wallClockMs(); for (const entity of put) this.#saved.set(entity.id, entity);',
      },
    ],
    killedBy: { file: SAVING_TEST, title: '[H20] reports that the Store failed, and saves in the next round' },
  },
  {
    name: 'unremoved-counts-as-removed',
    about: 'a removal that the Store failed to save is never saved',
    edits: [
      {
        file: SAVING,
        symbol: 'Saving.#write',
        find: 'const savedAtMs = wallClockMs();',
        replace: 'const savedAtMs = wallClockMs(); for (const id of remove) this.#saved.delete(id);',
      },
    ],
    killedBy: { file: SAVING_TEST, title: '[H20] rejects when the Store fails, and has it all the next time' },
  },
  {
    name: 'one-failure-ends-saving',
    about: 'after the Store has failed once nothing is saved any more',
    edits: [{ file: SAVING, symbol: 'Saving.save', find: 'this.#writing = writing.catch(() => {});', replace: 'this.#writing = writing;' }],
    killedBy: { file: SAVING_TEST, title: '[H20] rejects when the Store fails, and has it all the next time' },
  },
  {
    name: 'failure-not-reported',
    about: 'a failure of the Store is not reported',
    edits: [
      {
        file: SAVING,
        symbol: 'Saving.#noticed',
        find: '.catch(this.#options.report)',
        replace: '.catch(() => undefined)',
      },
    ],
    killedBy: { file: SAVING_TEST, title: '[H20] reports that the Store failed, and saves in the next round' },
  },
  {
    name: 'stop-not-saved-at-once',
    about: 'a Stop is saved with the next positions, up to 5 s later',
    edits: [
      {
        file: SAVING,
        symbol: 'Saving.#noticed',
        find: 'if (view?.description === known?.description && isLatchAsSaved) return;',
        replace: 'if (view?.description === known?.description && (view !== undefined || isLatchAsSaved)) return;',
      },
    ],
    killedBy: { file: SAVING_TEST, title: '[H19] has what comes, goes, is stopped or is re-armed in the Store at once' },
  },
  {
    name: 'no-limit-of-open-worlds',
    about: 'a hub opens any number of worlds',
    edits: [
      {
        file: 'src/hub/worlds/worlds.ts',
        symbol: 'Worlds.#openNow',
        find: 'if (this.#open.size + this.#starting.size >= mostOpen)',
        replace: 'if (mostOpen < 0)',
      },
    ],
    killedBy: { file: 'src/hub/worlds/most-open.test.ts', title: '[H18] has so many worlds open and no more' },
  },
  {
    name: 'worlds-opened-together-not-counted',
    about: 'worlds that are opened at the same time do not count for the limit',
    edits: [
      {
        file: 'src/hub/worlds/worlds.ts',
        symbol: 'Worlds.#openNow',
        find: 'this.#open.size + this.#starting.size >= mostOpen',
        replace: 'this.#open.size >= mostOpen',
      },
    ],
    killedBy: { file: 'src/hub/worlds/most-open.test.ts', title: '[H18] counts the worlds that are opened at the same time' },
  },
  {
    name: 'no-limit-of-saved-worlds',
    about: 'the Store keeps any number of worlds',
    edits: [
      {
        file: 'src/storage/records/worlds.ts',
        symbol: 'StoredWorlds.create',
        find: "await requireRoom(queries, 'worlds', MOST_WORLDS);",
        replace: '',
      },
    ],
    killedBy: { file: SQLITE_TEST, title: '[D7] refuses more worlds than there may be' },
  },
];
