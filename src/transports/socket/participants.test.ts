import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { bytesToText, textToBytes } from '../../core/base/bytes.ts';
import { delay } from '../../core/base/clock.ts';
import type { Backbone, BusStatus } from '../../core/bus/bus.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { eventually, heard } from '../../core/bus/harness.contract.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { RefusedError } from './close-reason.ts';
import { hello, openGatekeeper, TestHub } from './door-harness.contract.ts';
import { ALLOW } from './gatekeeper.ts';
import { doorLimits } from './limits.ts';

const quick = { timeoutMs: 2000 };

describe('coming and going', () => {
  it('[S1] welcomes with id, secret, hub and what the gatekeeper tells', async () => {
    await using hub = await TestHub.open();
    const ann = await hub.join('Ann of Green Gables');
    expect(ann.welcome).toEqual({ id: 'ann-of-green-gables', hub: 'hub', info: { incarnation: 7 } });
    expect(ann.resume).toEqual({ id: ann.self, secret: expect.stringMatching(/^[a-z0-9]{26}$/) });
    expect(hub.joined).toMatchObject([
      { id: ann.self, name: 'Ann of Green Gables', world: 'w', how: 'new', peer: { address: '127.0.0.1' } },
    ]);
    expect([...hub.door.participants.keys()]).toEqual([ann.self]);
  });

  it('[S1] takes records that come in one message with hello', async () => {
    await using hub = await TestHub.open();
    const raw = await hub.raw();
    raw.send(hello('ann'), { type: 'ping', stamp: 5, seen: 0 });
    await raw.expect('pong');
    expect(raw.received.map(({ type }) => type)).toEqual(['welcome', 'pong']);
  });

  it('[S2] gives the id back to whoever has the secret, and closes the older link as replaced', async () => {
    await using hub = await TestHub.open();
    const ann = await hub.join('ann');
    const again = await hub.join('someone', { resume: ann.resume });
    expect([again.self, again.resume]).toEqual(['ann', ann.resume]);
    await eventually(hub, () => expect(ann.status.kind).toBe('closed'));
    expect(ann.status).toMatchObject({ kind: 'closed', reason: expect.stringContaining('replaced') });
    expect(hub.joined.map(({ how }) => how)).toEqual(['new', 'resumed']);
    expect(hub.left).toMatchObject([{ id: 'ann', reason: 'replaced' }]);
  });

  it('[S2] keeps the id for a while after a link broke, then gives it to others', async () => {
    await using hub = await TestHub.open({ limits: { ...doorLimits, graceMs: 300 } });
    const lost = await hub.rawJoined('ann');
    lost.socket.terminate();
    await lost.closed;
    await delay(systemClock, 20);
    expect(hub.left).toMatchObject([{ id: 'ann', reason: 'lost' }]);
    await expect(hub.join('ann')).rejects.toMatchObject({ reason: 'name-taken' });
    await delay(systemClock, 300);
    expect((await hub.join('ann')).self).toBe('ann');
  });

  it('[S2] frees the id at once after a goodbye', async () => {
    await using hub = await TestHub.open();
    const ann = await hub.join('ann');
    await ann.drain();
    expect(hub.left).toMatchObject([{ id: 'ann', reason: 'goodbye' }]);
    expect((await hub.join('ann')).self).toBe('ann');
  });

  it('[S3] asks the gatekeeper about an id that it does not know', async () => {
    const formers: unknown[] = [];
    const gatekeeper = {
      ...openGatekeeper,
      admit: (applicant: Parameters<typeof openGatekeeper.admit>[0]) => {
        formers.push(applicant.former);
        return openGatekeeper.admit(applicant);
      },
    };
    await using hub = await TestHub.open({ gatekeeper });
    const ann = await hub.join('ann', { resume: { id: 'ann', secret: 'of another hub' } });
    expect(ann.self).toBe('ann');
    expect(formers).toEqual([{ id: 'ann', proof: 'unknown' }]);
  });

  it('[S3] closes a participant that comes back as another', async () => {
    const first = await TestHub.open();
    const ann = await first.join('ann');
    const closed = new Promise<BusStatus>((resolve) => ann.onStatus((status) => status.kind === 'closed' && resolve(status)));
    await first.stop();
    const gatekeeper = { ...openGatekeeper, admit: () => ({ kind: 'admit' as const, id: 'guest', info: {} }) };
    await using _second = await TestHub.open({ gatekeeper }, first.port);
    expect(await closed).toMatchObject({ reason: expect.stringContaining('the hub knows ann no more and calls it guest') });
  });

  it('[S29] refuses who comes while it stops, and holds nothing up for them', async () => {
    const hub = await TestHub.open();
    await hub.rawJoined('ann');
    const stopping = hub.stop();
    const late = new WebSocket(hub.url);
    const reason = await new Promise<Error>((resolve) => late.once('error', resolve));
    expect(reason.message).toMatch(/503|ECONNREFUSED/);
    await stopping;
  });

  it('[S32] sends everybody away and lets nobody in while it is closed for now; then they are back by themselves', async () => {
    await using hub = await TestHub.open();
    const ann = await hub.join('ann');
    const seen: BusStatus[] = [];
    ann.onStatus((status) => seen.push(status));
    hub.door.closeForNow('the hub has lost its bus');
    await eventually(hub, () => expect(seen[0]).toMatchObject({ kind: 'reconnecting', reason: expect.stringContaining('cut-off') }));
    const late = new WebSocket(hub.url);
    const reason = await new Promise<Error>((resolve) => late.once('error', resolve));
    expect(reason.message).toContain('503');
    hub.door.reopen();
    await eventually(hub, () => expect(ann.status.kind).toBe('connected'));
    expect(ann.self).toBe('ann');
    await ann.drain();
  });

  it('[S4] says why it lost the hub, and is there again under its id when the hub is', async () => {
    const first = await TestHub.open();
    const ann = await first.join('ann');
    const lines = heard(ann, 'v1.w.chat');
    const seen: BusStatus[] = [];
    ann.onStatus((status) => seen.push(status));
    await first.stop();
    await using second = await TestHub.open({}, first.port);
    await eventually(second, () => expect(seen.at(-1)?.kind).toBe('connected'));
    expect(seen[0]).toMatchObject({ kind: 'reconnecting', attempt: 1, reason: expect.stringContaining('shutting-down') });
    const ben = await second.join('ben');
    await eventually(second, () => {
      ben.publish('v1.w.chat', textToBytes('welcome back'));
      expect(lines).toContain('ben v1.w.chat welcome back');
    });
    expect(second.joined.map(({ id }) => id)).toEqual(['ann', 'ben']);
    await ann.drain();
  });

  it('reports what the hooks of the hub throw, and goes on', async () => {
    const failure = new Error('the hook fails');
    const fail = () => {
      throw failure;
    };
    await using hub = await TestHub.open({ onJoin: fail, onLeave: fail, onTurnAway: fail });
    const ann = await hub.join('ann');
    await expect(hub.join('ann')).rejects.toMatchObject({ reason: 'name-taken' });
    await ann.drain();
    expect(hub.reported).toEqual([failure, failure, failure]);
  });

  it('[S5] measures the time to the hub and back', async () => {
    await using hub = await TestHub.open();
    const ann = await hub.join('ann');
    await hub.settle();
    expect(ann.rttMs).toBeGreaterThan(0);
    expect(ann.rttMs).toBeLessThan(500);
    await ann.drain();
    expect(ann.rttMs).toBeUndefined();
  });

  it('[S6] answers what was asked before the goodbye', async () => {
    await using hub = await TestHub.open();
    const raw = await hub.rawJoined('ann');
    raw.send({ type: 'get', request: 1, bucket: 'v1.w.own', key: 'puma' }, { type: 'goodbye', code: 1000, text: '' });
    expect(await raw.closed).toEqual({ code: 1000, text: 'goodbye' });
    expect(raw.of('got')).toEqual([{ type: 'got', request: 1, entry: undefined }]);
  });

  it('[S6] hands on what was sent before the goodbye, and delivers what was under way', async () => {
    await using hub = await TestHub.open();
    const [ann, ben] = [await hub.join('ann'), await hub.join('ben')];
    const resident = hub.backbone.connect('resident');
    const lines = heard(resident, 'v1.w.>');
    const toAnn = heard(ann, 'v1.w.ctl.ann');
    await hub.settle();
    for (let i = 0; i < 100; i++) ann.publish('v1.w.f0.st.puma', textToBytes(`${i}`));
    ann.publish('v1.w.chat', textToBytes('bye'));
    ben.publish('v1.w.ctl.ann', textToBytes('before'));
    await hub.settle();
    await ann.drain();
    expect(lines.filter((line) => line.startsWith('ann v1.w.f0.st.puma'))).toHaveLength(100);
    expect(lines).toContain('ann v1.w.chat bye');
    expect(toAnn).toEqual(['ben v1.w.ctl.ann before']);
  });
});

