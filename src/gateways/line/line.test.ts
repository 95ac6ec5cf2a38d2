import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { until } from '../../channels/channel.contract.ts';
import { ChannelError } from '../../channels/channel.ts';
import { SerialLine } from '../../channels/serial-line.contract.ts';
import { delay } from '../../core/base/clock.ts';
import { VirtualTime } from '../../core/base/virtual-time.ts';
import { HubStage } from '../../hub/hub-stage.contract.ts';
import { joinWorld } from '../../library/manyhands.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { GatewayStage, gatewayContract, type MakeServed, tokenOf } from '../gateway.contract.ts';
import type { GatewayEvent, Newcomer } from '../gateway.ts';
import type { LineGatewayOptions } from './limits.ts';
import { LineGateway } from './line.ts';
import { LineClient } from './line-client.contract.ts';
import { Residence, Wakefulness } from './residence.ts';

const nobody = {
  ...{ clock: systemClock, random: systemRandom, isRefusal: () => false },
  enter: () => Promise.reject(new Error('nobody comes in')),
};

/** A gateway on a free port. */
const overTcp =
  (options: LineGatewayOptions = {}, events: GatewayEvent[] = []): MakeServed =>
  (ports) => {
    const tell = (event: GatewayEvent) => void events.push(event);
    const gateway = new LineGateway({ ...ports, tell }, { listen: { host: '127.0.0.1', port: 0 }, ...options });
    let port = 0;
    const start = gateway.start.bind(gateway);
    gateway.start = async () => {
      const places = await start();
      port = Number(places.at(-1)?.split(':').at(-1));
      return places;
    };
    return { gateway, connect: () => LineClient.connected(port) };
  };

const setStage = (options?: LineGatewayOptions, events?: GatewayEvent[]) => GatewayStage.set(overTcp(options, events));
const guestOf = async (stage: GatewayStage, name = 'Guest'): Promise<LineClient> => (await stage.guest(name)) as LineClient;
const strangerOf = async (stage: GatewayStage): Promise<LineClient> => (await stage.served.connect()) as LineClient;

gatewayContract('line, over TCP', overTcp());

