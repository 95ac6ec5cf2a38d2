import { expect, it } from 'vitest';
import { box, draftOf, freshId, freshWorld, type LastingHarness, robot } from './harness.contract.ts';
import { MOST_CHAT_LINES_OF_WORLD, MOST_WORLDS } from './limits.ts';
import { StoreError, StoreLimitError } from './store.ts';

export function lastingContract(harness: () => LastingHarness): void {
  it('[D1] [D2] still has what was acknowledged, wholly, when it is opened again', async () => {
    const store = await harness().reopen();
    const world = await freshWorld(store, [robot('arm', 4)]);
    await store.models.put(box('kept'));
    const secret = await store.secrets.agree('key', Uint8Array.of(1, 2));
    const incarnation = await store.worlds.start(world, 5);
    const again = await harness().reopen();
    expect(await again.worlds.entities(world)).toEqual([robot('arm', 4)]);
    expect((await again.models.all()).models).toContainEqual(box('kept'));
    expect(await again.secrets.agree('key', Uint8Array.of(9))).toEqual(secret);
    expect(await again.worlds.start(world, 6)).toBeGreaterThan(incarnation);
  });

  it('[D18] has a robot that somebody inserted with SQL', async () => {
    const store = await harness().reopen();
    const before = await store.models.all();
    expect((await store.models.all()).fingerprint).toBe(before.fingerprint);
    const id = freshId('by-hand');
    await harness().sql(`insert into models (id, name, kind, summary) values ('${id}', 'By hand', 'arm', 'Made by hand')`);
    await harness().sql(
      `insert into model_dofs (model, position, name, kind, axis_z, low, high, speed_per_s) values ('${id}', 0, 'lift', 'translation', 1, 0, 2, 0.5)`,
    );
    await harness().sql(`insert into model_links (model, position, name) values ('${id}', 0, 'base')`);
    await harness().sql(`insert into model_links (model, position, name, parent, dof, z) values ('${id}', 1, 'carriage', 0, 0, 0.4)`);
    await harness().sql(`insert into geometries (hash, shape) values ('ball-${id}', '{"kind":"sphere","radiusM":0.25}')`);
    await harness().sql(`insert into model_parts (model, link, position, geometry, paint) values ('${id}', 1, 0, 'ball-${id}', 'steel')`);
    const after = await store.models.all();
    expect(after.fingerprint).not.toBe(before.fingerprint);
    expect(after.models.find((model) => model.id === id)).toMatchObject({
      name: 'By hand',
      links: [
        { name: 'base' },
        { parent: 0, dof: 0, origin: { z: 0.4, qw: 1 }, parts: [{ shape: { kind: 'sphere', radiusM: 0.25 }, paint: 'steel' }] },
      ],
      dofs: [{ kind: 'translation', axis: [0, 0, 1], home: 0 }],
    });
    await harness().sql(`update model_dofs set high = 3 where model = '${id}'`);
    expect((await store.models.all()).fingerprint).not.toBe(after.fingerprint);
  });

  it('[D19] tells of rows that make no model', async () => {
    const store = await harness().reopen();
    await store.models.put(box('right'));
    const [bare, gap, broken] = [freshId('bare'), freshId('gap'), freshId('broken')];
    for (const id of [bare, gap, broken]) {
      await harness().sql(`insert into models (id, name, kind, summary) values ('${id}', 'Wrong', 'arm', 'Not quite right')`);
    }
    await harness().sql(`insert into model_links (model, position, name) values ('${gap}', 1, 'second')`);
    await harness().sql(`insert into model_links (model, position, name) values ('${broken}', 0, 'base')`);
    await harness().sql(`update models set drive = '{' where id = '${broken}'`);
    const { models, problems } = await store.models.all();
    const problemOf = (id: string) => problems.find(({ model }) => model === id)?.problem;
    expect(models).toContainEqual(box('right'));
    expect(problemOf(bare)).toMatch(/^links: /);
    expect(problemOf(gap)).toBe('model_links: position 0 is missing; count from 0');
    expect(problemOf(broken)).toMatch(/^drive is not JSON: /);
  });

  it('[D17] forgets shapes that no part has', async () => {
    const store = await harness().reopen();
    const id = freshId('model');
    await harness().sql(`insert into geometries (hash, shape) values ('unused', '{}')`);
    await store.models.put(box(id));
    // It would be refused if it were still there.
    await expect(harness().sql(`insert into geometries (hash, shape) values ('unused', '{}')`)).resolves.not.toThrow();
    await store.models.remove(id);
  });

  it('[D25] forgets the oldest lines of a chat', async () => {
    const store = await harness().reopen();
    const world = await freshWorld(store);
    const line = { world, from: 'ann', name: 'Ann', text: 'x', atMs: 1 };
    for (let i = 0; i < 3; i++) await store.chat.append(line);
    await harness().sql(`update counters set value = ${MOST_CHAT_LINES_OF_WORLD} where name = 'chat/${world}'`);
    await store.chat.append(line);
    await store.chat.append(line);
    const numbers = (await store.chat.recent(world, { limit: 10 })).map(({ seq }) => seq);
    expect(numbers).toEqual([3, MOST_CHAT_LINES_OF_WORLD + 1, MOST_CHAT_LINES_OF_WORLD + 2]);
  });

  it('[D7] refuses more worlds than there may be', async () => {
    const store = await harness().reopen();
    const [last, first] = [freshId('world'), freshId('world')];
    const missing = MOST_WORLDS - 1 - (await store.worlds.all()).length;
    await harness().sql(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${missing})
       insert into worlds (id, name, summary, created_by, created_at_ms, opened_at_ms, saved_at_ms, revision)
       select 'crowd-' || n, 'Crowd', '', 'ann', 1, 1, 1, 0 from numbers`,
    );
    expect(await store.worlds.create(draftOf(last), [])).toBe('created');
    await expect(store.worlds.create(draftOf(first), [])).rejects.toThrow(StoreLimitError);
    expect(await store.worlds.get(first)).toBeUndefined();
    expect(await store.worlds.all()).toHaveLength(MOST_WORLDS);
    await harness().sql(`delete from worlds where id like 'crowd-%'`);
    expect(await store.worlds.create(draftOf(first), [])).toBe('created');
  });

  it('[D5] says which row is damaged', async () => {
    const store = await harness().reopen();
    const world = await freshWorld(store, [robot('arm')]);
    await harness().sql(`update entities set posture = '{"pose":7}' where world = '${world}'`);
    await expect(store.worlds.entities(world)).rejects.toThrow(`posture of entity arm in world ${world} is damaged: pose: `);
    await expect(store.worlds.entities(world)).rejects.toThrow(StoreError);
  });

  it('[D10] brings the tables of an older version up to date, with what is in them', async () => {
    const id = freshId('old');
    await (await harness().reopen()).models.put(box(id));
    // As the first version left them.
    for (const undo of [
      'drop table documents',
      `delete from kysely_migration where name = '0006-documents'`,
      'alter table worlds drop column keeper',
      'alter table worlds drop column kept',
      `delete from kysely_migration where name = '0005-keepers'`,
      'alter table models drop column mounts',
      'alter table models drop column mass_kg',
      'alter table models drop column friction',
      `delete from kysely_migration where name = '0004-bodies'`,
      'alter table model_dofs drop column acceleration_per_s2',
      `delete from kysely_migration where name = '0003-accelerations'`,
      'drop index model_parts_by_geometry',
      'drop index geometries_by_mesh',
      'alter table geometries drop column mesh',
      'drop table meshes',
      `delete from kysely_migration where name = '0002-meshes'`,
    ])
      await harness().sql(undo);
    const store = await harness().reopen();
    expect((await store.models.all()).models).toContainEqual(box(id));
    expect(await store.models.mesh('00')).toBeUndefined();
  });

  it('[D10] leaves a database alone that a newer version has used', async () => {
    await harness().reopen();
    await harness().sql(`insert into kysely_migration (name, timestamp) values ('9999-future', '2999-01-01')`);
    await expect(harness().reopen()).rejects.toThrow('could not be brought up to date (has a newer version used them before?)');
    await harness().sql(`delete from kysely_migration where name = '9999-future'`);
    await harness().reopen();
  });
}
