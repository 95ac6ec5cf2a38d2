import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import { joinWorld, type World } from '../../src/library/manyhands.ts';
import { freePort } from '../../src/transports/free-port.contract.ts';
import { Relay } from '../../src/transports/relay.contract.ts';
import { HubCluster } from '../processes/hub-cluster.ts';
import { Mover, Witness } from './island.ts';

const SLOW = { timeout: 120_000 };
const WITHIN = { timeout: 30_000, interval: 50 };
/** Long enough for somebody to take over what was left, several times. */
const ISLAND_MS = 6000;
const ENTITIES = ['cart', 'truck'] as const;

const robot = (x: number, y: number) => draftOf(pioneer3dx, { pose: planarPose(x, y, 0) });
const join = (url: string, name: string): Promise<World> => joinWorld(url, { name, onError: () => undefined });
/** All that two must agree on. */
const heldBy = (world: World) =>
  ENTITIES.map((id) => {
    const view = world.entity(id);
    return { id, owner: view?.owner, epoch: view?.epoch, state: view?.stateHash };
  });
const ownersAmong = (worlds: readonly World[], id: string): string[] =>
  worlds.filter((world) => world.entity(id)?.isMine).map((world) => world.id);

let cluster: HubCluster;
beforeAll(async () => {
  cluster = await HubCluster.start(1);
}, 60_000);
afterAll(() => cluster[Symbol.asyncDispose]());

it('[H14] [H1] a hub that is cut off from the bus does not split who owns what, while both sides want to move it', SLOW, async () => {
  const starter = await cluster.apart();
  await using relay = await Relay.open(cluster.nats.ports[0] ?? 0);
  const port = await freePort();
  // Those at the other hub cannot come here: nobody answers where they are told to go.
  await using _one = await starter.start('one', '--port', String(port), '--public-url', 'http://127.0.0.1:9');
  await using two = await starter.startBehind(relay.port, 'two');
  const here = `http://127.0.0.1:${port}`;
  await using ann = await join(here, 'Ann');
  await using ben = await join(two.url, 'Ben');
  await using atOne = await Witness.join(here, 'Cleo');
  await using atTwo = await Witness.join(two.url, 'Dan');
  await ann.insert(robot(0, 0), 'cart');
  await ben.insert(robot(0, 5), 'truck');
  for (const world of [ann, ben]) await expect.poll(() => heldBy(world).map(({ owner }) => owner), WITHIN).toEqual([ann.id, ben.id]);

  relay.cut();
  const annMoves = new Mover(ann, ENTITIES);
  const benMoves = new Mover(ben, ENTITIES);
  await expect.poll(() => ben.status, WITHIN).toMatchObject({ kind: 'reconnecting' });
  await expect.poll(() => two.complaints.join(), WITHIN).toContain('cut off from the bus');
  // What he sees stands still from now on, and he is told so, also of what was his own.
  const benSaw = () => ENTITIES.map((id) => [ben.entity(id)?.isLive, ben.entity(id)?.isMine, ben.entity(id)?.stateHash]);
  await expect
    .poll(() => benSaw().map(([isLive, isMine]) => [isLive, isMine]), WITHIN)
    .toEqual([
      [false, false],
      [expect.anything(), false],
    ]);
  const frozen = benSaw().map(([, , state]) => state);
  await expect.poll(() => ann.entity('truck')?.isMine, WITHIN).toBe(true);
  const before = { ann: { ...annMoves.done }, ben: { ...benMoves.done } };
  await pause(ISLAND_MS);
  expect(ben.status.kind).toBe('reconnecting');
  expect(benSaw().map(([, , state]) => state)).toEqual(frozen);
  expect(benMoves.done).toEqual(before.ben);
  for (const id of ENTITIES) expect(annMoves.done[id]).toBeGreaterThan(before.ann[id] ?? 0);
  expect(benMoves.done.cart).toBeUndefined();

  relay.restore();
  await expect.poll(() => ben.status.kind, WITHIN).toBe('connected');
  await expect.poll(() => benMoves.done.truck ?? 0, WITHIN).toBeGreaterThan(before.ben.truck ?? 0);
  await annMoves[Symbol.asyncDispose]();
  await benMoves[Symbol.asyncDispose]();
  await expect.poll(() => heldBy(ben), WITHIN).toEqual(heldBy(ann));
  for (const id of ENTITIES) expect(ownersAmong([ann, ben], id)).toEqual([ann.entity(id)?.owner]);
  const spoke = new Map<string, Set<string>>();
  for (const { authors } of [atOne, atTwo])
    for (const [title, those] of authors) spoke.set(title, new Set([...(spoke.get(title) ?? []), ...those]));
  expect(spoke.size).toBeGreaterThan(2);
  expect([...spoke].filter(([, those]) => those.size > 1)).toEqual([]);
});

it('[H14] [H6] those at a hub that is cut off are at another one within seconds, as who they were', SLOW, async () => {
  const starter = await cluster.apart();
  await using relay = await Relay.open(cluster.nats.ports[0] ?? 0);
  await using one = await starter.start('one');
  await using two = await starter.startBehind(relay.port, 'two');
  await using ann = await join(one.url, 'Ann');
  await using ben = await join(two.url, 'Ben');
  const { id } = ben;
  await ben.insert(robot(0, 0), 'truck');
  await expect.poll(() => ann.entity('truck')?.owner, WITHIN).toBe(id);
  await pause(2000);
  relay.cut();
  await expect.poll(() => one.joined, WITHIN).toContain('Ben');
  await expect.poll(() => ben.status.kind, WITHIN).toBe('connected');
  expect(ben.id).toBe(id);
  await expect.poll(async () => (await ben.command('truck', { kind: 'place', pose: planarPose(7, 0, 0) })).kind, WITHIN).toBe('done');
  await expect.poll(() => ann.entity('truck')?.posture.pose.x, WITHIN).toBe(7);
  expect(two.complaints.join()).toContain('cut off from the bus');
  await expect(join(two.url, 'Late')).rejects.toThrow();
});
