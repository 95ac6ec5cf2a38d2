import { expect, it } from 'vitest';
import { type Bus, RefusedError } from '../bus/bus.ts';
import { Stage, toOne } from './stage.contract.ts';

/** A connection through a hub that lets its visitor write nothing, as it does with viewers. */
const asViewer = (bus: Bus, refused: string[]): Bus => ({
  self: bus.self,
  status: bus.status,
  onStatus: (handler) => bus.onStatus(handler),
  publish: (subject, payload) => bus.publish(subject, payload),
  subscribe: (pattern, handler) => bus.subscribe(pattern, handler),
  request: (subject, payload, options) => bus.request(subject, payload, options),
  bucket: (name) => {
    const bucket = bus.bucket(name);
    const swap = async (key: string) => {
      refused.push(key);
      throw new RefusedError('refused', `viewers may not write ${name}`);
    };
    return { get: (key) => bucket.get(key), watch: (handler) => bucket.watch(handler), swap };
  },
  drain: () => bus.drain(),
});

it('[W73] a viewer who comes under the id of a former owner asks once for what was its own, and leaves it to others', async () => {
  const stage = new Stage();
  const [ann] = await stage.enter('ann');
  const former = await stage.join('eve', { isKeeper: false });
  await former.insert('cart');
  former.node.crash();
  await stage.run(1500);
  const refused: string[] = [];
  const eve = await stage.join('eve', { isKeeper: false, connect: (node) => asViewer(node.connect(), refused) });
  await stage.run(7000);
  expect([eve.see('cart').owner, ann.see('cart').isLive, refused]).toEqual(['eve', false, ['cart']]);
  expect(await ann.ask('cart', toOne)).toMatchObject({ kind: 'done' });
  expect(ann.see('cart').isMine).toBe(true);
});
