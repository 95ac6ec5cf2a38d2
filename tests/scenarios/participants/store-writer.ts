/**
 * `store-writer WHERE ROUND [MOMENT NUMBER]`: writes to a store as fast as it can, in all ways at once, until it is killed. Prints each write when it has
 * been acknowledged, and never before. With a moment it dies by itself, so many commits after it made its worlds.
 */
import { ORIGIN } from '../../../src/core/base/pose.ts';
import type { SavedEntity } from '../../../src/core/store/store.ts';
import { Faults } from '../../../src/storage/faulty-dialect.contract.ts';
import { openStore } from '../../../src/storage/storage.ts';
import { DYING, isMoment } from '../dying-commit.ts';
import { type Acknowledged, fileBytes, GENERATION_SIZE, placesOf } from '../store-writes.ts';

const [where = '', round = '', moment, number = '0'] = process.argv.slice(2);
const { world, generations, model } = placesOf(Number(round));
const by = { name: 'Writer', atMs: 1 };

const faults = new Faults();
const store = await openStore(where, faults);
const draft = { name: 'World', summary: '', createdBy: 'writer', createdAtMs: 1 };
for (const id of [world, generations]) await store.worlds.create({ ...draft, id }, []);
if (isMoment(moment)) faults.atCommit(DYING[moment], { passing: Number(number) });

const writes: ((i: number) => Promise<Acknowledged>)[] = [
  async (i) => ({ kind: 'chat', text: `line ${i}`, seq: await store.chat.append({ ...by, world, from: 'writer', text: `line ${i}` }) }),
  async (i) => ({
    kind: 'audit',
    detail: `${i}`,
    seq: await store.audit.append({ ...by, world, by: 'writer', action: 'write', detail: `${i}` }),
  }),
  async (i) => ({ kind: 'entity', id: `e${i}`, revision: await store.worlds.change(world, { put: [entity(`e${i}`, i)] }, i) }),
  async (i) => {
    const entities = Array.from({ length: GENERATION_SIZE }, (_, n) => entity(`g${n}`, i));
    return { kind: 'generation', generation: i, revision: await store.worlds.replace(generations, entities, i) };
  },
  async (i) => {
    const file = { world, name: `${i}.bin`, mediaType: 'application/octet-stream', addedBy: 'writer', addedAtMs: i };
    return { kind: 'file', i, hash: (await store.files.add(file, fileBytes(Number(round), i))).contentHash };
  },
  async (i) => {
    const link = { name: 'body', parent: -1, origin: ORIGIN, parts: [] };
    const links = [link, ...Array.from({ length: 5 }, () => ({ ...link, name: `${i}`, parent: 0 }))];
    const extent = { radiusM: 1, heightM: 1 };
    await store.models.put({ id: model, name: `${i}`, kind: 'part', summary: 'A part', links, dofs: [], extent });
    return { kind: 'model', i };
  },
  async (i) => ({ kind: 'incarnation', value: await store.worlds.start(world, i) }),
];

const entity = (id: string, x: number): SavedEntity => ({
  id,
  description: { name: id, model: 'box', kind: 'static', dofs: [], initial: { pose: ORIGIN, values: [] } },
  posture: { pose: { ...ORIGIN, x }, values: [] },
});

// Each way is a writer of its own, with one write under way at a time. They end when the store does.
await Promise.allSettled(
  writes.map(async (write) => {
    for (let i = 1; ; i++) console.log(JSON.stringify(await write(i)));
  }),
);