describe('what the door allows', () => {
  const guarded = {
    ...openGatekeeper,
    mayPublish: (_: string, subject: string) => (subject.endsWith('forbidden') ? { kind: 'drop' as const, reason: 'not you' } : ALLOW),
    mayRequest: (_: string, subject: string) => (subject.endsWith('forbidden') ? { kind: 'drop' as const, reason: 'not you' } : ALLOW),
    mayReply: (from: string) => (from === 'mute' ? { kind: 'drop' as const, reason: 'not you' } : ALLOW),
    maySubscribe: (_: string, pattern: string) => (pattern.endsWith('forbidden') ? { kind: 'drop' as const, reason: 'not you' } : ALLOW),
    mayRead: (_: string, bucket: string) => (bucket.endsWith('forbidden') ? { kind: 'drop' as const, reason: 'not you' } : ALLOW),
    mayReplace: (_: string, { key }: { key: string }, present?: Uint8Array, value?: Uint8Array) =>
      key === 'grows' && (value?.[0] ?? 0) <= (present?.[0] ?? 0) ? { kind: 'drop' as const, reason: 'it only grows' } : ALLOW,
    maySwap: (_: string, bucket: string) => (bucket.endsWith('forbidden') ? { kind: 'drop' as const, reason: 'not you' } : ALLOW),
  };

  it('[S8] drops a publish and a subscription, tells of it, and keeps the link', async () => {
    await using hub = await TestHub.open({ gatekeeper: guarded });
    const resident = hub.backbone.connect('resident');
    const lines = heard(resident, '>');
    const ann = await hub.join('ann');
    ann.publish('v1.w.f0.st.forbidden', textToBytes('x'));
    await hub.settle();
    await delay(systemClock, 110);
    ann.subscribe('v1.w.forbidden', () => expect.unreachable('it may not hear this'));
    await hub.settle();
    resident.publish('v1.w.forbidden', textToBytes('secret'));
    ann.publish('v1.w.chat', textToBytes('still here'));
    await hub.settle();
    expect(lines).toEqual(['ann v1.w.chat still here']);
    expect(hub.reported).toHaveLength(2);
    for (const error of hub.reported) expect(error).toBeInstanceOf(RefusedError);
    expect(String(hub.reported[0])).toContain('publish on v1.w.f0.st.forbidden: not you');
    expect(String(hub.reported[1])).toContain('subscribe to v1.w.forbidden: not you');
  });

  it('[S8] tells of dropped publishes at most ten times a second', async () => {
    await using hub = await TestHub.open({ gatekeeper: guarded });
    const ann = await hub.join('ann');
    for (let i = 0; i < 200; i++) ann.publish('v1.w.forbidden', textToBytes('x'));
    await hub.settle();
    expect([hub.reported.length, hub.door.traffic.refusals]).toEqual([1, 200]);
  });

  it('[S8] rejects a refused request, get and swap with RefusedError', async () => {
    await using hub = await TestHub.open({ gatekeeper: guarded });
    const ann = await hub.join('ann');
    await expect(ann.request('v1.w.cmd.forbidden', textToBytes(''), quick)).rejects.toThrow(RefusedError);
    await expect(ann.bucket('v1.w.forbidden').get('key')).rejects.toThrow('not you');
    await expect(ann.bucket('v1.w.forbidden').swap('key', undefined, textToBytes(''))).rejects.toThrow(RefusedError);
  });

  it('[S28] shows a swap to the gatekeeper with the record that it would replace', async () => {
    await using hub = await TestHub.open({ gatekeeper: guarded });
    const ann = await hub.join('ann');
    const bucket = ann.bucket('v1.w.own');
    const first = await bucket.swap('grows', undefined, Uint8Array.of(5));
    if (first.kind !== 'applied') throw new Error(first.kind);
    await expect(bucket.swap('grows', first.revision, Uint8Array.of(4))).rejects.toThrow('it only grows');
    expect((await bucket.get('grows'))?.value).toEqual(Uint8Array.of(5));
    expect(await bucket.swap('grows', undefined, Uint8Array.of(4))).toEqual({ kind: 'conflict' });
    expect((await bucket.swap('grows', first.revision, Uint8Array.of(6))).kind).toBe('applied');
    expect(hub.door.traffic.refusals).toBe(1);
  });

  it('[S28] lets nothing through unjudged when what the hub reads is old, and knows what its participant wrote itself', async () => {
    const report = (error: unknown) => expect.unreachable(`${error}`);
    const records = new EmbeddedBackbone({ defer: queueMicrotask, report, clock: systemClock });
    // As a server that has not heard of the first change yet.
    const lagging: Backbone = {
      connect: (self) => {
        const bus = records.connect(self);
        const bucket = bus.bucket.bind(bus);
        return Object.assign(bus, { bucket: (name: string) => Object.assign(bucket(name), { get: async () => undefined }) });
      },
    };
    await using hub = await TestHub.open({ gatekeeper: guarded, backbone: lagging });
    const bucket = (await hub.join('ann')).bucket('v1.w.own');
    const first = await bucket.swap('grows', undefined, Uint8Array.of(5));
    if (first.kind !== 'applied') throw new Error(first.kind);
    const others = (await hub.join('ben')).bucket('v1.w.own');
    expect(await others.swap('grows', first.revision, Uint8Array.of(4))).toEqual({ kind: 'conflict' });
    await expect(bucket.swap('grows', first.revision, Uint8Array.of(4))).rejects.toThrow('it only grows');
    expect((await bucket.swap('grows', first.revision, Uint8Array.of(6))).kind).toBe('applied');
  });

  it('[S28] answers a get that comes right after a swap with what was swapped in', async () => {
    await using hub = await TestHub.open();
    const raw = await hub.rawJoined('ann');
    const place = { bucket: 'v1.w.own', key: 'puma' };
    raw.send(
      { type: 'swap', request: 1, ...place, expected: undefined, value: Uint8Array.of(7) },
      { type: 'get', request: 2, ...place },
      { type: 'goodbye', code: 1000, text: '' },
    );
    expect((await raw.expect('got')).entry?.value).toEqual(Uint8Array.of(7));
  });

  it('[S8] drops the answer of one who may not give it', async () => {
    await using hub = await TestHub.open({ gatekeeper: guarded });
    const [ann, mute] = [await hub.join('ann'), await hub.join('mute')];
    mute.subscribe('v1.w.cmd.puma', (message) => message.reply(textToBytes('mine')));
    await hub.settle();
    await expect(ann.request('v1.w.cmd.puma', textToBytes(''), { timeoutMs: 100 })).rejects.toThrow(
      'no answer on v1.w.cmd.puma within 100 ms',
    );
  });

  it('[S9] lets participants at the door and on the backbone reach each other, in order and without echo', async () => {
    await using hub = await TestHub.open();
    const [ann, ben] = [await hub.join('ann'), await hub.join('ben')];
    const resident = hub.backbone.connect('resident');
    const all = [ann, ben, resident];
    const lines = all.map((bus) => heard(bus, 'v1.w.*.st.*'));
    const wide = all.map((bus) => heard(bus, 'v1.w.>'));
    for (const bus of all)
      bus.subscribe(`v1.w.cmd.${bus.self}`, (message) => message.reply(textToBytes(`${bus.self} heard ${message.from}`)));
    await hub.settle();
    for (let i = 0; i < 50; i++) for (const bus of all) bus.publish(`v1.w.f0.st.${bus.self}`, textToBytes(`${i}`));
    await hub.settle();
    for (const [at, listener] of all.entries()) {
      for (const publisher of all) {
        const expected =
          publisher === listener ? [] : Array.from({ length: 50 }, (_, i) => `${publisher.self} v1.w.f0.st.${publisher.self} ${i}`);
        const from = (line: string) => line.startsWith(`${publisher.self} `);
        expect(lines[at]?.filter(from), `${publisher.self} at ${listener.self}`).toEqual(expected);
        expect(wide[at]?.filter(from), `${publisher.self} at ${listener.self}, by a pattern that is not shared`).toEqual(expected);
      }
    }
    for (const asker of all) {
      for (const asked of all.filter((bus) => bus !== asker)) {
        const answer = await asker.request(`v1.w.cmd.${asked.self}`, textToBytes(''), quick);
        expect(bytesToText(answer)).toBe(`${asked.self} heard ${asker.self}`);
      }
    }
    expect(hub.reported).toEqual([]);
  });
});
