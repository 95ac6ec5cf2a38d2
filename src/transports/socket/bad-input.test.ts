import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { delay } from '../../core/base/clock.ts';
import { encodeFrame, joinFrames } from '../../core/bus/frames.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { connectSocketBus, type SocketBus } from './client.ts';
import { CLOSE_REASONS, type CloseReason, closeReasonOf, closeText, RefusedError } from './close-reason.ts';
import { hello, openGatekeeper, type RawClient, TestHub } from './door-harness.contract.ts';
import { ALLOW } from './gatekeeper.ts';
import { doorLimits } from './limits.ts';

const few = { messagesPerS: 500, bytesPerS: 100_000 };
const limits = {
  ...doorLimits,
  connections: 5,
  subscriptions: 3,
  watches: 2,
  pendingRequests: 2,
  aliases: 10,
  rates: { control: few, command: few, state: few, video: few },
  // The neighbours of all tests speak there.
  chat: { lines: few, flood: few },
};

/** Two neighbours of every abuser: one publishes, the other must not miss a word. */
class Neighbours {
  readonly #publisher: SocketBus;
  readonly #heard: number[] = [];
  #sent = 0;

  constructor(publisher: SocketBus, listener: SocketBus) {
    this.#publisher = publisher;
    listener.subscribe('v1.w.chat', ({ payload }) => this.#heard.push(payload[0] as number));
  }

  speak(): void {
    this.#publisher.publish('v1.w.chat', Uint8Array.of(this.#sent++ % 256));
  }

  async noticedNothing(hub: TestHub): Promise<void> {
    await hub.settle();
    expect(this.#heard).toEqual(Array.from({ length: this.#sent }, (_, i) => i % 256));
    expect(hub.reported).toEqual([]);
  }
}

describe('bad input', () => {
  let hub: TestHub;
  let neighbours: Neighbours;

  beforeAll(async () => {
    hub = await TestHub.open({
      limits,
      gatekeeper: {
        ...openGatekeeper,
        admit: (applicant) =>
          applicant.world === 'closed' ? { kind: 'refuse', reason: 'not-admitted', text: 'closed today' } : openGatekeeper.admit(applicant),
        mayPublish: (_, subject) => (subject.endsWith('.st.theirs') ? { kind: 'close', reason: 'theirs is not yours' } : ALLOW),
      },
    });
    neighbours = new Neighbours(await hub.join('ann'), await hub.join('ben'));
    await hub.settle();
  });

  afterAll(() => hub[Symbol.asyncDispose]());

  /** Lets a raw client misbehave, and expects the named reason, a remedy, and neighbours that noticed nothing. */
  async function check(reason: CloseReason, misbehave: (raw: RawClient) => void, come = () => hub.rawJoined('mallory')): Promise<void> {
    const before = hub.door.traffic.closed.get(reason) ?? 0;
    const abuser = await come();
    neighbours.speak();
    misbehave(abuser);
    neighbours.speak();
    const { code, text } = await abuser.closed;
    expect([closeReasonOf(code), text.split(':')[0]]).toEqual([reason, reason]);
    expect(text).toContain(CLOSE_REASONS[reason].remedy);
    expect(hub.door.traffic.closed.get(reason)).toBe(before + 1);
    neighbours.speak();
    await neighbours.noticedNothing(hub);
    // The id waits for its owner: the next abuser of this name would be refused it.
    await hub.forget('mallory');
  }

  it('[S20] [S10] garbage closes as malformed', () => check('malformed', ({ socket }) => socket.send(Uint8Array.of(1, 250, 3, 9, 9, 9))));

  it('[S20] text closes as malformed', () => check('malformed', ({ socket }) => socket.send('hello')));

  it('[S20] an empty message closes as malformed', () => check('malformed', ({ socket }) => socket.send(new Uint8Array())));

  it('[S20] a truncated frame closes as malformed', () =>
    check('malformed', ({ socket }) =>
      socket.send(encodeFrame({ type: 'subscribe', subscription: 1, pattern: 'v1.w.chat' }).subarray(0, 9)),
    ));

  it('[S20] what breaks the WebSocket itself closes as malformed', () =>
    check('malformed', ({ stream }) => stream.write(Buffer.from([0xff, 0xff, 0, 0, 0, 0]))));

  it('[S20] a subject that cannot be closes as malformed', () =>
    check('malformed', (raw) => raw.send({ type: 'publish', subject: 'No Subject', from: '', payload: new Uint8Array() })));

  it('[S20] a number that stands for nothing closes as malformed', () =>
    check('malformed', (raw) => raw.send({ type: 'aliased', number: 5, payload: new Uint8Array() })));

  it('[S20] a frame of another version closes as wrong-version', () =>
    check('wrong-version', ({ socket }) => socket.send(Uint8Array.of(2, 0))));

  it('[S20] a hello of another protocol closes as wrong-version', () =>
    check(
      'wrong-version',
      (raw) => raw.send(hello('mallory', { protocol: 99 })),
      () => hub.raw(),
    ));

  it.each([65_537, 70_000, 1_000_000])('[S20] a message of %i bytes closes as oversized', (length) =>
    check('oversized', ({ socket }) => socket.send(new Uint8Array(length).fill(1))),
  );

  it('[S7] a claim to be another closes as forged', () =>
    check('forged', (raw) => raw.send({ type: 'publish', subject: 'v1.w.chat', from: 'ann', payload: new Uint8Array() })));

  it("[S7] a number for another's states closes as forged", () =>
    check('forged', (raw) => raw.send({ type: 'alias', number: 1, subject: 'v1.w.f0.st.puma', from: 'ann' })));

  it("[S8] the state of another's entity closes as forged when the gatekeeper says so", () =>
    check('forged', (raw) =>
      raw.send(
        { type: 'alias', number: 1, subject: 'v1.w.f0.st.theirs', from: '' },
        { type: 'aliased', number: 1, payload: Uint8Array.of(1) },
      ),
    ));

  it('[S20] too many messages close as flooding', () =>
    check('flooding', (raw) => {
      const publish = encodeFrame({ type: 'publish', subject: 'v1.w.other', from: '', payload: Uint8Array.of(1) });
      for (let i = 0; i < 30; i++) raw.socket.send(joinFrames(Array.from({ length: 100 }, () => publish)));
    }));

  it('[S20] too many bytes close as flooding', () =>
    check('flooding', (raw) => {
      for (let i = 0; i < 10; i++) raw.send({ type: 'publish', subject: 'v1.w.cam.front', from: '', payload: new Uint8Array(50_000) });
    }));

  it('[S26] too many bytes in swaps close as flooding', () =>
    check('flooding', (raw) => {
      for (let request = 1; request <= 10; request++)
        raw.send({ type: 'swap', request, bucket: 'v1.w.own', key: 'puma', expected: 'never', value: new Uint8Array(50_000) });
    }));

  it('[S22] too many records in one message close as flooding, before they are decoded', () =>
    check('flooding', ({ socket }) => {
      const nonsense = new Uint8Array(2 * 2049 + 1).fill(0);
      nonsense[0] = 1;
      socket.send(nonsense);
    }));

  it('[S22] WebSocket pings close as flooding when there are too many', () =>
    check('flooding', ({ socket }) => {
      for (let i = 0; i < 30; i++) socket.ping();
    }));

  it('[S1] something before hello closes as out-of-turn', () =>
    check(
      'out-of-turn',
      (raw) => raw.send({ type: 'ping', stamp: 1, seen: 0 }),
      () => hub.raw(),
    ));

  it('[S1] a second hello closes as out-of-turn', () => check('out-of-turn', (raw) => raw.send(hello('other'))));

  it("[S20] a door's record closes as out-of-turn", () => check('out-of-turn', (raw) => raw.send({ type: 'synced', watch: 1 })));

  it('[S20] one participant too many closes as door-full, before the gatekeeper is asked; those who come back do not count', async () => {
    const links = [await hub.rawJoined('one'), await hub.rawJoined('two'), await hub.rawJoined('three')];
    await check(
      'door-full',
      (raw) => raw.send(hello('mallory')),
      () => hub.raw(),
    );
    const again = await hub.raw();
    again.send(hello('one', { resume: { id: 'one', secret: links[0]?.of('welcome')[0]?.secret ?? '' } }));
    expect((await again.expect('welcome')).id).toBe('one');
    for (const link of [...links, again]) link[Symbol.dispose]();
    for (let waits = 0; waits < 500 && hub.door.participants.size > 2; waits++) await delay(systemClock, 2);
  });

  it('[S20] one subscription too many closes as too-many-subscriptions', () =>
    check('too-many-subscriptions', (raw) => {
      for (const subscription of [1, 2, 3, 4]) raw.send({ type: 'subscribe', subscription, pattern: `v1.w.ctl.${subscription}` });
    }));

  it('[S20] a pattern that is subscribed to twice closes as malformed', () =>
    check('malformed', (raw) => {
      for (const subscription of [1, 2]) raw.send({ type: 'subscribe', subscription, pattern: 'v1.w.>' });
    }));

  it('[S20] one watch too many closes as too-many-watches', () =>
    check('too-many-watches', (raw) => {
      for (const watch of [1, 2, 3]) raw.send({ type: 'watch', watch, bucket: 'v1.w.own' });
    }));

  it('[S20] one pending request too many closes as too-many-requests', async () => {
    const silent = hub.backbone.connect('silent');
    silent.subscribe('v1.w.cmd.puma', () => undefined);
    await check('too-many-requests', (raw) => {
      for (const request of [1, 2, 3])
        raw.send({ type: 'request', request, subject: 'v1.w.cmd.puma', timeoutMs: 5000, payload: new Uint8Array() });
    });
    await silent.drain();
  });

  it('[S20] one number too many closes as too-many-aliases', () =>
    check('too-many-aliases', (raw) => raw.send({ type: 'alias', number: 10, subject: 'v1.w.f0.st.puma', from: '' })));

  it('[S20] a wrong secret closes as resume-refused', () =>
    check(
      'resume-refused',
      (raw) => raw.send(hello('ann', { resume: { id: 'ann', secret: 'guessed' } })),
      () => hub.raw(),
    ));

  it('[S2] a name that is here closes as name-taken', () =>
    check(
      'name-taken',
      (raw) => raw.send(hello('ann')),
      () => hub.raw(),
    ));

  it('[S20] one whom the gatekeeper refuses closes as not-admitted', () =>
    check(
      'not-admitted',
      (raw) => raw.send(hello('mallory', { world: 'closed' })),
      () => hub.raw(),
    ));

  it('[S4] a refused hello rejects with RefusedError that has the reason', async () => {
    const refused = hub.join('zoe', { world: 'closed' });
    await expect(refused).rejects.toThrow(RefusedError);
    await expect(refused).rejects.toMatchObject({ reason: 'not-admitted', message: expect.stringContaining('closed today') });
  });

  it('refuses upgrades for other paths, and what is no upgrade at all, without harm', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${hub.port}/elsewhere`);
    const refused = await new Promise<Error>((resolve) => socket.once('error', resolve));
    expect(refused.message).toContain('404');
    const noise = connect(hub.port, '127.0.0.1');
    noise.end('GET /bus HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: short\r\n\r\n');
    await new Promise((resolve) => noise.resume().once('close', resolve));
    await neighbours.noticedNothing(hub);
  });
});

describe('an address', () => {
  const statusOf = (url: string) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(url);
      socket.once('open', () => {
        socket.terminate();
        resolve('open');
      });
      socket.once('error', ({ message }) => resolve(message));
    });

  it('[S23] whose links are closed for what they did, over and over, gets no new ones for a while; those who are in stay', async () => {
    await using hub = await TestHub.open({ limits: { ...doorLimits, offencesPerS: 1 } });
    const neighbours = new Neighbours(await hub.join('ann'), await hub.join('ben'));
    const raws: RawClient[] = [];
    for (let i = 0; i < 5; i++) {
      const raw = await hub.raw();
      raws.push(raw);
    }
    for (const { socket } of raws) socket.send(Uint8Array.of(77));
    await Promise.all(raws.map(({ closed }) => closed));
    expect(await statusOf(hub.url)).toContain('429');
    expect(hub.door.traffic.barred).toBe(1);
    neighbours.speak();
    await neighbours.noticedNothing(hub);
    await delay(systemClock, 3000);
    expect(await statusOf(hub.url)).toBe('open');
  });

  it('[S23] may open as many links as it likes if they behave', async () => {
    await using hub = await TestHub.open({ limits: { ...doorLimits, offencesPerS: 5 } });
    for (let i = 0; i < 30; i++) {
      const bus = await hub.join(`guest ${i}`);
      await bus.drain();
    }
    for (let i = 0; i < 30; i++) (await hub.raw())[Symbol.dispose]();
    expect(await statusOf(hub.url)).toBe('open');
    expect(hub.door.traffic.barred).toBe(0);
  });
});

describe('strangers', () => {
  it('[S25] without a hello take no place of a participant', async () => {
    await using hub = await TestHub.open({ limits: { ...doorLimits, connections: 3 } });
    for (let i = 0; i < 20; i++) await hub.raw();
    const buses = [await hub.join('ann'), await hub.join('ben'), await hub.join('cleo')];
    expect(buses.map(({ status }) => status.kind)).toEqual(['connected', 'connected', 'connected']);
  });

  it.each([
    ['of one address', { strangersPerAddress: 10 }],
    ['in all', { strangers: 10 }],
  ])('[S25] %s: with more than may wait, those who wait longest are closed as hello-late; who greets at once comes in', async (_, few) => {
    await using hub = await TestHub.open({ limits: { ...doorLimits, helloMs: 60_000, ...few } });
    const raws: RawClient[] = [];
    for (let i = 0; i < 25; i++) raws.push(await hub.raw());
    await hub.join('ann');
    const ends = await Promise.all(raws.slice(0, 15).map(({ closed }) => closed));
    expect(new Set(ends.map(({ code }) => closeReasonOf(code)))).toEqual(new Set(['hello-late']));
    expect(raws.slice(16).map(({ socket }) => socket.readyState === WebSocket.OPEN)).toEqual(Array.from({ length: 9 }, () => true));
  });

  it('[S25] are not those 100 who come from one address at once and greet', async () => {
    await using hub = await TestHub.open();
    await Promise.all(Array.from({ length: 100 }, (_, i) => hub.join(`guest ${i}`)));
    expect([hub.door.participants.size, [...hub.door.traffic.closed]]).toEqual([100, []]);
  });
});

describe('an idle link', () => {
  it('[S20] without a hello closes as hello-late', async () => {
    await using hub = await TestHub.open({ limits: { ...doorLimits, helloMs: 100 } });
    const { code, text } = await (await hub.raw()).closed;
    expect([closeReasonOf(code), text]).toEqual(['hello-late', 'hello-late: no hello within 100 ms; send hello at once']);
  });

  it('[S20] whose participant is never heard closes as silent', async () => {
    await using hub = await TestHub.open({ limits: { ...doorLimits, silentMs: 300 } });
    const { code, text } = await (await hub.rawJoined('mute')).closed;
    expect([closeReasonOf(code), text]).toEqual([
      'silent',
      expect.stringMatching(/^silent: heard nothing for \d\.\d s; ping every second$/),
    ]);
  });
});

describe('a hub that is not there', () => {
  it('[S4] rejects with DisconnectedError', async () => {
    const hub = await TestHub.open();
    const { url } = hub;
    await hub[Symbol.asyncDispose]();
    const options = { url, world: 'w', name: 'ann', clock: systemClock, random: { next: () => 0.5 }, report: () => undefined };
    await expect(connectSocketBus(options)).rejects.toMatchObject({ name: 'DisconnectedError', message: expect.stringContaining(url) });
  });
});

describe('close reasons', () => {
  it('are the table of SPEC.md', () => {
    const spec = readFileSync(new URL('./SPEC.md', import.meta.url), 'utf8');
    const rows = [...spec.matchAll(/^\| ([a-z-]+) \| (\d+) \| (yes|no) \|/gm)].map(([, reason, code, again]) => [
      reason,
      Number(code),
      again,
    ]);
    expect(rows).toEqual(Object.entries(CLOSE_REASONS).map(([reason, { code, again }]) => [reason, code, again]));
  });

  it('fit into a close frame, with the remedy, whatever the detail', () => {
    for (const reason of Object.keys(CLOSE_REASONS) as CloseReason[]) {
      const text = closeText(reason, 'ü'.repeat(300));
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(123);
      expect(text).toContain(CLOSE_REASONS[reason].remedy);
    }
  });
});
