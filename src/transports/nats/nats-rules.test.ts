import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { bytesToText, textToBytes } from '../../core/base/bytes.ts';
import { MisuseError } from '../../core/base/errors.ts';
import type { Revision, WatchEvent } from '../../core/bus/bus.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { Relay } from '../relay.contract.ts';
import { ALLOW } from '../socket/gatekeeper.ts';
import { connectDirectly } from './direct.ts';
import { NatsBackbone, type NatsOptions } from './nats.ts';
import { participantSubjects } from './participant-subjects.ts';
import { PrivateNats } from './private-nats.contract.ts';
import { requireServer, UnfitServerError } from './server.ts';

const text = textToBytes;
/** Two cores may be busy with other tests. */
const patiently = { timeout: 15_000 };

const join = (servers: readonly string[], label: string, more: Partial<NatsOptions> = {}): Promise<NatsBackbone> =>
  NatsBackbone.connect({
    servers,
    space: 'rules',
    label,
    clock: systemClock,
    defer: queueMicrotask,
    report: (error) => expect.fail(String(error)),
    ...more,
  });

describe('news of records on NATS', () => {
  it('[N7] are told to who has no consumer, because the servers make none', async () => {
    await using nats = await PrivateNats.start({ servers: 1 });
    const administrator = await connect({ servers: nats.addresses });
    const api = await jetstreamManager(administrator);
    await api.streams.add({
      name: 'KV_rules',
      subjects: ['$KV.rules.>'],
      max_msgs_per_subject: 1,
      allow_direct: true,
      max_consumers: 1,
      republish: { src: '$KV.rules.>', dest: 'rules.KV.>' },
    });
    await using first = await join(nats.addresses, 'first');
    await using second = await join(nats.addresses, 'second');
    const told: WatchEvent['kind'][] = [];
    const untold: WatchEvent[] = [];
    first
      .connect('ann')
      .bucket('shelf')
      .watch(({ kind }) => told.push(kind));
    await expect.poll(() => told, patiently).toEqual(['synced']);
    second
      .connect('ben')
      .bucket('shelf')
      .watch((event) => untold.push(event));
    const shelf = first.connect('ann').bucket('shelf');
    const write = async () => (await shelf.swap('book', (await shelf.get('book'))?.revision, text('novel'))).kind;
    // Until it was refused a consumer once it waits for that.
    const heard = async () => [await write(), untold.some((event) => event.kind === 'value' && event.entry.key === 'book')];
    await expect.poll(heard, patiently).toEqual(['applied', true]);
    expect(untold.some((event) => event.kind === 'synced')).toBe(false);
    await administrator.close();
  });
});

