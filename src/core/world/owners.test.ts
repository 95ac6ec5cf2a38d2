import { expect, it } from 'vitest';
import { encodeJson } from '../api/messages.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { EmbeddedBackbone } from '../bus/embedded.ts';
import { Owners } from './owners.ts';

const report = (error: unknown) => {
  throw error;
};

function stage() {
  const backbone = new EmbeddedBackbone({ clock: new VirtualTime().clock(), report, defer: queueMicrotask });
  const bucket = backbone.connect('hub').bucket('v1.lab.own');
  const owners = new Owners(bucket, report);
  const titles = (...participants: string[]) => participants.map((participant) => owners.title(participant, 'puma'));
  const write = async (owner: string, epoch: number) => {
    const result = await bucket.swap('puma', (await bucket.get('puma'))?.revision, encodeJson({ owner, epoch, nonce: 'n' }));
    expect(result.kind).toBe('applied');
    await Promise.resolve();
  };
  return { owners, bucket, titles, write };
}

it('knows who owns an entity and who did, by the records', async () => {
  const { bucket, titles, write } = stage();
  expect(titles('alice')).toEqual(['none']);
  await write('alice', 1);
  await write('bob', 2);
  expect(titles('alice', 'bob', 'carol')).toEqual(['former', 'owner', 'none']);
  await bucket.swap('puma', (await bucket.get('puma'))?.revision, undefined);
  await Promise.resolve();
  expect(titles('alice', 'bob')).toEqual(['former', 'former']);
});

it('believes who has written a record before the watch tells of it, and nothing older after that', async () => {
  const { owners, titles, write } = stage();
  await write('alice', 1);
  owners.learn('puma', { owner: 'carol', epoch: 3 });
  expect(titles('alice', 'carol')).toEqual(['former', 'owner']);
  await write('bob', 2);
  expect(titles('bob', 'carol')).toEqual(['none', 'owner']);
  await write('bob', 4);
  expect(titles('bob', 'carol')).toEqual(['owner', 'former']);
});