describe('the line gateway', { timeout: 60_000 }, () => {
  it('[G1] does not start where it cannot serve', async () => {
    await using stage = await setStage();
    const port = (await strangerOf(stage)).socket.remotePort ?? 0;
    const make = (options: LineGatewayOptions) => new LineGateway({ ...nobody, tell: () => {} }, options);
    await expect(make({ listen: { host: '127.0.0.1', port } }).start()).rejects.toThrow(ChannelError);
    await expect(make({ serial: { path: '/dev/there-is-none', baudRate: 9600 } }).start()).rejects.toThrow(/cannot be opened/);
  });

  it('[G7] answers each line by its number, and does a declaration before what follows it', async () => {
    await using stage = await setStage();
    const guest = await guestOf(stage);
    guest.say(
      'declare lab/x number unit=m good-for=60000',
      '# a comment',
      'set lab/x 1.5',
      'get lab/x',
      'get lab/none',
      'set lab/x far',
      'frobnicate',
    );
    await guest.line(/^err 8 syntax column 1: "frobnicate" is no word/);
    expect(guest.heard.slice(1).toSorted()).toEqual([
      'err 6 unknown there is no variable lab/none',
      'err 7 syntax column 11: "far" is no number: write a number, such as 1.5 or -2e-3',
      expect.stringMatching(/^err 8 syntax/),
      'ok 2',
      'ok 4',
      expect.stringMatching(/^ok 5 lab\/x 1\.5 age=\d+$/),
    ]);
    expect(await guest.ask('list lab/**')).toBe('ok 1');
    expect(guest.heard).toContain('item 9 lab/x number "m"');
    expect(await guest.ask('bind lab/x deadband=0.5')).toBe('ok');
    await guest.line(/^val 10 lab\/x 1\.5 age=\d+$/);
    await guest.ask('set lab/x 1.7');
    await guest.ask('set lab/x 2.5');
    await guest.line(/^val 10 lab\/x 2\.5 age=\d+$/);
    expect(guest.heard.filter((line) => line.startsWith('val'))).toHaveLength(2);
    expect(await guest.ask('unbind 10')).toBe('ok');
    expect(await guest.ask('unbind 10')).toMatch(/^err unknown line 10 has bound nothing/);
    expect(await guest.ask('get lab/x max-age=1')).toMatch(/^err stale it is \d+ ms old/);
    expect(await guest.ask('get Not-a-name')).toMatch(/^err unknown/);
    expect(await guest.ask('bind a/**/b')).toMatch(/^err syntax .* is not a pattern/);
    expect(await guest.ask('help')).toMatch(/^ok hello TOKEN/);
    expect(await guest.ask('bye')).toBe('ok bye');
    await until('the connection to end', () => guest.isOver);
  });

  it('[G8] closes who says no hello, keeps the newest of those, and ends it after three wrong ones', async () => {
    await using stage = await setStage({ limits: { helloMs: 1500, strangers: 2 } });
    const first = await strangerOf(stage);
    expect(await first.ask('get lab/x')).toMatch(/^err hello say hello first/);
    const [second, third] = [await strangerOf(stage), await strangerOf(stage)];
    expect(await first.line(/^bye! /)).toBe('bye! others wait, too: say hello at once');
    await until('it to be closed', () => first.isOver);
    expect(await second.line(/^bye! /)).toBe('bye! nobody said hello within 1500 ms');
    await third.line(/^bye! /);
    const guesser = await strangerOf(stage);
    for (let i = 0; i < 3; i++) expect(await guesser.ask('hello wrong Eve')).toMatch(/^err refused/);
    await guesser.line(/^bye! 3 hellos were refused/);
    const browser = await strangerOf(stage);
    browser.raw('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nhello - Eve\r\nlist\r\n');
    await browser.line(/^bye! this is no web server$/);
    const unlinked = await strangerOf(stage);
    expect(await unlinked.ask('hello - Eve'), 'the hub asks everybody for a link').toMatch(/^err refused/);
  });

  it('[G9] moves nothing by lines that nobody can prove to be fresh, nor by a backlog that is let loose at once', async () => {
    await using stage = await setStage();
    const guest = await guestOf(stage);
    expect(await guest.ask('set robots/rover/twist 0.5,0,0')).toMatch(/^err late nothing says when this was sent/);
    expect(await guest.ask('set robots/rover/twist 0.5,0,0 nonce=aaaaaa')).toMatch(/^err late nonce=\w{6} the nonce aaaaaa is not one/);
    const nonce = await guest.nonce();
    const backlog = Array.from({ length: 40 }, () => `set robots/rover/twist 0.5,0,0 nonce=${nonce}`);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const last = guest.say(...backlog);
    expect(await guest.answerTo(last)).toMatch(/^err late nonce=\w+ it may be \d+ ms old, by its nonce, where 400 ms are allowed/);
    expect(guest.heard.filter((line) => line.startsWith('err'))).toHaveLength(42);
    expect(stage.roverX).toBe(0);
    expect(await guest.drive('rover')).toBe('done');
    await until('it to move by a fresh one', () => stage.roverX > 0);
    const old = await guest.nonce();
    expect(await guest.stop('rover'), 'a stop is never late').toBe('done');
    expect(await guest.ask(`set robots/rover/control/stopped false nonce=${old}`)).toMatch(/^ok nonce=\w{6}$/);
    await until('it to be re-armed', () => stage.owner.entity('rover')?.control.stop === undefined);
  });

  it('[G10] makes what is written as old as it may be: assumed without a nonce, measured with one', async () => {
    await using stage = await setStage({ linkDelayMs: 300 });
    const guest = await guestOf(stage);
    await guest.ask('declare lab/x number');
    expect(await guest.ask('set lab/x 1 age=1000')).toBe('ok');
    await stage.owner.board.ready;
    const assumed = await until('the value', () => {
      const answer = stage.owner.board.read('lab/x');
      return answer.kind === 'value' && answer;
    });
    expect(assumed.ageMs).toBeGreaterThanOrEqual(1300);
    expect(assumed.hops).toMatchObject([
      { node: 'device', kind: 'device', shareMs: 1000, basis: 'measured' },
      { node: 'line', kind: 'gateway', shareMs: 300, basis: 'assumed' },
      { node: 'gateway', kind: 'gateway', basis: 'measured' },
      { node: 'guest', kind: 'participant', basis: 'measured' },
    ]);
    const nonce = await guest.nonce();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await guest.ask(`set lab/x 2 nonce=${nonce}`)).toMatch(/^ok nonce=/);
    const measured = await until('the next value', () => {
      const answer = stage.owner.board.read('lab/x');
      return answer.kind === 'value' && answer.value === 2 && answer;
    });
    expect(measured.hops.map(({ node, basis }) => [node, basis])).toEqual([
      ['device', 'measured'],
      ['line', 'measured'],
      ['guest', 'measured'],
    ]);
    expect(measured.hops[1]?.shareMs).toBeGreaterThanOrEqual(100);
    expect(Number(/age=(\d+)/.exec(await guest.ask('get lab/x'))?.[1]), 'and grows on its way back').toBeGreaterThanOrEqual(400);
    expect(await guest.ask('age lab/x')).toMatch(/^ok lab\/x age=\d+ hops=device:0,line:\d+,guest:\d+,line:300~ writer=guest$/);
  });

  it('[G10] takes a line for as old as its beginning', async () => {
    await using stage = await setStage({ linkDelayMs: 0 });
    const guest = await guestOf(stage);
    await guest.ask('declare lab/x number');
    guest.raw('set lab/x ');
    await delay(systemClock, 600);
    guest.raw('1\n');
    const answer = await until('the value', () => {
      const read = stage.owner.board.read('lab/x');
      return read.kind === 'value' && read;
    });
    const share = answer.hops.find(({ node }) => node === 'gateway')?.shareMs;
    expect(share).toBeGreaterThanOrEqual(590);
  });

  it('[G10] counts a standstill of the gateway as time that lines lay unread', async () => {
    const time = new VirtualTime();
    let leapMs = 0;
    const clock = { ...time.clock(), now: () => time.now + leapMs };
    using wakefulness = new Wakefulness(clock);
    const residence = new Residence(clock, wakefulness, 100);
    await time.run(1000);
    expect(clock.now() - residence.arrived(clock.now() - 10, 10)).toBeLessThanOrEqual(40);
    // The process stands still for two seconds; then a timer is due first, and what has piled up is read.
    leapMs = 2000;
    await time.run(1020);
    expect(clock.now() - residence.arrived(clock.now() - 2010, 10)).toBeGreaterThanOrEqual(2000);
    await time.run(1060);
    expect(clock.now() - residence.arrived(clock.now(), 10), 'what was there at once may be as old').toBeGreaterThanOrEqual(2040);
    expect(clock.now() - residence.arrived(clock.now() - 10, 10)).toBeLessThanOrEqual(40);
  });

  it('[G10] counts the time for which the gateway held a line back, also for what comes out of the buffers of others', async () => {
    const time = new VirtualTime();
    const clock = time.clock();
    using wakefulness = new Wakefulness(clock);
    const residence = new Residence(clock, wakefulness, 100);
    const ageOf = (waitedMs: number, bytes: number) => clock.now() - residence.arrived(clock.now() - waitedMs, bytes);
    await time.run(1000);
    expect(ageOf(10, 100)).toBeLessThanOrEqual(40);
    // A line of that piece waits for five seconds, and with it all that comes meanwhile.
    await time.run(6000);
    expect(ageOf(0, 40_000)).toBeGreaterThanOrEqual(5000);
    expect(ageOf(0, 40_000)).toBeGreaterThanOrEqual(5000);
    // The channel has nothing more, but the system has: it was sent just as long ago.
    await time.run(6005);
    expect(ageOf(5, 40_000)).toBeGreaterThanOrEqual(5000);
    await time.run(6100);
    expect(ageOf(50, 40_000)).toBeGreaterThanOrEqual(5000);
    // By now all of it has come.
    await time.run(6300);
    expect(ageOf(10, 100)).toBeLessThanOrEqual(40);
    // What the channel itself had room for was read as it came: nothing waits behind it.
    await time.run(9000);
    expect(ageOf(0, 1000)).toBeGreaterThanOrEqual(2700);
    await time.run(9005);
    expect(ageOf(5, 1000)).toBeLessThanOrEqual(40);
  });

  it('[G11] cuts one who reads nothing', async () => {
    const events: GatewayEvent[] = [];
    await using stage = await setStage({ limits: { stalledMs: 1000 } }, events);
    const reader = await guestOf(stage, 'Slow');
    const { board } = stage.owner;
    await board.declare('lab/long', { type: 'text' });
    expect(await reader.ask('bind lab/long')).toBe('ok');
    reader.socket.pause();
    const filler = 'x'.repeat(10_000);
    let written = 0;
    // Below what a hub takes from one participant.
    const writing = setInterval(() => void board.write('lab/long', `${written++} ${filler}`), 4);
    try {
      await until('it to be cut', () => events.find((event) => event.event === 'went' && event.reason === 'nothing was read for 1000 ms'));
    } finally {
      clearInterval(writing);
    }
    await until('its participant to leave', () => !stage.strangers.includes('slow'));
  });

  it('[G1] [G11] does not wait for one who says bye and reads nothing', async () => {
    await using stage = await setStage({ limits: { stalledMs: 600_000 } });
    const reader = await guestOf(stage, 'Slow');
    const { board } = stage.owner;
    await board.declare('lab/long', { type: 'text' });
    expect(await reader.ask('bind lab/long')).toBe('ok');
    reader.socket.pause();
    const writing = setInterval(() => void board.write('lab/long', 'x'.repeat(10_000)), 4);
    try {
      // Twice as much as the sockets between them hold.
      await delay(systemClock, 4000);
    } finally {
      clearInterval(writing);
    }
    reader.say('bye');
    await until('its participant to leave', () => !stage.strangers.includes('slow'));
    await stage.served.gateway.stop();
  });

  it('[G13] tells no more of what is wrong with a line than can be used', async () => {
    await using stage = await setStage();
    const answer = await (await strangerOf(stage)).ask(`nonce ${'a '.repeat(400)}`);
    expect(answer).toMatch(/^err syntax .*and 397 more$/);
    expect(answer.length).toBeLessThan(1000);
  });

  it('[G13] limits the length of lines, guests, bindings and lists, and says which limit it was', async () => {
    await using stage = await setStage({ limits: { guests: 1, bindings: 2, listed: 2 } });
    const guest = await guestOf(stage);
    guest.raw(`set ${'x'.repeat(1024 * 1024)}\n`);
    await guest.line(/^err 2 long a line has at most 1024 bytes$/);
    guest.raw('list rob');
    await new Promise((resolve) => setTimeout(resolve, 50));
    guest.raw('ots/**\n');
    await guest.line(/^ok 3 2 of \d+$/);
    for (let i = 0; i < 2; i++) expect(await guest.ask('bind lab/*')).toBe('ok');
    expect(await guest.ask('bind lab/*')).toMatch(/^err busy there are 2 bindings already/);
    const second = await strangerOf(stage);
    expect(await second.ask(`hello ${stage.token} Second`)).toMatch(/^err busy 1 guests are here already/);
  });

  it.each(['list lab/**', 'bind lab/*'])('[G15] charges for what is told at once: %s', async (line) => {
    // Forty lines, and no more in the time of a test.
    const lines = { messagesPerS: 0.001, bytesPerS: 1e6, burstS: 40_000 };
    await using stage = await setStage({ limits: { lines } });
    const names = Array.from({ length: 30 }, (_, i) => `lab/v${i}`);
    for (const name of names) await stage.owner.board.declare(name, { type: 'number' });
    const guest = await guestOf(stage);
    expect(await guest.ask(line)).toBe(line.startsWith('list') ? 'ok 30' : 'ok');
    // One for the hello, one for the line, thirty for what it told: eight are left.
    guest.say(...Array.from({ length: 20 }, () => 'nonce'));
    const nonces = () => guest.heard.filter((heard) => /^ok \d+ nonce=/.test(heard)).length;
    await until('the eight', () => nonces() >= 8);
    await delay(systemClock, 500);
    expect(nonces()).toBe(8);
  });

  it('[G14] tells what the hub refused later, and ends when the link is revoked', async () => {
    await using stage = await setStage();
    await stage.owner.board.declare('lab/x', { type: 'number' });
    const { link, id } = (await stage.hub.invite({ role: 'viewer' }, 'w')) as { link: string; id: string };
    const viewer = (await stage.guest('Viewer', tokenOf(link))) as LineClient;
    expect(await viewer.ask('declare lab/y number')).toMatch(/^err refused .*viewers may not/);
    viewer.say('set lab/x 1');
    await viewer.line(/^note .*viewers may not publish/);
    const { token } = await stage.hub.administrator();
    const revoked = await stage.hub.call(`DELETE /api/v1/worlds/w/invitations/${id}`, { token });
    expect(revoked.ok).toBe(true);
    await viewer.line(/^bye! /);
    await until('the connection to end', () => viewer.isOver);
  });
});

