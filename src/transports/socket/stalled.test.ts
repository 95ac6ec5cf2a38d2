import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { delay, every } from '../../core/base/clock.ts';
import type { Bus } from '../../core/bus/bus.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { RefusedError } from './close-reason.ts';
import { type RawClient, TestHub } from './door-harness.contract.ts';
import { doorLimits } from './limits.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const ROBOTS = 200;
const region = { type: 'subscribe', subscription: 1, pattern: 'v1.w.f0.st.*' } as const;

/** For readers that come back: a busy machine may keep them longer than a hub would wait. */
const patient = { ...doorLimits, stalledMs: 30_000, silentMs: 30_000 };

/** States of 200 robots, 1 KB each, all with the number of their round. */
function publishRound(bus: Bus, round: number): void {
  const payload = new Uint8Array(1000);
  new DataView(payload.buffer).setUint32(0, round);
  for (let i = 0; i < ROBOTS; i++) bus.publish(`v1.w.f0.st.robot-${i}`, payload);
}

const roundOf = (payload: Uint8Array): number => new DataView(payload.buffer, payload.byteOffset).getUint32(0);

/** Pings as a participant does, confirming the pongs it has read. */
function pinging(raw: RawClient): Disposable {
  return every(systemClock, 200, () => raw.send({ type: 'ping', stamp: 1, seen: raw.of('pong').at(-1)?.mark ?? 0 }));
}

/** Of this process, which is hub and participants at once, after all garbage is gone. */
function usedMb(): number {
  collectGarbage();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return (arrayBuffers + heapUsed) / 1e6;
}

/** What the hub holds for the stalled reader is there all the time: the least of the last second leaves out what is on its way to others. */
async function untilCut(raw: RawClient, hub: TestHub): Promise<{ seconds: number; reason: string | undefined; grownMb: number }> {
  const startMs = systemClock.now();
  const before = usedMb();
  const samples: number[] = [];
  for (let i = 0; hub.left.length === 0 && systemClock.now() - startMs < 8000; i++) {
    if (i % 20 === 0) samples.push(usedMb());
    await delay(systemClock, 10);
  }
  const seconds = (systemClock.now() - startMs) / 1000;
  await delay(systemClock, 350);
  // It was cut while it did not read: nothing more can come but what the kernel had taken.
  raw.stream.resume();
  await raw.closed;
  return { seconds, reason: hub.left[0]?.reason, grownMb: Math.min(...samples.slice(-5)) - before };
}

