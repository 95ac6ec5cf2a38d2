import { describe, expect, it } from 'vitest';
import { VirtualTime } from '../../core/base/virtual-time.ts';
import { decodeFrame, encodeFrame, type FrameRecord, joinFrames } from '../../core/bus/frames.ts';
import { countRecords } from './incoming.ts';
import { Intake, intakeLimits } from './intake.ts';

/** A link at the other end of which everything is ready to be sent. */
class Flood {
  readonly #time = new VirtualTime();
  readonly accepted: FrameRecord[] = [];
  readonly batches: number[] = [];
  readonly failures: unknown[] = [];
  readonly intake: Intake;
  readonly #network: Uint8Array[] = [];
  #valve: 'open' | 'closed' = 'open';

  constructor() {
    this.intake = new Intake(
      {
        pause: () => {
          this.#valve = 'closed';
        },
        resume: () => {
          this.#valve = 'open';
          this.#flow();
        },
      },
      this.#time.clock(),
      intakeLimits,
      {
        open: (message) => decodeFrame(message),
        accept: (records) => {
          this.accepted.push(...records);
          this.batches.push(records.length);
        },
        failed: (error) => {
          this.failures.push(error);
          this.intake.shut();
        },
      },
    );
  }

  get unread(): number {
    return this.#network.length;
  }

  /** Nothing more is ready to be sent. */
  end(): void {
    this.#network.length = 0;
  }

  pass(ms: number): Promise<void> {
    return this.#time.run(this.#time.now + ms);
  }

  send(...messages: readonly Uint8Array[]): void {
    this.#network.push(...messages);
    this.#flow();
  }

  #flow(): void {
    while (this.#valve === 'open') {
      const message = this.#network.shift();
      if (message === undefined) return;
      this.intake.take(message);
    }
  }
}

const ping = (stamp: number) => encodeFrame({ type: 'ping', stamp, seen: 0 });
const pings = (from: number, count: number) => joinFrames(Array.from({ length: count }, (_, i) => ping(from + i)));
const stamps = (records: readonly FrameRecord[]) => records.map((record) => (record.type === 'ping' ? record.stamp : -1));
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('the intake', () => {
  it('[S21] hands on at once what an honest link sends: 100 requests, or the states of 1,000 robots', async () => {
    const flood = new Flood();
    flood.send(pings(0, 100));
    expect(flood.accepted).toHaveLength(100);
    await flood.pass(100);
    const states = upTo(1000).map((number) => encodeFrame({ type: 'aliased', number, payload: new Uint8Array(20) }));
    flood.send(joinFrames(states));
    expect(flood.batches).toEqual([100, 1000]);
  });

  it('[S21] hands on the rest of a burst later, in order, a little at a time, and reads nothing meanwhile', async () => {
    const flood = new Flood();
    flood.send(pings(0, 1000), pings(1000, 1000), pings(2000, 1000));
    expect(flood.accepted.length).toBeLessThan(150);
    expect(flood.unread).toBe(2);
    await flood.pass(10);
    expect(Math.max(...flood.batches.slice(1))).toBeLessThan(50);
    await flood.pass(1500);
    expect(stamps(flood.accepted)).toEqual(upTo(3000));
    expect([flood.unread, flood.failures]).toEqual([0, []]);
  });

  it('[S21] takes a message whole or not at all, however late it comes to it', async () => {
    const flood = new Flood();
    flood.intake.take(pings(0, 200));
    flood.intake.take(pings(200, 10).subarray(0, -1));
    await flood.pass(1000);
    expect(stamps(flood.accepted)).toEqual(upTo(200));
    expect(flood.failures).toEqual([expect.objectContaining({ name: 'MalformedError' })]);
  });

  it('[S21] hands on four times less of a burst that does not end, until it has ended', async () => {
    const flood = new Flood();
    for (let i = 0; i < 200; i++) flood.send(pings(i * 100, 100));
    await flood.pass(150);
    const atFirst = flood.accepted.length;
    await flood.pass(150);
    expect((flood.accepted.length - atFirst) / atFirst).toBeLessThan(0.3);
    flood.end();
    await flood.pass(200);
    const before = flood.accepted.length;
    flood.send(pings(0, 1000));
    await flood.pass(100);
    expect(flood.accepted.length - before).toBeGreaterThan(700);
  });

  it('[S22] takes a link that sends too fast for two seconds for flooding', async () => {
    const flood = new Flood();
    for (let i = 0; i < 200; i++) flood.send(pings(i * 100, 100));
    await flood.pass(1900);
    expect(flood.failures).toEqual([]);
    await flood.pass(200);
    expect(flood.failures).toEqual([expect.objectContaining({ reason: 'flooding', message: 'sent too fast for 2000 ms' })]);
    expect(flood.accepted.length).toBeLessThan(4200);
  });

  it('[S22] does not take one for flooding that sends a large batch 30 times a second', async () => {
    const flood = new Flood();
    for (let i = 0; i < 150; i++) {
      flood.send(pings(i * 160, 160));
      await flood.pass(1000 / 30);
    }
    expect(flood.batches.length).toBeGreaterThan(150);
    expect([flood.accepted.length, flood.failures]).toEqual([150 * 160, []]);
  });

  it('[S22] takes a link for flooding, without decoding, when more than 10,000 records wait', () => {
    const flood = new Flood();
    // Read at once, as from one chunk of the network: a closed valve is too late for it.
    for (let i = 0; i < 120; i++) flood.intake.take(pings(i * 100, 100));
    expect(flood.failures).toEqual([
      expect.objectContaining({ reason: 'flooding', message: expect.stringContaining('10000 records wait') }),
    ]);
    expect(flood.accepted.length).toBeLessThan(250);
  });

  it('[S22] reads on after it was shut, handles nothing, and no faster than before', async () => {
    const flood = new Flood();
    flood.intake.shut();
    const large = new Uint8Array(64 * 1024).fill(1);
    flood.send(...Array.from({ length: 100 }, () => large));
    expect(flood.unread).toBeGreaterThan(80);
    await flood.pass(1000);
    expect([flood.unread, flood.accepted, flood.failures]).toEqual([0, [], []]);
  });
});

describe('a message without records', () => {
  const empty = Uint8Array.of(1);

  it('[S26] costs as much as a record', async () => {
    const flood = new Flood();
    for (let i = 0; i < 20_000; i++) flood.send(empty);
    expect(flood.unread).toBeGreaterThan(19_800);
    await flood.pass(2200);
    expect(flood.failures).toEqual([expect.objectContaining({ reason: 'flooding', message: 'sent too fast for 2000 ms' })]);
  });

  it('[S26] counts among those that wait', () => {
    const flood = new Flood();
    for (let i = 0; i < 12_000; i++) flood.intake.take(empty);
    expect(flood.failures).toEqual([
      expect.objectContaining({ reason: 'flooding', message: expect.stringContaining('10000 records wait') }),
    ]);
  });
});

describe('records', () => {
  it('are counted by their lengths alone, also in what is truncated or garbage', () => {
    const long = encodeFrame({ type: 'publish', subject: 'v1.w.chat', from: '', payload: new Uint8Array(40_000) });
    expect(countRecords(joinFrames([ping(1), long, ping(2)]))).toBe(3);
    expect(countRecords(long.subarray(0, 100))).toBe(1);
    expect(countRecords(Uint8Array.of(1))).toBe(0);
    expect(countRecords(new Uint8Array())).toBe(0);
    expect(countRecords(new Uint8Array(1000).fill(255))).toBe(1);
  });
});
