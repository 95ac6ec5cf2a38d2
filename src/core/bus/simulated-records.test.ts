import { describe, expect, it } from 'vitest';
import { bytesToText, textToBytes } from '../base/bytes.ts';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { type Bus, type Revision, type SwapResult, TimeoutError } from './bus.ts';
import { watched } from './harness.contract.ts';
import { RECORDS, SimulatedNetwork } from './simulated.ts';

function simulation() {
  const time = new VirtualTime();
  const report = (error: unknown) => {
    throw error;
  };
  const network = new SimulatedNetwork({ time, random: seededRandom(1), report });
  return { time, network, ann: network.node('ann').connect(), ben: network.node('ben').connect() };
}

/** Swaps the record `puma` and notes when and how it ends. */
function swapping(time: VirtualTime, bus: Bus, expected: Revision | undefined, text: string) {
  const outcome: { result?: SwapResult; timeMs?: number } = {};
  void bus
    .bucket('own')
    .swap('puma', expected, textToBytes(text))
    .then((result) => Object.assign(outcome, { result, timeMs: time.now }));
  return outcome;
}

describe('swaps under faults', () => {
  it('a stall of 5 s lets callers know nothing after 2 s, and applies in order when it ends', async () => {
    const { time, network, ann, ben } = simulation();
    const lines = watched(ben.bucket('own'));
    await time.run(100);
    network.stallRecords(5000);
    const first = swapping(time, ann, undefined, 'first');
    const second = swapping(time, ben, undefined, 'second');
    await time.run(2200);
    expect([first.result?.kind, second.result?.kind]).toEqual(['unknown', 'unknown']);
    expect(first.timeMs).toBe(2100);
    await time.run(5090);
    expect(lines).toEqual(['synced']);
    await time.run(5200);
    expect(lines).toHaveLength(2);
    expect(['puma=first', 'puma=second']).toContain(lines[1]);
  });

  it('a stall under 2 s only delays the answer, and reads go on meanwhile', async () => {
    const { time, network, ann, ben } = simulation();
    network.stallRecords(1500);
    const swap = swapping(time, ann, undefined, 'one');
    const read = ben.bucket('own').get('puma');
    await time.run(100);
    expect(await read).toBeUndefined();
    expect(swap.result).toBeUndefined();
    await time.run(2000);
    expect(swap.result?.kind).toBe('applied');
    expect(swap.timeMs).toBeGreaterThanOrEqual(1501);
    expect(swap.timeMs).toBeLessThan(1505);
  });

  it('a lost reply is unknown after 2 s, though the swap was applied', async () => {
    const { time, network, ann, ben } = simulation();
    network.faults.swapReplyLoss = 1;
    const lines = watched(ben.bucket('own'));
    await time.run(100);
    const swap = swapping(time, ann, undefined, 'one');
    await time.run(200);
    expect([swap.result, lines]).toEqual([undefined, ['synced', 'puma=one']]);
    await time.run(2500);
    expect([swap.result?.kind, swap.timeMs]).toEqual(['unknown', 2100]);
    expect(network.counts.swapRepliesLost).toBe(1);
  });

  it('swapReplyLoss of 0.3 loses about three answers of ten', async () => {
    const { time, network, ann } = simulation();
    network.faults.swapReplyLoss = 0.3;
    for (let i = 0; i < 1000; i++) void ann.bucket('own').swap(`key-${i}`, undefined, textToBytes(''));
    await time.run(3000);
    expect(network.counts.swapRepliesLost).toBeGreaterThan(250);
    expect(network.counts.swapRepliesLost).toBeLessThan(350);
  });

  it.each([
    { from: 'ann', to: RECORDS, happened: 'not applied', lines: ['synced'] },
    { from: RECORDS, to: 'ann', happened: 'applied', lines: ['synced', 'puma=one'] },
  ])('a swap is unknown when $from > $to is blocked, and was $happened', async ({ from, to, lines }) => {
    const { time, network, ann, ben } = simulation();
    const seen = watched(ben.bucket('own'));
    await time.run(100);
    network.block(from, to);
    const swap = swapping(time, ann, undefined, 'one');
    await time.run(5000);
    expect([swap.result?.kind, swap.timeMs]).toEqual(['unknown', 2100]);
    expect(seen).toEqual(lines);
  });

  it('a stalled way to the records applies a swap after its caller gave up', async () => {
    const { time, network, ann, ben } = simulation();
    const seen = watched(ben.bucket('own'));
    network.stall('ann', RECORDS, 3000);
    const swap = swapping(time, ann, undefined, 'one');
    await time.run(2500);
    expect([swap.result?.kind, seen]).toEqual(['unknown', ['synced']]);
    await time.run(3100);
    expect(seen).toEqual(['synced', 'puma=one']);
  });
});

