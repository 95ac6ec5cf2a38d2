import { expect, it } from 'vitest';
import { subjects } from '../bus/subjects.ts';
import { Stage, toOne, WORLD } from './stage.contract.ts';
import { openState } from './state-codec.ts';

it('[W34] uses no epoch of an earlier life, though nobody has heard of what it said then', async () => {
  const stage = new Stage();
  const [ann, bob, cid] = await stage.enter('ann', 'bob', 'cid');
  await ann.insert('arm');
  await stage.until(ann.participant.leave());
  const states = stage.overhear(subjects.allStates(WORLD));
  // He takes it over, and nobody else hears so.
  stage.network.block('bob', 'cid');
  await bob.ask('arm', toOne);
  bob.node.crash();
  await stage.run(50);
  const first = states.map(({ payload }) => openState('arm', payload).state.epoch);
  stage.reunite();
  const again = await stage.join('bob');
  await stage.run(1000);
  expect((await cid.ask('arm', { kind: 'halt' })).kind).toBe('done');
  await stage.run(1000);
  const later = states.slice(first.length).map(({ payload }) => openState('arm', payload).state.epoch);
  expect(first.length).toBeGreaterThan(0);
  expect(Math.min(...later)).toBeGreaterThan(Math.max(...first));
  expect(new Set([again, cid].map((actor) => actor.see('arm').stateHash)).size).toBe(1);
});
