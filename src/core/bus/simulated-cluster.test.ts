import { describe, expect, it } from 'vitest';
import { textToBytes } from '../base/bytes.ts';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import type { Bus, Revision, SwapResult } from './bus.ts';
import { watched } from './harness.contract.ts';
import { SimulatedNetwork } from './simulated.ts';

function threeServers(seed = 1) {
  const time = new VirtualTime();
  const report = (error: unknown) => {
    throw error;
  };
  const network = new SimulatedNetwork({ time, random: seededRandom(seed), report, records: 'three servers' });
  const swap = (bus: Bus, expected: Revision | undefined, text: string) => {
    const outcome: { result?: SwapResult; timeMs?: number } = {};
    void bus
      .bucket('own')
      .swap('puma', expected, textToBytes(text))
      .then((result) => Object.assign(outcome, { result, timeMs: time.now }));
    return outcome;
  };
  return { time, network, ann: network.node('ann').connect(), ben: network.node('ben').connect(), swap };
}

describe('records on three servers', () => {
  it('a leader that dies takes with it what it alone had; a repetition is decided by the next one, and told once', async () => {
    const fates = new Set<string>();
    for (let seed = 1; seed <= 8; seed++) {
      const { time, network, ann, ben, swap } = threeServers(seed);
      network.faults.replicationMs = 50;
      const lines = watched(ben.bucket('own'));
      await time.run(100);
      const written = swap(ann, undefined, 'one');
      await time.run(120);
      network.loseRecordsLeader(5000);
      await time.run(5000);
      expect([written.result, lines]).toEqual([undefined, ['synced']]);
      await time.run(8000);
      expect(written.result?.kind).toBe('applied');
      expect(lines.filter((line) => line === 'puma=one').length).toBeGreaterThan(0);
      fates.add(network.counts.writesUndone === 1 ? 'undone' : 'kept');
    }
    expect([...fates].toSorted()).toEqual(['kept', 'undone']);
  });

  it('who asks while a write is not decided is told of a conflict, though that write comes to nothing', async () => {
    const { time, network, ann, ben, swap } = threeServers(2);
    network.faults.replicationMs = 50;
    await time.run(100);
    const first = swap(ann, undefined, 'first');
    await time.run(110);
    const second = swap(ben, undefined, 'second');
    await time.run(130);
    expect([first.result, second.result]).toEqual([undefined, { kind: 'conflict' }]);
  });

  it('a lost reply is asked for again under the same id: what was applied is told as applied', async () => {
    const { time, network, ann, ben, swap } = threeServers();
    const lines = watched(ben.bucket('own'));
    await time.run(100);
    network.faults.swapReplyLoss = 1;
    const written = swap(ann, undefined, 'one');
    await time.run(1000);
    network.faults.swapReplyLoss = 0;
    expect([written.result, lines]).toEqual([undefined, ['synced', 'puma=one']]);
    await time.run(1700);
    expect(written.result?.kind).toBe('applied');
    expect(lines).toEqual(['synced', 'puma=one']);
  });

  it('without a leader for 12 s a swap is unknown after 10 s', async () => {
    const { time, network, ann, swap } = threeServers();
    network.loseRecordsLeader(12_000);
    const written = swap(ann, undefined, 'one');
    await time.run(11_000);
    expect([written.result?.kind, written.timeMs]).toEqual(['unknown', 10_000]);
  });

  it('a server that is behind tells late of what no news told, and a read from it is old', async () => {
    const { time, network, ann, ben, swap } = threeServers(3);
    Object.assign(network.faults, { serverLagMs: 500, newsLoss: 1 });
    // The leader is not behind: of eight who watch some read from the others.
    const lists = Array.from({ length: 8 }, (_, i) => watched(network.node(`reader-${i}`).connect().bucket('own')));
    await time.run(100);
    swap(ann, undefined, 'one');
    await time.run(300);
    const told = lists.map((lines) => lines.length - 1);
    expect([Math.min(...told), Math.max(...told)]).toEqual([0, 1]);
    const reads = Array.from({ length: 8 }, () => ben.bucket('own').get('puma'));
    await time.run(350);
    expect(new Set((await Promise.all(reads)).map((entry) => entry === undefined)).size).toBe(2);
    await time.run(1000);
    expect(new Set(lists.map((lines) => lines.join()))).toEqual(new Set(['synced,puma=one']));
  });

  it('a watch whose server died is listed again by another, deletions included', async () => {
    const { time, network, ann, ben, swap } = threeServers(4);
    const written = swap(ann, undefined, 'one');
    await time.run(100);
    const lists = Array.from({ length: 8 }, (_, i) => watched(network.node(`reader-${i}`).connect().bucket('own')));
    await time.run(200);
    network.faults.newsLoss = 1;
    network.loseRecordsLeader(300);
    await time.run(600);
    if (written.result?.kind !== 'applied') expect.unreachable('the first swap was not applied');
    else void ben.bucket('own').swap('puma', written.result.revision, undefined);
    await time.run(5000);
    const relisted = lists.filter((lines) => lines.filter((line) => line === 'synced').length === 2);
    expect(relisted.length).toBeGreaterThan(0);
    for (const lines of lists) expect(lines).toContain('puma deleted');
  });
});
