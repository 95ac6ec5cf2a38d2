import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFrame, encodeFrame, type FrameRecord, joinFrames } from '../../core/bus/frames.ts';
import type { Lane } from '../../core/bus/subjects.ts';
import { ClientNumbering } from './client-numbering.ts';
import type { Frame } from './newest-lane.ts';
import { Outbox, outboxLimits } from './outbox.ts';

/** A network that takes nothing until it is told to. */
class Network {
  readonly messages: Frame[] = [];
  backlogBytes = 0;
  #taken = 0;

  send(frame: Frame): void {
    this.messages.push(frame);
    this.backlogBytes += frame.length;
  }

  take(): FrameRecord[] {
    this.backlogBytes = 0;
    const taken = this.messages.slice(this.#taken);
    this.#taken = this.messages.length;
    return taken.flatMap((message) => decodeFrame(message));
  }
}

const state = (number: number, ...payload: number[]) => encodeFrame({ type: 'aliased', number, payload: Uint8Array.from(payload) });
const alias = (number: number, subject: string) => encodeFrame({ type: 'alias', number, subject, from: 'ann' });
const picture = (camera: string, byte: number, length = 40_000) =>
  encodeFrame({ type: 'publish', subject: `v1.w.cam.${camera}`, from: 'ann', payload: new Uint8Array(length).fill(byte) });
const command = (request: number) =>
  encodeFrame({ type: 'request', request, subject: 'v1.w.cmd.puma', timeoutMs: 1, payload: new Uint8Array() });
const control = (stamp: number) => encodeFrame({ type: 'ping', stamp, seen: 0 });

function jammed(bytes: number): { network: Network; outbox: Outbox } {
  const network = new Network();
  network.backlogBytes = bytes;
  return { network, outbox: new Outbox(network, outboxLimits) };
}

const line = (record: FrameRecord): string => {
  switch (record.type) {
    case 'aliased':
      return `state ${record.number}=${record.payload.join()}`;
    case 'alias':
      return `alias ${record.number}=${record.subject}`;
    case 'publish':
      return `picture ${record.subject}=${record.payload[0]}`;
    case 'request':
      return `command ${record.request}`;
    case 'ping':
      return `control ${record.stamp}`;
    default:
      return record.type;
  }
};

describe('the outbox', () => {
  it('[S11] sends a turn as one message, control first, then commands, then states; and each picture alone', () => {
    const { network, outbox } = jammed(0);
    const pushes: [Lane, Frame][] = [
      ['video', picture('a', 1, 10)],
      ['state', state(1, 1)],
      ['command', command(1)],
      ['control', control(1)],
      ['video', picture('b', 2, 10)],
    ];
    for (const [lane, frame] of pushes) outbox.push(lane, frame);
    outbox.flush();
    expect(network.messages.map((message) => decodeFrame(message).map(line))).toEqual([
      ['control 1', 'command 1', 'state 1=1'],
      ['picture v1.w.cam.a=1'],
      ['picture v1.w.cam.b=2'],
    ]);
    expect(outbox.isEmpty).toBe(true);
  });

  it('[S11] lets a command overtake pictures and states that wait', () => {
    const { network, outbox } = jammed(100_000);
    outbox.push('video', picture('a', 1));
    outbox.push('state', state(1, 1));
    outbox.flush();
    outbox.push('command', command(1));
    outbox.flush();
    expect(network.take().map(line)).toEqual(['command 1']);
    outbox.flush();
    expect(network.take().map(line)).toEqual(['state 1=1', 'picture v1.w.cam.a=1']);
  });

  it('[S11] sends no second picture while the first is not taken', () => {
    const { network, outbox } = jammed(0);
    for (const camera of ['a', 'b']) outbox.push('video', picture(camera, 1));
    outbox.flush();
    expect(network.take().map(line)).toEqual(['picture v1.w.cam.a=1']);
    outbox.flush();
    expect(network.take().map(line)).toEqual(['picture v1.w.cam.b=1']);
  });

  it('[S12] keeps the newest state and picture of each subject while it waits', () => {
    const { network, outbox } = jammed(100_000);
    for (let turn = 0; turn < 100; turn++) {
      outbox.push('state', joinFrames([state(1, turn), state(2, turn + 100)]));
      outbox.push('video', picture('a', turn));
      outbox.flush();
    }
    expect(outbox.heldBytes).toBeLessThan(41_000);
    expect(network.take()).toEqual([]);
    outbox.flush();
    expect(network.take().map(line)).toEqual(['state 1=99', 'state 2=199', 'picture v1.w.cam.a=99']);
    expect([outbox.isEmpty, outbox.heldBytes]).toEqual([true, 0]);
  });

  it('[S12] passes newer states behind those that waited', () => {
    const { network, outbox } = jammed(100_000);
    outbox.push('state', state(1, 1));
    outbox.flush();
    network.take();
    outbox.push('state', joinFrames([state(1, 2), state(2, 1)]));
    outbox.flush();
    expect(network.take().map(line)).toEqual(['state 1=2', 'state 2=1']);
  });

  it('[S13] queues at most 256 commands behind a full network, and refuses more', () => {
    const { network, outbox } = jammed(300_000);
    const results = Array.from({ length: 260 }, (_, i) => outbox.push('command', command(i)));
    outbox.flush();
    expect(results.filter((result) => result === 'full')).toHaveLength(4);
    expect([network.messages.length, outbox.commandsFull]).toEqual([0, true]);
    network.take();
    outbox.flush();
    expect([network.take().length, outbox.commandsFull]).toEqual([256, false]);
  });

  it('[S14] is overfull when more waits than it may hold', () => {
    const { outbox } = jammed(300_000);
    for (let i = 0; i < 42; i++) {
      expect(outbox.isOverfull).toBe(false);
      outbox.push('control', encodeFrame({ type: 'answered', request: i, payload: new Uint8Array(100_000) }));
      outbox.flush();
    }
    expect(outbox.isOverfull).toBe(true);
  });

  it('[S18] keeps announcements, and drops a state whose number gets another meaning', () => {
    const { network, outbox } = jammed(100_000);
    outbox.push('state', joinFrames([alias(1, 'old'), state(1, 1), alias(2, 'kept'), state(2, 2)]));
    outbox.flush();
    outbox.push('state', joinFrames([alias(1, 'new')]));
    outbox.flush();
    network.take();
    outbox.flush();
    expect(network.take().map(line)).toEqual(['alias 1=new', 'alias 2=kept', 'state 2=2']);
  });

  it('sends no message larger than told, unless one record is', () => {
    const network = new Network();
    const outbox = new Outbox(network, { ...outboxLimits, messageBytes: 1000 });
    for (let i = 0; i < 100; i++) outbox.push('state', state(i, ...new Array<number>(90).fill(i)));
    outbox.flush();
    expect(network.messages.length).toBeGreaterThan(8);
    for (const message of network.messages) expect(message.length).toBeLessThanOrEqual(1000);
    expect(network.take()).toHaveLength(100);
  });

  it('[S22] joins no more frames than told', () => {
    const network = new Network();
    const outbox = new Outbox(network, { ...outboxLimits, messageFrames: 30 });
    for (let i = 0; i < 100; i++) outbox.push('control', control(i));
    outbox.flush();
    expect(network.messages.map((message) => decodeFrame(message).length)).toEqual([30, 30, 30, 10]);
  });

  it('[S12] [S18] shows a reader the newest of every subject that has a number, and never one as of another, however the network stutters', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('say' as const), subject: fc.nat(30), value: fc.nat(255) }),
      fc.record({ kind: fc.constant('network' as const), backlogBytes: fc.constantFrom(0, 70_000) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const network = new Network();
        const outbox = new Outbox(network, outboxLimits);
        const numbering = new FewNumbers();
        const said = new Map<string, number>();
        const everSaid: string[] = [];
        for (const { kind, ...what } of steps) {
          if (kind === 'network' && 'backlogBytes' in what) network.backlogBytes = what.backlogBytes;
          if (kind === 'say' && 'subject' in what) {
            const subject = `s${what.subject}`;
            said.set(subject, what.value);
            everSaid.push(`${subject}=${what.value}`);
            outbox.push('state', numbering.frame(subject, what.value));
          }
          outbox.flush();
        }
        network.backlogBytes = 0;
        outbox.flush();
        const shown = new Map<string, number>();
        const meaning = new Map<number, string>();
        for (const record of network.take()) {
          if (record.type === 'alias') meaning.set(record.number, record.subject);
          if (record.type === 'aliased') shown.set(meaning.get(record.number) ?? 'unknown', record.payload[0] as number);
        }
        for (const [subject, value] of shown) expect(everSaid).toContain(`${subject}=${value}`);
        for (const [subject, value] of numbering.current(said)) expect(shown.get(subject)).toBe(value);
      }),
    );
  });
});

