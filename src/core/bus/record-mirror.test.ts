import { describe, expect, it } from 'vitest';
import { bytesToText, textToBytes } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { RecordMirror } from './record-mirror.ts';
import { RECORDS, SimulatedNetwork } from './simulated.ts';

/** A mirror in one process, and a writer in another. */
function mirrored(records: 'one server' | 'three servers' = 'one server') {
  const time = new VirtualTime();
  const reported: unknown[] = [];
  const network = new SimulatedNetwork({ time, random: seededRandom(1), report: (error) => reported.push(error), records });
  const bus = network.node('reader').connect();
  const writer = network.node('writer').connect().bucket('b');
  const told: string[] = [];
  const mirror = new RecordMirror(bus.bucket('b'), {
    decode: (bytes) => {
      const text = bytesToText(bytes);
      if (text === 'bad') throw new MalformedError('it is bad');
      return text;
    },
    onChange: (key, record) => told.push(`${key} ${record?.value ?? 'is gone'}`),
    report: (error) => reported.push(error),
  });
  bus.onStatus((status) => status.kind === 'reconnecting' && mirror.expectRelisting());
  const run = (durationMs: number) => time.run(time.now + durationMs);
  const set = async (key: string, value: string | undefined) => {
    const known = await settled(writer.get(key));
    await settled(writer.swap(key, known?.revision, value === undefined ? undefined : textToBytes(value)));
    await run(20);
  };
  const settled = async <T>(promise: Promise<T>): Promise<T> => {
    await run(50);
    return promise;
  };
  return { run, set, network, mirror, told, reported };
}

describe('a mirror of records', () => {
  it('does not go back to what it knows to be replaced, when a server that is behind lists it again', async () => {
    const { run, set, network, mirror, told } = mirrored('three servers');
    await run(100);
    await set('k', 'old');
    await run(4000);
    await set('k', 'new');
    network.faults.serverLagMs = 3000;
    // Whichever server it reads from dies at some time, and the others are behind.
    for (let i = 0; i < 3; i++) {
      network.loseRecordsLeader(100);
      await run(1);
      network.electRecordsLeader();
    }
    await run(2000);
    expect(network.counts.relistings).toBeGreaterThan(0);
    expect([mirror.get('k')?.value, told]).toEqual(['new', ['k old', 'k new']]);
  });

  it('is synced when all records there were have been told, of none too', async () => {
    const { run, mirror } = mirrored();
    expect(mirror.isSynced).toBe(false);
    await run(50);
    await mirror.synced;
    expect(mirror.isSynced).toBe(true);
  });

  it('[W25] holds what the watch told last, and its revision', async () => {
    const { set, mirror, told } = mirrored();
    await set('arm', 'ann');
    const before = mirror.get('arm');
    await set('arm', 'bob');
    expect(mirror.get('arm')?.value).toBe('bob');
    expect(mirror.get('arm')?.revision).not.toBe(before?.revision);
    await set('arm', undefined);
    expect([mirror.get('arm'), [...mirror.entries()]]).toEqual([undefined, []]);
    expect(told).toEqual(['arm ann', 'arm bob', 'arm is gone']);
  });

  it('[W26] remembers which revisions it has seen, so that a later one is known to be later', async () => {
    const { set, mirror } = mirrored();
    await set('arm', 'ann');
    const first = mirror.get('arm')?.revision ?? expect.fail('it was told');
    await set('arm', 'bob');
    expect([mirror.hasSeen('arm', first), mirror.hasSeen('leg', first)]).toEqual([true, false]);
    for (let i = 0; i < 10; i++) await set('arm', `${i}`);
    expect(mirror.hasSeen('arm', first)).toBe(false);
  });

  it('drops what was removed while the connection was lost, and tells only of what changed', async () => {
    const { run, set, network, mirror, told } = mirrored();
    await set('arm', 'ann');
    await set('leg', 'ann');
    network.block('reader', RECORDS);
    network.block(RECORDS, 'reader');
    await run(2500);
    await set('arm', undefined);
    network.unblockAll();
    await run(1000);
    expect([...mirror.entries()].map(([key]) => key)).toEqual(['leg']);
    expect(told).toEqual(['arm ann', 'leg ann', 'arm is gone']);
  });

  it('[W6] reports a record that makes no sense, and keeps the one before', async () => {
    const { set, mirror, reported } = mirrored();
    await set('arm', 'ann');
    await set('arm', 'bad');
    expect(mirror.get('arm')?.value).toBe('ann');
    expect(reported).toEqual([new MalformedError('it is bad')]);
  });

  it('is silent once it is disposed', async () => {
    const { set, mirror, told } = mirrored();
    mirror[Symbol.dispose]();
    await set('arm', 'ann');
    expect(told).toEqual([]);
  });
});
