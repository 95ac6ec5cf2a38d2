import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Hubs, hubsSchema } from '../../src/core/api/hubs.ts';
import { planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import { joinWorld, type World } from '../../src/library/manyhands.ts';
import { HubCluster, type HubStarter } from '../processes/hub-cluster.ts';
import type { HubProcess } from '../processes/hub-process.ts';

const SLOW = { timeout: 90_000 };
const WITHIN = { timeout: 20_000, interval: 50 };
/** Hubs tell each other of themselves once a second. */
const TOLD_MS = 2000;
/** The hub on duty is gone, another has taken its place and has saved where things stand. */
const SAVED_MS = 16_000;

const robot = (x: number) => draftOf(pioneer3dx, { pose: planarPose(x, 0, 0) });
const join = (hub: HubProcess, name: string): Promise<World> => joinWorld(hub.url, { name, onError: () => undefined });
const xOf = (world: World, id: string): number | undefined => world.entity(id)?.posture.pose.x;
const place = async (world: World, id: string, x: number): Promise<string> =>
  (await world.command(id, { kind: 'place', pose: planarPose(x, 0, 0) })).kind;

let cluster: HubCluster;
beforeAll(async () => {
  cluster = await HubCluster.start(1);
}, 60_000);
afterAll(() => cluster[Symbol.asyncDispose]());

describe('a world over two hubs', () => {
  let opened: AsyncDisposableStack;
  let starter: HubStarter;
  let one: HubProcess;
  let two: HubProcess;
  let ann: World;
  let ben: World;

  beforeAll(async () => {
    opened = new AsyncDisposableStack();
    starter = await cluster.apart();
    one = opened.use(await starter.start('one'));
    two = opened.use(await starter.start('two'));
    ann = opened.use(await join(one, 'Ann'));
    ben = opened.use(await join(two, 'Ben'));
  }, 60_000);
  afterAll(() => opened.disposeAsync());

  it('[H1] is the same for those at either; each may move what the other inserted', SLOW, async () => {
    await ann.insert(robot(1), 'cart');
    await expect.poll(() => xOf(ben, 'cart'), WITHIN).toBe(1);
    expect(await place(ben, 'cart', 4)).toBe('done');
    await expect.poll(() => xOf(ann, 'cart'), WITHIN).toBe(4);
    await expect.poll(() => ann.participants.map(({ name }) => name), WITHIN).toEqual(expect.arrayContaining(['Ann', 'Ben']));
    expect(ann.id).toMatch(/^ann-[a-z0-9]{8}$/);
  });

  it('[H10] [H11] is told of by both hubs alike: how they are, how far apart, and which is on duty', SLOW, async () => {
    const known = async (hub: HubProcess) => hubsSchema.parse(await (await fetch(`${hub.url}/api/v1/hubs`)).json());
    const onDuty = ({ hubs }: Hubs) =>
      hubs.filter(({ worlds }) => worlds.some(({ world, isOnDuty }) => world === 'demo' && isOnDuty)).map(({ hub }) => hub);
    for (const [hub, self, other] of [
      [one, 'hub-one', 'hub-two'],
      [two, 'hub-two', 'hub-one'],
    ] as const) {
      const number = expect.any(Number);
      const measured = { busRoundTripMs: number, storeRoundTripMs: number };
      await expect
        .poll(() => known(hub), WITHIN)
        .toMatchObject({
          ...{ self, bus: 'connected' },
          hubs: [
            { hub: self, state: 'here', figures: { ...measured, links: [{ hub: other, roundTripMs: number }] } },
            { hub: other, state: 'here', figures: { ...measured, links: [{ hub: self, roundTripMs: number }] } },
          ],
        });
      await expect.poll(async () => onDuty(await known(hub)), WITHIN).toEqual(['hub-one']);
    }
  });

  it('[H9] has no third hub of a name that is taken', SLOW, async () => {
    await expect(starter.start('one')).rejects.toThrow('another hub of the name one is on this bus');
  });

  it('[H8] is joined at the hub that has markedly fewer participants', SLOW, async () => {
    await using more = new AsyncDisposableStack();
    for (const name of ['Cleo', 'Dan', 'Eve', 'Finn']) {
      more.use(await join(one, name));
      await pause(TOLD_MS);
    }
    expect([one.joined.length, two.joined.length]).toEqual([4, 2]);
  });

  it('[H4] is gone at both when it was deleted at one', SLOW, async () => {
    const { token } = await one.administrator();
    const answer = await fetch(`${one.url}/api/v1/worlds/demo`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(204);
    await expect.poll(() => [ann.status.kind, ben.status.kind], WITHIN).toEqual(['closed', 'closed']);
    expect(ben.status).toMatchObject({ reason: expect.stringContaining('the world demo was deleted') });
  });
});

describe('hubs', () => {
  it('[H7] take no more than a world has room for, and say so; those who are in it notice nothing', SLOW, async () => {
    const starter = await cluster.apart();
    await using one = await starter.start('one', '--most-in-world', '2');
    await using two = await starter.start('two', '--most-in-world', '2');
    await using ann = await join(one, 'Ann');
    await using _ben = await join(two, 'Ben');
    await expect.poll(() => ann.participants.length, WITHIN).toBe(4);
    await expect(join(two, 'Cleo')).rejects.toThrow('2 are in demo, which is all it takes');
    expect(ann.status.kind).toBe('connected');
  });

  it(
    '[H5] [H6] [H2] [H3] that die leave their participants to others, as who they were; when all have died, what was saved is there again',
    SLOW,
    async () => {
      const starter = await cluster.apart();
      const one = await starter.start('one');
      const two = await starter.start('two');
      const ann = await join(one, 'Ann');
      const { id } = ann;
      await ann.insert(robot(1), 'cart');
      expect((await ann.command('cart', { kind: 'lease', request: { kind: 'ask' } })).kind).toBe('done');
      await pause(TOLD_MS);
      await one.kill();
      await expect.poll(() => ann.status.kind, WITHIN).toBe('reconnecting');
      await expect.poll(() => ann.status.kind, { timeout: 5000, interval: 20 }).toBe('connected');
      expect(ann.id).toBe(id);
      await expect.poll(() => place(ann, 'cart', 5), WITHIN).toBe('done');
      expect(ann.entity('cart')?.control.lease?.holder).toBe(id);
      await pause(SAVED_MS);
      await two.kill();
      await ann.leave();
      await using three = await starter.start('three');
      await using cleo = await join(three, 'Cleo');
      expect(xOf(cleo, 'cart')).toBe(5);
    },
  );
});
