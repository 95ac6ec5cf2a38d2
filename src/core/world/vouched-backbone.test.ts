import { beforeEach, describe, expect, it } from 'vitest';
import { encodeJson } from '../api/messages.ts';
import { MalformedError } from '../base/errors.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import type { Bus, Message } from '../bus/bus.ts';
import { EmbeddedBackbone } from '../bus/embedded.ts';
import { buckets, subjects } from '../bus/subjects.ts';
import { encodeBeat, type Presence } from './beat.ts';
import { VouchedBackbone } from './vouched-backbone.ts';

const presence = (id: string, more: Partial<Presence> = {}): Presence => ({
  id,
  name: id,
  goodUntilMs: 1000,
  clockErrorMs: 1,
  mayLead: false,
  holdsAll: false,
  leaving: false,
  confirmedMs: 0,
  pace: 'working',
  term: 0,
  digest: 0,
  ...more,
});
const beatOf = (...members: Presence[]) => encodeBeat({ members, estates: [] });

let heard: Message[];
let vouched: [world: string, presence: Presence][];
let commanded: unknown[];
let owned: unknown[];
let time: VirtualTime;
let alice: Bus;
let backbone: EmbeddedBackbone;

beforeEach(() => {
  heard = [];
  vouched = [];
  commanded = [];
  owned = [];
  time = new VirtualTime();
  const report = (error: unknown) => {
    throw error;
  };
  backbone = new EmbeddedBackbone({ clock: time.clock(), report, defer: queueMicrotask });
  backbone.connect('bob').subscribe('v1.>', (message) => heard.push(message));
  alice = new VouchedBackbone(backbone, {
    beat: (world, member) => vouched.push([world, member]),
    owned: (...record) => owned.push(record),
    command: (world, entity, from, payload) => commanded.push([world, entity, from, payload[0]]),
  }).connect('alice');
});

async function publish(subject: string, payload: Uint8Array): Promise<void> {
  alice.publish(subject, payload);
  // What is deferred to the end of the turn is delivered by then.
  await time.run(time.now + 1);
}

describe('a participant at the door', () => {
  it('beats to the hub and to nobody else', async () => {
    await publish(subjects.beat('w', 'alice'), beatOf(presence('alice')));
    expect(vouched).toEqual([['w', presence('alice')]]);
    expect(heard).toEqual([]);
  });

  it('speaks for itself only', async () => {
    await publish(subjects.beat('w', 'alice'), beatOf(presence('eve'), presence('alice')));
    await publish(subjects.beat('w', 'alice'), beatOf(presence('eve')));
    expect(vouched.map(([, { id }]) => id)).toEqual(['alice']);
  });

  it('says no more of itself than fits a beat for all', async () => {
    await publish(subjects.beat('w', 'alice'), beatOf(presence('alice', { name: 'a'.repeat(5000) })));
    expect(vouched[0]?.[1].name).toHaveLength(80);
    await publish(subjects.beat('w', 'alice'), beatOf(presence('alice', { name: `${'a'.repeat(79)}\u{1F600}` })));
    expect(vouched[1]?.[1].name).toBe('a'.repeat(79));
  });

  it('says goodbye to everybody', async () => {
    const goodbye = presence('alice', { leaving: true });
    await publish(subjects.beat('w', 'alice'), beatOf(goodbye));
    expect(vouched).toEqual([['w', goodbye]]);
    expect(heard.map(({ from, subject }) => [from, subject])).toEqual([['alice', subjects.beat('w', 'alice')]]);
  });

  it('is told when its beat is none', () => {
    expect(() => alice.publish(subjects.beat('w', 'alice'), new Uint8Array([1, 2, 3]))).toThrow(MalformedError);
  });

  it('publishes all else as it is', async () => {
    await publish(subjects.chat('w'), new Uint8Array([7]));
    expect(heard.map(({ subject, payload }) => [subject, payload[0]])).toEqual([[subjects.chat('w'), 7]]);
  });

  it('is heard when it commands, and in no other request', async () => {
    const ask = (subject: string) => alice.request(subject, new Uint8Array([7]), { timeoutMs: 1 }).catch(() => {});
    const asked = Promise.all([ask(subjects.command('w', 'robot')), ask(subjects.snapshot('w'))]);
    await time.run(10);
    await asked;
    expect(commanded).toEqual([['w', 'robot', 'alice', 7]]);
  });

  it('tells whom a record names that came through the door, before who wrote it is told', async () => {
    const record = { owner: 'alice', epoch: 5, nonce: 'n' };
    const bucket = alice.bucket(buckets.ownership('lab'));
    const written = bucket.swap('puma', undefined, encodeJson(record)).then((result) => [result.kind, owned.length]);
    expect(await written).toEqual(['applied', 1]);
    expect(owned).toEqual([['lab', 'puma', record]]);
    await bucket.swap('puma', undefined, encodeJson({ ...record, owner: 'bob' }));
    await alice.bucket(buckets.entities('lab')).swap('puma', undefined, encodeJson(record));
    expect(owned).toHaveLength(1);
  });

  it('tells of a record that names it before it is told itself, and of no other', async () => {
    const known: [key: string, owned: number][] = [];
    alice.bucket(buckets.ownership('lab')).watch((event) => {
      if (event.kind === 'value') known.push([event.entry.key, owned.length]);
    });
    const records = backbone.connect('bob').bucket(buckets.ownership('lab'));
    const record = { owner: 'alice', epoch: 5, nonce: 'n' };
    await records.swap('puma', undefined, encodeJson(record));
    await records.swap('cart', undefined, encodeJson({ ...record, owner: 'bob', nonce: 'alice' }));
    await time.run(time.now + 1);
    expect(known).toEqual([
      ['puma', 1],
      ['cart', 1],
    ]);
    expect(owned).toEqual([['lab', 'puma', record]]);
  });
});
