import { describe, expect, it } from 'vitest';
import { textToBytes } from '../base/bytes.ts';
import { every } from '../base/clock.ts';
import { MisuseError } from '../base/errors.ts';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { heard, watched } from './harness.contract.ts';
import { SimulatedNetwork } from './simulated.ts';

function simulation() {
  const time = new VirtualTime();
  const reported: unknown[] = [];
  const network = new SimulatedNetwork({ time, random: seededRandom(1), report: (error) => reported.push(error) });
  return { time, network, reported };
}

describe("a node's clock", () => {
  it('has an offset and drifts', async () => {
    const { time, network } = simulation();
    await time.run(5000);
    const { clock } = network.node('ann', { offsetMs: 1000, driftPpm: 200 });
    expect(clock.now()).toBe(1000);
    await time.run(15_000);
    expect(clock.now()).toBeCloseTo(11_002, 6);
  });

  it('runs its timers by itself: a clock 1 % fast fires 1 % early', async () => {
    const { time, network } = simulation();
    const fired: number[] = [];
    network.node('ann', { driftPpm: 10_000 }).clock.after(1010, () => fired.push(time.now));
    await time.run(2000);
    expect(fired[0]).toBeCloseTo(1000, 3);
  });

  it('never fires a timer before its own time, whatever the rounding', async () => {
    const { time, network } = simulation();
    const nodes = Array.from({ length: 100 }, (_, i) => network.node(`node-${i}`, { offsetMs: 1e6 / 7 + i / 3, driftPpm: i / 9 }));
    await time.run(12.3);
    let fired = 0;
    for (const { clock } of nodes) {
      for (let delayMs = 0.1; delayMs < 500; delayMs *= 1.3) {
        const dueMs = clock.now() + delayMs;
        clock.after(delayMs, () => {
          expect(clock.now()).toBeGreaterThanOrEqual(dueMs);
          fired++;
        });
      }
    }
    await time.run(2000);
    expect(fired).toBe(3300);
  });

  it('leaps forward when stepped, leaves timers alone, and refuses to go back', async () => {
    const { time, network } = simulation();
    const node = network.node('ann');
    const fired: number[] = [];
    node.clock.after(100, () => fired.push(time.now));
    node.stepClock(30_000);
    expect(node.clock.now()).toBe(30_000);
    await time.run(200);
    expect(fired).toEqual([100]);
    expect(() => node.stepClock(-1)).toThrow(MisuseError);
    expect(network.counts.clockSteps).toBe(1);
  });

  it('does not fire what was cancelled, even while the node is paused', async () => {
    const { time, network } = simulation();
    const node = network.node('ann');
    const fired: string[] = [];
    const second = node.clock.after(20, () => fired.push('second'));
    node.clock.after(10, () => {
      fired.push('first');
      second[Symbol.dispose]();
    });
    node.pause(100);
    await time.run(200);
    expect(fired).toEqual(['first']);
  });
});

describe('a pause', () => {
  it('holds timers and deliveries, then lets them happen in a burst, in order, while the clock goes on', async () => {
    const { time, network } = simulation();
    const [ann, ben] = [network.node('ann'), network.node('ben')];
    const annBus = ann.connect();
    const happened: string[] = [];
    const times: number[] = [];
    const note = (what: string) => {
      happened.push(what);
      times.push(ben.clock.now());
    };
    ben.connect().subscribe('room', () => note('message'));
    ben.pause(500);
    ben.clock.after(100, () => note('timer at 100'));
    time.at(200, () => annBus.publish('room', textToBytes('')));
    ben.clock.after(300, () => note('timer at 300'));
    ben.clock.after(500, () => note('timer at 500'));
    await time.run(499);
    expect(happened).toEqual([]);
    expect(ben.clock.now()).toBe(499);
    await time.run(1000);
    expect(happened).toEqual(['timer at 100', 'message', 'timer at 300', 'timer at 500']);
    expect(times).toEqual([500, 500, 500, 500]);
  });

  it('can begin again in the midst of the burst, and the rest waits', async () => {
    const { time, network } = simulation();
    const node = network.node('ann');
    const happened: [string, number][] = [];
    node.pause(100);
    node.clock.after(10, () => {
      happened.push(['first', time.now]);
      node.pause(200);
    });
    node.clock.after(20, () => happened.push(['second', time.now]));
    await time.run(1000);
    expect(happened).toEqual([
      ['first', 100],
      ['second', 300],
    ]);
  });

  it('can be ended early, made longer, and interrupted by a crash', async () => {
    const { time, network } = simulation();
    const ticks = new Map<string, number[]>();
    for (const id of ['early', 'longer', 'crashing']) {
      const times: number[] = [];
      ticks.set(id, times);
      every(network.node(id).clock, 100, () => times.push(time.now));
      network.node(id).pause(450);
    }
    time.at(250, () => network.node('early').resume());
    time.at(400, () => network.node('longer').pause(250));
    time.at(440, () => network.node('crashing').crash());
    await time.run(800);
    expect(Object.fromEntries(ticks)).toEqual({ early: [250, 350, 450, 550, 650, 750], longer: [650, 750], crashing: [] });
  });
});