describe('reads under faults', () => {
  it('staleReads of 0.5 answers the value before in about half of the reads, for a second and no longer', async () => {
    const { time, network, ann, ben } = simulation();
    const made = swapping(time, ann, undefined, 'old');
    await time.run(100);
    if (made.result?.kind !== 'applied') expect.unreachable('the first swap was not applied');
    else swapping(time, ann, made.result.revision, 'new');
    await time.run(200);
    network.faults.staleReads = 0.5;
    const texts: string[] = [];
    const read = async () => {
      const entry = await ben.bucket('own').get('puma');
      texts.push(entry ? bytesToText(entry.value) : 'none');
    };
    for (let i = 0; i < 400; i++) time.at(200 + i, () => void read());
    await time.run(1000);
    const old = texts.filter((text) => text === 'old').length;
    expect(texts).toHaveLength(400);
    expect(old).toBeGreaterThan(160);
    expect(old).toBeLessThan(240);
    expect(network.counts.staleReads).toBe(old);
    texts.length = 0;
    for (let i = 0; i < 100; i++) time.at(1300 + i, () => void read());
    await time.run(2000);
    expect(texts).toEqual(Array.from({ length: 100 }, () => 'new'));
  });

  it('a read whose answer is stalled rejects with TimeoutError after 2 s', async () => {
    const { time, network, ann } = simulation();
    network.stall(RECORDS, 'ann', 3000);
    const refused = expect(ann.bucket('own').get('puma')).rejects.toThrow(TimeoutError);
    await time.run(2000);
    await refused;
  });
});

describe('watches under faults', () => {
  it('a block shorter than 2 s only delays them: no new listing, no change of status', async () => {
    const { time, network, ann, ben } = simulation();
    const lines = watched(ann.bucket('own'));
    const statuses: string[] = [];
    ann.onStatus(({ kind }) => statuses.push(kind));
    await time.run(100);
    network.block(RECORDS, 'ann');
    swapping(time, ben, undefined, 'one');
    await time.run(2000);
    expect(lines).toEqual(['synced']);
    network.unblock(RECORDS, 'ann');
    await time.run(5000);
    expect([lines, statuses]).toEqual([['synced', 'puma=one'], []]);
  });

  it('a block longer than 2 s is noticed after 2 s, and healed by a new listing', async () => {
    const { time, network, ann, ben } = simulation();
    const made = swapping(time, ben, undefined, 'old');
    await time.run(100);
    const lines = watched(ann.bucket('own'));
    const statuses: [string, number][] = [];
    ann.onStatus(({ kind }) => statuses.push([kind, time.now]));
    await time.run(1000);
    network.block('ann', RECORDS);
    if (made.result?.kind !== 'applied') expect.unreachable('the first swap was not applied');
    else swapping(time, ben, made.result.revision, 'new');
    await time.run(5000);
    void ben.bucket('own').swap('yair', undefined, textToBytes('unseen'));
    await time.run(9000);
    expect(lines).toEqual(['puma=old', 'synced', 'puma=new']);
    network.unblock('ann', RECORDS);
    await time.run(10_000);
    expect(statuses).toEqual([
      ['reconnecting', 3000],
      ['connected', 9250],
    ]);
    expect(lines.slice(3)).toEqual(['puma=new', 'yair=unseen', 'synced']);
  });

  it('a way that is blocked again before the node is back keeps it waiting', async () => {
    const { time, network, ann } = simulation();
    const statuses: [string, number][] = [];
    ann.onStatus(({ kind }) => statuses.push([kind, time.now]));
    network.block('ann', RECORDS);
    time.at(3000, () => network.unblock('ann', RECORDS));
    time.at(3200, () => network.block(RECORDS, 'ann'));
    time.at(6000, () => network.unblock(RECORDS, 'ann'));
    await time.run(10_000);
    expect(statuses).toEqual([
      ['reconnecting', 2000],
      ['connected', 6250],
    ]);
  });

  it('what was under way when the connection was lost is not told', async () => {
    const { time, network, ann, ben } = simulation();
    const lines = watched(ann.bucket('own'));
    await time.run(100);
    network.stall(RECORDS, 'ann', 4000);
    network.block('ann', RECORDS);
    swapping(time, ben, undefined, 'one');
    await time.run(6000);
    expect(lines).toEqual(['synced']);
    network.unblockAll();
    await time.run(7000);
    expect(lines).toEqual(['synced', 'puma=one', 'synced']);
  });

  it('a watch begun while the way is blocked lists once it is free', async () => {
    const { time, network, ann } = simulation();
    network.block('ann', RECORDS);
    const lines = watched(ann.bucket('own'));
    await time.run(1000);
    expect(lines).toEqual([]);
    network.unblock('ann', RECORDS);
    await time.run(1100);
    expect(lines).toEqual(['synced']);
  });

  it('changes during a stall arrive in a burst, in order', async () => {
    const { time, network, ann, ben } = simulation();
    const times: number[] = [];
    ann.bucket('own').watch(() => times.push(time.now));
    const lines = watched(ann.bucket('own'));
    await time.run(100);
    network.stall(RECORDS, 'ann', 900);
    for (let i = 0; i < 10; i++) void ben.bucket('own').swap(`key-${i}`, undefined, textToBytes(`${i}`));
    await time.run(2000);
    expect(times.slice(1)).toEqual(Array.from({ length: 10 }, () => 1000));
    expect(lines.slice(1)).toEqual(Array.from({ length: 10 }, (_, i) => `key-${i}=${i}`));
  });
});