/** Five numbers for thirty subjects: they change their meaning all the time. */
class FewNumbers {
  readonly #subjects: (string | undefined)[] = new Array(5);

  frame(subject: string, value: number): Frame {
    const number = Number(subject.slice(1)) % this.#subjects.length;
    if (this.#subjects[number] === subject) return state(number, value);
    this.#subjects[number] = subject;
    return joinFrames([alias(number, subject), state(number, value)]);
  }

  /** What those subjects said that have a number now: only they must have arrived. */
  current(said: ReadonlyMap<string, number>): [string, number][] {
    return [...said].filter(([subject]) => this.#subjects.includes(subject));
  }
}

describe('the numbering of a participant', () => {
  it('[S17] announces each subject once, and an old one again when its number was given away', () => {
    const numbering = new ClientNumbering(100);
    const say = (subject: string) => decodeFrame(numbering.frame(subject, Uint8Array.of(1))).map((record) => record.type);
    expect([say('a'), say('a'), say('b')]).toEqual([['alias', 'aliased'], ['aliased'], ['alias', 'aliased']]);
    const numbers = new Map<number, string>();
    for (let i = 0; i < 500; i++) {
      const subject = `s${i % 150}`;
      for (const record of decodeFrame(numbering.frame(subject, Uint8Array.of(1)))) {
        if (record.type === 'alias') numbers.set(record.number, record.subject);
        if (record.type === 'aliased') expect(numbers.get(record.number)).toBe(subject);
      }
    }
    expect(numbers.size).toBe(100);
    expect(Math.max(...numbers.keys())).toBe(99);
  });
});