describe('messages on NATS', () => {
  it('[N1] [N2] go once to the servers, under the name of who said it; those in the same process hear it without them', async () => {
    await using nats = await PrivateNats.start({ servers: 1 });
    await using hub = await join(nats.addresses, 'hub');
    const [ann, ben, cleo] = [hub.connect('ann'), hub.connect('ben'), hub.connect('cleo')];
    const foreign = await connect({ servers: nats.addresses });
    const seen: string[] = [];
    foreign.subscribe('>', { callback: (_, { subject }) => void seen.push(subject) });
    await foreign.flush();
    const heard: string[] = [];
    for (const bus of [ben, cleo]) bus.subscribe('room.*', ({ from, subject }) => heard.push(`${bus.self}: ${from} ${subject}`));
    ann.publish('room.one', text('hello'));
    await expect.poll(() => seen.filter((subject) => subject.startsWith('rules.')), patiently).toEqual(['rules.ann.room.one']);
    expect(heard.toSorted()).toEqual(['ben: ann room.one', 'cleo: ann room.one']);
    await foreign.close();
  });

  it('[N1] [N9] are kept by the servers to the author and the world of its credentials', async () => {
    const { publish, subscribe } = participantSubjects({ space: 'rules', world: 'lab', participant: 'arm' });
    const listed = (subjects: readonly string[]) => subjects.map((subject) => `"${subject}"`).join(', ');
    const permissions = `authorization { users: [
      { user: hub, password: hub }
      { user: arm, password: arm, permissions: { publish: [${listed(publish)}], subscribe: [${listed(subscribe)}] } }
    ] }`;
    await using nats = await PrivateNats.start({ servers: 1, configuration: permissions, user: 'hub' });
    const access = (user: string) => ({ kind: 'password', user, password: user }) as const;
    await using hub = await join(nats.addresses, 'hub', { access: access('hub') });
    const refused: string[] = [];
    const connection = {
      servers: nats.addresses,
      space: 'rules',
      world: 'lab',
      access: access('arm'),
      clock: systemClock,
      defer: queueMicrotask,
    };
    const report = (error: unknown) => refused.push(String(error));
    const arm = await connectDirectly({ ...connection, participant: 'arm', report });
    const mallory = await connectDirectly({ ...connection, participant: 'mallory', report });
    const heard: string[] = [];
    hub.connect('ann').subscribe('v1.>', ({ from, subject }) => heard.push(`${from} ${subject}`));
    const overheard: string[] = [];
    // That of mallory's inbox is refused already.
    await expect.poll(() => refused.length, patiently).toBe(1);
    arm.subscribe('v1.office.>', ({ subject }) => overheard.push(subject));
    await expect.poll(() => refused.length, patiently).toBe(2);
    mallory.publish('v1.lab.chat', text('I am mallory'));
    arm.publish('v1.office.chat', text('in another world'));
    await expect.poll(() => refused.length, patiently).toBe(4);
    arm.publish('v1.lab.chat', text('hello'));
    await expect.poll(() => heard, patiently).toEqual(['arm v1.lab.chat']);
    hub.connect('ben').publish('v1.office.chat', text('secret'));
    arm.publish('v1.lab.chat', text('hello'));
    await expect.poll(() => heard, patiently).toContain('ben v1.office.chat');
    expect(refused.every((reason) => /permission/i.test(reason))).toBe(true);
    expect(overheard).toEqual([]);
    await Promise.all([arm.drain(), mallory.drain()]);
  });
});

describe('a participant on the bus itself', () => {
  it('[N9] is given no subject of the servers, of records, of hubs, of another world or as another', () => {
    const { publish, subscribe } = participantSubjects({ space: 's', world: 'lab', participant: 'arm' });
    expect(publish.filter((subject) => !/^(s\.arm\.v1\.lab\.(bb\.>|[^>]+)|DESK_s\.arm\.lab|_INBOX_s\.\*\.\*)$/.test(subject))).toEqual([]);
    expect(
      subscribe.filter(
        (subject) =>
          !/^(s\.\*\.v1\.lab\.(bb\.>|[^>]+)|s\.KV\.v1\.lab\.(own|ent|time|var|ways|prog|task)\.\*|_INBOX_s\.arm\.\*)$/.test(subject),
      ),
    ).toEqual([]);
    for (const own of ['s.arm.v1.lab.hb.arm', 's.arm.v1.lab.av.arm']) expect(publish).toContain(own);
    for (const own of ['s.*.v1.lab.ctl.arm', 's.*.v1.lab.fix.arm']) expect(subscribe).toContain(own);
  });

  it.each(['two.words', '*', '>', ''])('[N9] is not given what is no id: %j', (participant) => {
    expect(() => participantSubjects({ space: 's', world: 'lab', participant })).toThrow(MisuseError);
  });

  it('[N10] hears what it missed without a cut: it asks every second whether that was all', async () => {
    await using nats = await PrivateNats.start({ servers: 1 });
    await using hub = await join(nats.addresses, 'hub');
    using _desk = hub.serveRecords('lab', { mayRead: () => ALLOW, maySwap: () => ALLOW, mayReplace: () => ALLOW });
    // Who may not hear the news still comes to know them.
    const deaf = await connectDirectly({
      ...{ servers: nats.addresses, space: 'rules', world: 'lab', participant: 'arm', clock: systemClock, defer: queueMicrotask },
      report: (error) => expect.fail(String(error)),
    });
    const own = hub.connect('ann').bucket('own');
    const events: string[] = [];
    deaf.bucket('own').watch((event) => events.push(event.kind === 'value' ? bytesToText(event.entry.value) : event.kind));
    await expect.poll(() => events, patiently).toEqual(['synced']);
    const spy = await connect({ servers: nats.addresses });
    const api = await jetstreamManager(spy);
    // Its republishing ends: what is written is told by nobody.
    const { config } = await api.streams.info('KV_rules');
    await api.streams.delete('KV_rules');
    const { republish: _, ...silent } = config;
    await api.streams.add(silent);
    await spy.close();
    expect(await own.swap('puma', undefined, text('one'))).toMatchObject({ kind: 'applied' });
    await expect.poll(() => events, patiently).toEqual(['synced', 'one']);
    await deaf.drain();
  });
});

