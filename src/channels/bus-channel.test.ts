import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/base/random.ts';
import { EmbeddedBackbone } from '../core/bus/embedded.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandom } from '../platform/system-random.ts';
import { BusChannel } from './bus-channel.ts';
import { channelContract, type OtherSide, pattern, until } from './channel.contract.ts';

const backbone = (report: (error: unknown) => void = () => {}) => new EmbeddedBackbone({ defer: setImmediate, report, clock: systemClock });

channelContract('bus', async () => {
  const bones = backbone();
  const [ours, theirs] = [bones.connect('ours'), bones.connect('theirs')];
  const side = (here: string, there: string, bus: typeof ours) =>
    new BusChannel({ bus, clock: systemClock, random: systemRandom, here: `line.${here}`, there: `line.${there}` });
  const channel = side('a', 'b', ours);
  const far = side('b', 'a', theirs);
  const pieces: Uint8Array[] = [];
  let listening: Disposable | undefined;
  const listen = () => {
    listening ??= far.subscribe((bytes) => pieces.push(bytes));
  };
  return {
    unopened: () => side('d', 'b', ours),
    async meet() {
      await Promise.all([channel.open(), far.open()]);
      listen();
      const other: OtherSide = {
        get received() {
          return Buffer.concat(pieces);
        },
        send: (bytes) => void far.write(bytes).catch(() => {}),
        stopReading: () => {
          listening?.[Symbol.dispose]();
          listening = undefined;
        },
        goOnReading: listen,
        vanish: () => void theirs.drain(),
      };
      return { channel, other };
    },
    nowhere: () => side('c', 'nobody', ours),
    open: () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout'),
    async [Symbol.asyncDispose]() {
      await Promise.all([channel.close(), far.close()]);
      await Promise.all([ours.drain(), theirs.drain()]);
    },
  };
});

describe('BusChannel', () => {
  it('[C2] carries all bytes once over a bus that loses questions and answers', async () => {
    const bones = backbone();
    const random = seededRandom(7);
    const [ours, theirs] = [bones.connect('ours'), bones.connect('theirs')];
    let lost = 0;
    // One in three answers never comes: what it was for is said again, and taken once.
    const lossy: typeof ours = Object.create(ours, {
      self: { value: ours.self },
      status: { get: () => ours.status },
      subscribe: { value: ours.subscribe.bind(ours) },
      request: {
        value: async (...asked: Parameters<typeof ours.request>) => {
          const answer = await ours.request(...asked);
          if (random.next() > 1 / 3) return answer;
          lost++;
          const { TimeoutError } = await import('../core/bus/bus.ts');
          throw new TimeoutError(asked[0], 0);
        },
      },
    });
    const ports = { clock: systemClock, random: systemRandom };
    await using near = new BusChannel({ ...ports, bus: lossy, here: 'line.a', there: 'line.b' });
    await using far = new BusChannel({ ...ports, bus: theirs, here: 'line.b', there: 'line.a' });
    await Promise.all([near.open(), far.open()]);
    const pieces: Uint8Array[] = [];
    far.subscribe((bytes) => pieces.push(bytes));
    const sent = pattern(300_000);
    await near.write(sent);
    await until('all of it', () => Buffer.concat(pieces).length >= sent.length);
    expect(Buffer.compare(Buffer.concat(pieces), sent)).toBe(0);
    expect(lost).toBeGreaterThan(0);
  });

  it('[C6] is over when the other side was started again: the new one is another', async () => {
    const bones = backbone();
    const [ours, theirs] = [bones.connect('ours'), bones.connect('theirs')];
    const ports = { clock: systemClock, random: systemRandom };
    await using near = new BusChannel({ ...ports, bus: ours, here: 'line.a', there: 'line.b' });
    const far = new BusChannel({ ...ports, bus: theirs, here: 'line.b', there: 'line.a' });
    await Promise.all([near.open(), far.open()]);
    await theirs.drain();
    await using again = new BusChannel({ ...ports, bus: bones.connect('theirs'), here: 'line.b', there: 'line.a' });
    const opening = again.open().catch(() => {});
    await expect(near.write(pattern(3))).rejects.toThrow(/has gone/);
    await again.close();
    await opening;
  });

  it('[C10] is over when the bus refuses a piece: who writes is told why, and nothing follows the piece that was lost', async () => {
    const bones = backbone();
    const [ours, theirs] = [bones.connect('ours'), bones.connect('theirs')];
    let isRefusing = false;
    const refusing: typeof ours = Object.create(ours, {
      self: { value: ours.self },
      status: { get: () => ours.status },
      subscribe: { value: ours.subscribe.bind(ours) },
      request: {
        value: async (...asked: Parameters<typeof ours.request>) => {
          if (isRefusing && asked[1].length > 40) throw new RangeError('this is larger than the bus carries');
          return ours.request(...asked);
        },
      },
    });
    const ports = { clock: systemClock, random: systemRandom };
    await using near = new BusChannel({ ...ports, bus: refusing, here: 'line.a', there: 'line.b' });
    await using far = new BusChannel({ ...ports, bus: theirs, here: 'line.b', there: 'line.a' });
    await Promise.all([near.open(), far.open()]);
    await near.write(pattern(3));
    isRefusing = true;
    const [refused, next] = [near.write(pattern(50)), near.write(pattern(7))];
    await expect(refused).rejects.toMatchObject({
      name: 'ChannelError',
      message: 'bus line.b broke: this is larger than the bus carries',
      cause: expect.any(RangeError),
    });
    isRefusing = false;
    await expect(next).rejects.toThrow(/broke: this is larger/);
    await expect(near.read()).rejects.toThrow(/broke: this is larger/);
    expect(await near.ended).toEqual({ kind: 'broken', reason: 'this is larger than the bus carries' });
    expect(await far.read()).toEqual(pattern(3));
    // It is told at once, and has not to find out by silence.
    await expect(far.read()).rejects.toThrow(/has gone/);
  });
});
