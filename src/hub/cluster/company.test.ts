import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hubWordSchema } from '../../core/api/hubs.ts';
import { encodeJson } from '../../core/api/messages.ts';
import { VirtualTime } from '../../core/base/virtual-time.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { subjects } from '../../core/bus/subjects.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { Traffic } from '../../transports/socket/traffic.ts';
import { Company, type CompanyOptions } from './company.ts';
import { Lateness } from './lateness.ts';
import { LoadMeter } from './load-meter.ts';

/** Hubs on one bus, in virtual time: no word takes any, so what takes time is what answers. */
class Stage {
  readonly time = new VirtualTime();
  readonly reports: unknown[] = [];
  readonly backbone: EmbeddedBackbone = new EmbeddedBackbone({
    clock: this.time.clock(),
    report: (error) => this.reports.push(error),
    defer: (action) => void this.time.clock().after(3, action),
  });

  hub(name: string, more: Partial<CompanyOptions> = {}): Company {
    const bus = this.backbone.connect(`hub-${name}`);
    const company = new Company({
      ...{ bus, life: name, clock: this.time.clock(), company: 'among others', askBus: undefined },
      askStore: () => this.answerAfter(7),
      report: (error) => this.reports.push(error),
      door: () => ({ url: `http://${name}.example`, participants: 1, room: 9, worlds: [{ world: 'w', participants: 1, isOnDuty: true }] }),
      traffic: () => new Traffic(),
      ...more,
    });
    company.cluster.open();
    return company;
  }

  answerAfter(ms: number): Promise<void> {
    return new Promise((resolve) => void this.time.clock().after(ms, resolve));
  }

  pass(ms: number): Promise<void> {
    return this.time.run(this.time.now + ms);
  }
}

const figuresOf = ({ known }: Company, hub: string) => known.hubs.find((card) => card.hub === hub)?.figures;

describe('what a hub tells of itself', () => {
  it('[H11] has how long the others, the bus and the database take to answer', async () => {
    const stage = new Stage();
    const one = stage.hub('one', { askBus: () => stage.answerAfter(2) });
    using two = stage.hub('two');
    await stage.pass(5000);
    expect(figuresOf(one, 'hub-one')).toMatchObject({
      busRoundTripMs: 2,
      storeRoundTripMs: 7,
      links: [{ hub: 'hub-two', roundTripMs: expect.closeTo(6) }],
    });
    expect(figuresOf(two, 'hub-two')).not.toHaveProperty('busRoundTripMs');
    // And each is told to the others.
    expect(figuresOf(two, 'hub-one')).toMatchObject({ busRoundTripMs: 2 });
    one[Symbol.dispose]();
    await stage.pass(5000);
    expect(figuresOf(two, 'hub-two')?.links).toEqual([]);
    expect(stage.reports).toEqual([]);
  });

  it('[H11] has no figure for what does not answer', async () => {
    const stage = new Stage();
    let isThere = true;
    const answer = () => (isThere ? stage.answerAfter(1) : new Promise(() => {}));
    using one = stage.hub('one', { askStore: answer });
    await stage.pass(5000);
    expect(figuresOf(one, 'hub-one')?.storeRoundTripMs).toBe(1);
    isThere = false;
    await stage.pass(10_000);
    expect(figuresOf(one, 'hub-one')).not.toHaveProperty('storeRoundTripMs');
  });

  it('[H11] is measured: a process that stands still is late, and uses a core', async () => {
    const traffic = new Traffic();
    using meter = new LoadMeter(systemClock, () => traffic);
    await pause(100);
    meter.measure();
    // So many that a second more or less of a busy machine is not rounded to another figure.
    for (let message = 0; message < 100; message++) traffic.got('state', 400);
    traffic.sent('control', 300, 30_000);
    const fromMs = performance.now();
    // Others may have the core meanwhile.
    const before = process.cpuUsage();
    while (process.cpuUsage(before).user < 200_000);
    await pause(100);
    const measured = meter.measure();
    expect(measured.loopMostMs).toBeGreaterThan(100);
    expect(measured.cpuShare * (performance.now() - fromMs)).toBeGreaterThan(190);
    expect(measured.residentBytes).toBeGreaterThan(1e6);
    expect(measured.received.bytesPerS / measured.received.messagesPerS).toBeCloseTo(400, -2);
    expect(measured.delivered.messagesPerS / measured.received.messagesPerS).toBeCloseTo(3, 0);
  });

  it('[H11] counts a standstill for as long as it lasts, and a process that is in time as in time', async () => {
    const time = new VirtualTime();
    const clock = time.clock();
    let standstillMs = 0;
    using lateness = new Lateness({ ...clock, after: (delayMs, action) => clock.after(delayMs + standstillMs, action) });
    await time.run(1000);
    expect(lateness.take()).toEqual({ p99Ms: 0, mostMs: 0 });
    standstillMs = 200;
    await time.run(1060);
    standstillMs = 0;
    await time.run(2000);
    const { p99Ms, mostMs } = lateness.take();
    expect([p99Ms, mostMs]).toEqual([200, 200]);
  });

  it('[H12] may be less, from a hub of an earlier version', async () => {
    const stage = new Stage();
    using one = stage.hub('one');
    const word = { hub: 'hub-old', life: 'x', stage: 'open', url: 'http://old.example', participants: 2, room: 9, worlds: [] };
    const old = stage.backbone.connect('hub-old');
    old.publish(subjects.hub('hub-old'), encodeJson({ ...word, cpuShare: 0.5, residentBytes: 7 }));
    await stage.pass(100);
    expect(one.known.hubs[1]).toMatchObject({ hub: 'hub-old', state: 'here', participants: 2 });
    expect(one.known.hubs[1]).not.toHaveProperty('figures');
  });

  it('is small: below 1 KB with five others', async () => {
    const stage = new Stage();
    const sent: Uint8Array[] = [];
    stage.backbone.connect('listener').subscribe(subjects.hub('hub-0'), ({ payload }) => sent.push(payload));
    for (let i = 0; i < 6; i++) stage.hub(`${i}`);
    await stage.pass(6000);
    const last = sent.at(-1) ?? new Uint8Array();
    expect(hubWordSchema.parse(JSON.parse(new TextDecoder().decode(last))).figures?.links).toHaveLength(5);
    expect(last.length).toBeLessThan(1000);
  });
});