describe('records on NATS', () => {
  it('[N5] [N4] are replaced by exactly one of several at once, on three servers', async () => {
    await using nats = await PrivateNats.start({ servers: 3 });
    const backbones = await Promise.all(nats.addresses.map((address, i) => join([address], `hub-${i}`)));
    const buckets = [...backbones, ...backbones].map((backbone, i) => backbone.connect(`p${i}`).bucket('own'));
    let revision: Revision | undefined;
    for (let round = 0; round < 100; round++) {
      const results = await Promise.all(buckets.map((bucket, i) => bucket.swap('puma', revision, text(`${round} by ${i}`))));
      const applied = results.flatMap((result) => (result.kind === 'applied' ? [result.revision] : []));
      expect([applied.length, results.filter(({ kind }) => kind === 'conflict').length]).toEqual([1, buckets.length - 1]);
      revision = applied[0];
      // In every fourth round it is deleted first, and made anew.
      if (round % 4 !== 3) continue;
      expect(await buckets[0]?.swap('puma', revision, undefined)).toMatchObject({ kind: 'applied' });
      revision = undefined;
    }
    await Promise.all(backbones.map((backbone) => backbone[Symbol.asyncDispose]()));
  }, 60_000);

  it('[N6] are written once, and that is told, when the answer was lost with the connection', async () => {
    await using nats = await PrivateNats.start({ servers: 1 });
    await using relay = await Relay.open(nats.ports[0] ?? 0);
    await using hub = await join([`127.0.0.1:${relay.port}`], 'hub', { pingPeriodMs: 200 });
    await using other = await join(nats.addresses, 'other');
    const events: WatchEvent[] = [];
    other
      .connect('ben')
      .bucket('own')
      .watch((event) => events.push(event));
    const bucket = hub.connect('ann').bucket('own');
    const first = await bucket.swap('puma', undefined, text('one'));
    if (first.kind !== 'applied') expect.fail(first.kind);
    const values = () =>
      new Map(events.flatMap((event) => (event.kind === 'value' ? [[event.entry.revision, bytesToText(event.entry.value)]] : [])));
    // A watch that begins after the second write would tell that one only.
    await expect.poll(() => [...values().values()], patiently).toEqual(['one']);
    relay.mute();
    const swap = bucket.swap('puma', first.revision, text('two'));
    // It has arrived, and ann cannot know.
    await expect.poll(() => [...values().values()], patiently).toEqual(['one', 'two']);
    relay.restore();
    const [, revision] = [...values().keys()];
    expect(await swap).toEqual({ kind: 'applied', revision });
    expect(values().size).toBe(2);
  });
});

describe('a NATS server', () => {
  it('[N8] that keeps no records is refused', async () => {
    await using nats = await PrivateNats.start({ servers: 1, records: 'none' });
    await expect(join(nats.addresses, 'hub')).rejects.toThrow(/start it with --jetstream/);
  });

  it.each([
    [{ version: '2.9.9' }, /2\.9\.9; at least 2\.9\.10/],
    [{ version: '1.4.1' }, /at least 2\.9\.10/],
    [{ headers: false }, /no_header_support/],
    [{ max_payload: 4096 }, /"max_payload" to at least/],
  ])('[N8] with %o is refused', (flaw, reason) => {
    const fit = { version: '2.10.0-beta.1', jetstream: true, headers: true, max_payload: 1_048_576, server_name: 'n' };
    const connectionTo = (info: object) => ({ info }) as NatsConnection;
    expect(() => requireServer(connectionTo(fit))).not.toThrow();
    expect(() => requireServer(connectionTo({ ...fit, ...flaw }))).toThrow(UnfitServerError);
    expect(() => requireServer(connectionTo({ ...fit, ...flaw }))).toThrow(reason);
  });
});