describe('the line gateway of a hub that lets in who is on its machine', { timeout: 60_000 }, () => {
  it('[G8] takes hello - as the first line and never behind anything else', async () => {
    await using hub = await HubStage.start({ host: '127.0.0.1' });
    const enter = ({ name }: Newcomer) => joinWorld(hub.hub.url, { name, world: 'w', onError: () => {} });
    const { gateway, connect } = overTcp()({ ...nobody, enter });
    await gateway.start();
    try {
      const first = (await connect()) as LineClient;
      expect(await first.ask('hello - Ann')).toBe('ok hello ann w');
      expect(await first.ask('hello - Ben'), 'and again').toBe('ok hello ben w');
      const other = (await connect()) as LineClient;
      other.say('POST lines');
      await other.line(/^err 1 syntax/);
      expect(await other.ask('hello - Eve')).toMatch(/^err refused a token is needed/);
      const long = (await connect()) as LineClient;
      long.say('x'.repeat(2000));
      await long.line(/^err 1 long/);
      expect(await long.ask('hello - Mallory')).toMatch(/^err refused a token is needed/);
    } finally {
      await gateway.stop();
    }
  });
});

describe('the line gateway on a serial line', { timeout: 60_000 }, () => {
  it('[G12] has one guest at a time, forgets noise, and finds a line again that was unplugged', async () => {
    const line = await SerialLine.lay();
    const events: GatewayEvent[] = [];
    const serial = { path: line.path, baudRate: 115_200 };
    await using stage = await GatewayStage.set((ports) => {
      const gateway = new LineGateway({ ...ports, tell: (event) => void events.push(event) }, { serial, limits: { reopenMs: 100 } });
      return { gateway, connect: () => Promise.reject(new Error('there is one line, and it is there')) };
    });
    const device = new LineClient(Duplex.from({ readable: line.far.stdout, writable: line.far.stdin }));
    device.raw(Uint8Array.of(0, 255, 128, 7, 10));
    device.raw('half a li');
    device.raw('\n');
    await device.line(/^err 2 syntax column 1: "half" is no word/);
    expect(await device.enter(stage.token, 'Sensor')).toBe('in');
    await until('it in the world', () => stage.strangers.includes('sensor'));
    expect(await device.ask('declare lab/x number')).toBe('ok');
    expect(await device.ask('set lab/x 4')).toBe('ok');
    // It was reset in the middle of a line, and begins anew.
    device.raw('set lab/x 9');
    device.raw(Uint8Array.of(0, 255, 10));
    await device.line(/^err 4 syntax column 12/);
    expect(await device.ask(`hello ${stage.token} Sensor`)).toBe('ok hello sensor w');
    expect(stage.served.gateway.guests).toEqual([{ id: 'sensor', place: line.path }]);
    expect(await device.drive('rover')).toBe('done');
    expect(await device.ask('bye')).toBe('ok bye');
    await until('it to have left', () => !stage.strangers.includes('sensor'));
    expect(await device.enter(stage.token, 'Sensor')).toBe('in');
    line.unplug();
    await until('it to be missed', () => events.find(({ event }) => event === 'place-lost'));
    await until('its guest to have left', () => !stage.strangers.includes('sensor'));
    await using again = await SerialLine.lay(line.path);
    await until('it to be found', () => events.find(({ event }) => event === 'place-found'));
    const back = new LineClient(Duplex.from({ readable: again.far.stdout, writable: again.far.stdin }));
    expect(await back.enter(stage.token, 'Sensor')).toBe('in');
    expect(await joinedValue(stage)).toBe(4);
  });
});

/** What somebody who comes now reads of what the device wrote. */
async function joinedValue(stage: GatewayStage): Promise<unknown> {
  await using late = await joinWorld(stage.hub.hub.url, { name: 'Late', world: 'w', link: stage.token, onError: () => {} });
  await late.board.ready;
  const answer = late.board.read('lab/x');
  return answer.kind === 'value' ? answer.value : answer.last;
}