describe('a reader that stalls', () => {
  it('[S12] [S14] [S10] is coalesced, then cut in less than 5 s, while others get everything and the hub stays small', async () => {
    await using hub = await TestHub.open();
    const resident = hub.backbone.connect('resident');
    const neighbour = await hub.join('neighbour');
    const rounds: number[] = [];
    const saidMs: number[] = [];
    const latenciesMs: number[] = [];
    neighbour.subscribe('v1.w.f0.st.robot-0', ({ payload }) => {
      rounds.push(roundOf(payload));
      latenciesMs.push(systemClock.now() - (saidMs[roundOf(payload)] ?? 0));
    });
    const raw = await hub.rawJoined('stalled');
    using _pings = pinging(raw);
    raw.send(region);
    await raw.expect('pong');
    raw.stream.pause();
    let round = 0;
    // 10 MB a second: what is not forgotten is seen.
    const source = every(systemClock, 20, () => {
      saidMs.push(systemClock.now());
      publishRound(resident, round++);
    });
    const { seconds, reason, grownMb } = await untilCut(raw, hub);
    source[Symbol.dispose]();
    await hub.settle();
    console.info(
      `stalled reader: cut after ${seconds.toFixed(1)} s and ${round / 5} MB of states; the hub grew by ${grownMb.toFixed(1)} MB`,
    );
    expect(reason).toBe('stalled');
    expect(seconds).toBeLessThan(5);
    expect(grownMb).toBeLessThan(5);
    expect(rounds).toEqual(Array.from({ length: round }, (_, i) => i));
    expect(latenciesMs.toSorted((a, b) => a - b)[Math.floor(latenciesMs.length / 2)]).toBeLessThan(100);
  });

  it('[S15] [S14] is cut in less than 5 s even if the network would take much more', async () => {
    await using hub = await TestHub.open();
    const raw = await hub.rawJoined('stalled');
    using _pings = pinging(raw);
    raw.send(region);
    await raw.expect('pong');
    await delay(systemClock, 500);
    raw.stream.pause();
    const { seconds, reason } = await untilCut(raw, hub);
    expect(reason).toBe('stalled');
    expect(seconds).toBeGreaterThan(1.5);
    expect(seconds).toBeLessThan(5);
  });

  it('[S12] [S18] that reads again in time finds the newest of everything', async () => {
    await using hub = await TestHub.open({ limits: patient });
    const resident = hub.backbone.connect('resident');
    const raw = await hub.rawJoined('slow');
    using _pings = pinging(raw);
    raw.send(region);
    await raw.expect('pong');
    publishRound(resident, 0);
    await raw.expect('aliased');
    raw.stream.pause();
    let round = 1;
    for (; round <= 150; round++) {
      publishRound(resident, round);
      await delay(systemClock, 5);
    }
    raw.stream.resume();
    const newest = () => {
      const meaning = new Map<number, string>();
      const shown = new Map<string, number>();
      for (const record of raw.received) {
        if (record.type === 'alias') meaning.set(record.number, record.subject);
        if (record.type === 'aliased') shown.set(meaning.get(record.number) ?? 'unknown', roundOf(record.payload));
      }
      return shown;
    };
    for (let waits = 0; waits < 300 && newest().get('v1.w.f0.st.robot-199') !== 150; waits++) await delay(systemClock, 10);
    expect([...newest().values()]).toEqual(new Array(ROBOTS).fill(150));
    const got = raw.of('aliased').length;
    console.info(`slow reader: got ${got} of ${ROBOTS * 151} states`);
    expect(got).toBeLessThan(ROBOTS * 140);
    expect(hub.left).toEqual([]);
  });

  it('[S12] that looks at a camera finds its newest picture, without waiting for other traffic', async () => {
    await using hub = await TestHub.open({ limits: patient });
    const resident = hub.backbone.connect('resident');
    const raw = await hub.rawJoined('slow');
    raw.send({ type: 'subscribe', subscription: 1, pattern: 'v1.w.cam.*' });
    await delay(systemClock, 20);
    raw.stream.pause();
    for (let picture = 0; picture < 200; picture++) {
      resident.publish('v1.w.cam.front', new Uint8Array(50_000).fill(picture));
      await delay(systemClock, 1);
    }
    raw.stream.resume();
    const newest = () => raw.of('publish').at(-1)?.payload[0];
    for (let waits = 0; waits < 200 && newest() !== 199; waits++) await delay(systemClock, 10);
    expect(newest()).toBe(199);
    expect(raw.of('publish').length).toBeLessThan(190);
  });

  it('[S13] [S11] has its askers refused once its commands are full', async () => {
    const outbox = { ...doorLimits.outbox, backlogBytes: 100_000 };
    await using hub = await TestHub.open({ limits: { ...patient, outbox } });
    const resident = hub.backbone.connect('resident');
    const ann = await hub.join('ann');
    const robot = await hub.rawJoined('robot');
    using _pings = pinging(robot);
    robot.send(region, { type: 'subscribe', subscription: 2, pattern: 'v1.w.cmd.robot' });
    await robot.expect('pong');
    robot.stream.pause();
    for (let round = 0; round < 60; round++) {
      publishRound(resident, round);
      await delay(systemClock, 5);
    }
    const refusals: unknown[] = [];
    for (let i = 0; i < 300; i++) {
      ann.request('v1.w.cmd.robot', Uint8Array.of(i % 256, i >> 8), { timeoutMs: 5000 }).catch((error: unknown) => refusals.push(error));
      if (i % 50 === 0) await delay(systemClock, 2);
    }
    await hub.settle();
    expect(refusals.length).toBeGreaterThanOrEqual(40);
    for (const error of refusals) expect(error).toBeInstanceOf(RefusedError);
    expect(String(refusals[0])).toContain('does not keep up');
  });
});
