import { connect, type NatsConnection } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { bytesToText, textToBytes } from '../../core/base/bytes.ts';
import type { Revision, WatchEvent } from '../../core/bus/bus.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { Relay } from '../relay.contract.ts';
import { NatsBackbone, type NatsOptions } from './nats.ts';
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

  it('[N1] are kept by the servers to the author and the subjects of its credentials', async () => {
    const permissions = `authorization { users: [
      { user: hub, password: hub }
      { user: arm, password: arm, permissions: {
        publish: ["rules.arm.v1.lab.>", "$JS.API.STREAM.INFO.KV_rules"]
        subscribe: ["rules.*.v1.lab.>", "_INBOX_rules_arm.>"] } }
    ] }`;
    await using nats = await PrivateNats.start({ servers: 1, configuration: permissions, user: 'hub' });
    const access = (user: string) => ({ kind: 'password', user, password: user }) as const;
    await using hub = await join(nats.addresses, 'hub', { access: access('hub') });
    const refused: string[] = [];
    await using arm = await join(nats.addresses, 'arm', { access: access('arm'), report: (error) => refused.push(String(error)) });
    const heard: string[] = [];
    hub.connect('ann').subscribe('v1.>', ({ from, subject }) => heard.push(`${from} ${subject}`));
    const overheard: string[] = [];
    arm.connect('arm').subscribe('v1.office.>', ({ subject }) => overheard.push(subject));
    const armed = arm.connect('arm');
    await expect.poll(() => refused.length, patiently).toBe(1);
    arm.connect('mallory').publish('v1.lab.chat', text('I am mallory'));
    armed.publish('v1.office.chat', text('in another world'));
    armed.publish('v1.lab.chat', text('hello'));
    await expect.poll(() => heard, patiently).toEqual(['arm v1.lab.chat']);
    hub.connect('ben').publish('v1.office.chat', text('secret'));
    await expect.poll(() => refused.length, patiently).toBe(3);
    expect(refused.every((reason) => /permission/i.test(reason))).toBe(true);
    expect(overheard).toEqual([]);
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
    relay.mute();
    const swap = bucket.swap('puma', first.revision, text('two'));
    // It has arrived, and ann cannot know.
    const values = () =>
      new Map(events.flatMap((event) => (event.kind === 'value' ? [[event.entry.revision, bytesToText(event.entry.value)]] : [])));
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
