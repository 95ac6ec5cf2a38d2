import { expect, it, vi } from 'vitest';
import { SimulatedBucket } from '../bus/simulated-records.ts';
import { Stage, toOne } from './stage.contract.ts';

it('[W31] [W43] a hand-over that its hub refuses is answered, and the owner goes on with it', async () => {
  const stage = new Stage();
  const [ann, bob] = await stage.enter('ann', 'bob');
  await ann.insert('arm');
  const swap = vi.spyOn(SimulatedBucket.prototype, 'swap');
  swap.mockRejectedValueOnce(new Error('ann cannot give arm to bob: it is not known here that it is her own'));
  const asked = await bob.ask('arm', { kind: 'handover' });
  swap.mockRestore();
  expect(asked).toEqual({ kind: 'refused', reason: 'ann cannot give arm to bob: it is not known here that it is her own' });
  await stage.run(200);
  expect([ann.see('arm').isMine, bob.see('arm').isMine]).toEqual([true, false]);
  expect((await bob.ask('arm', toOne)).kind).toBe('done');
});

it('[W33] a conflict with what came to nothing keeps an owner waiting for less than a second', async () => {
  const stage = new Stage();
  const [, bob] = await stage.enter('ann', 'bob');
  await bob.insert('arm');
  bob.node.pause(1500);
  const swap = vi.spyOn(SimulatedBucket.prototype, 'swap');
  // With a write that only one server had, which died then.
  swap.mockResolvedValueOnce({ kind: 'conflict' });
  await stage.run(1600);
  expect(bob.see('arm').isMine).toBe(false);
  await stage.run(900);
  swap.mockRestore();
  expect(bob.see('arm').isMine).toBe(true);
});