describe('a crash', () => {
  it('ends timers, deliveries, promises and subscriptions at once, even for code that still runs', async () => {
    const { time, network, reported } = simulation();
    const [ann, ben] = [network.node('ann'), network.node('ben')];
    const [annBus, benBus] = [ann.connect(), ben.connect()];
    const happened: string[] = [];
    const fromBen = heard(annBus, 'last.*');
    benBus.subscribe('room', () => happened.push('message'));
    ben.clock.after(50, () => happened.push('timer'));
    benBus.bucket('own').watch(({ kind }) => happened.push(kind));
    const settles = () => happened.push('settled');
    void benBus.request('nobody', textToBytes(''), { timeoutMs: 100 }).then(settles, settles);
    void benBus.bucket('own').swap('puma', undefined, textToBytes('')).then(settles, settles);
    void benBus.drain().then(settles, settles);
    annBus.publish('room', textToBytes(''));
    ben.crash();
    benBus.publish('last.words', textToBytes(''));
    benBus.subscribe('room', () => happened.push('message'));
    void benBus.bucket('own').get('puma').then(settles, settles);
    void benBus.bucket('own').swap('late', undefined, textToBytes('')).then(settles, settles);
    benBus.bucket('own').watch(({ kind }) => happened.push(kind));
    ben.clock.after(1, () => happened.push('timer'));
    const sentBefore = network.counts.sent;
    annBus.publish('room', textToBytes('to nobody'));
    expect(network.counts.sent).toBe(sentBefore);
    const records = watched(annBus.bucket('own'));
    const asked = annBus.request('room', textToBytes(''), { timeoutMs: 1000 }).catch((error: Error) => error.name);
    await time.run(10_000);
    expect(await asked).toBe('NoRespondersError');
    expect([happened, fromBen, reported]).toEqual([[], [], []]);
    expect(records.toSorted()).toEqual(['puma=', 'synced']);
  });

  it('leaves the id free for a new process, with a new clock and new connections', async () => {
    const { time, network } = simulation();
    const old = network.node('ann');
    old.crash();
    expect(() => old.connect()).toThrow(MisuseError);
    const fresh = network.node('ann', { offsetMs: 77 });
    expect([fresh.clock.now(), network.node('ann') === fresh]).toEqual([77, true]);
    const lines = heard(fresh.connect(), 'room');
    network.node('ben').connect().publish('room', textToBytes('welcome'));
    await time.run(100);
    expect(lines).toEqual(['ben room welcome']);
  });

  it('keeps records and other watchers as they were', async () => {
    const { time, network } = simulation();
    const [ann, ben] = [network.node('ann'), network.node('ben')];
    const lines = watched(ann.connect().bucket('own'));
    const swapped = ben.connect().bucket('own').swap('puma', undefined, textToBytes('ben'));
    await time.run(100);
    expect((await swapped).kind).toBe('applied');
    ben.crash();
    await time.run(200);
    expect(lines.toSorted()).toEqual(['puma=ben', 'synced']);
  });
});
