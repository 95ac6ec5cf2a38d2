import { describe, expect, it } from 'vitest';
import { textToBytes } from '../base/bytes.ts';
import { MisuseError } from '../base/errors.ts';
import type { BusStatus } from './bus.ts';
import { eventually, heard, type MakeHarness } from './harness.contract.ts';
import { MAX_PAYLOAD_BYTES } from './limits.ts';

export function messagesContract(makeHarness: MakeHarness): void {
  describe('messages', () => {
    delivery(makeHarness);
    handlers(makeHarness);
    misuse(makeHarness);
  });
}

function delivery(makeHarness: MakeHarness): void {
  it('[B1] stamps every message with the id its publisher was given', async () => {
    await using harness = await makeHarness();
    const [ann, ben, cleo] = [await harness.connect('ann'), await harness.connect('ben'), await harness.connect('cleo')];
    expect([ann.self, ben.self]).toEqual(['ann', 'ben']);
    const lines = heard(cleo, 'room.>');
    await harness.settle();
    ann.publish('room.a', textToBytes('one'));
    ben.publish('room.b', textToBytes('two'));
    await eventually(harness, () => expect(lines.toSorted()).toEqual(['ann room.a one', 'ben room.b two']));
  });

  it('[B3] carries any bytes, none included, to all that subscribed', async () => {
    await using harness = await makeHarness();
    const [ann, ben, cleo] = [await harness.connect('ann'), await harness.connect('ben'), await harness.connect('cleo')];
    const everyByte = Uint8Array.from({ length: 256 }, (_, i) => i);
    const received: Uint8Array[] = [];
    ben.subscribe('bytes', ({ payload }) => received.push(payload));
    cleo.subscribe('bytes', ({ payload }) => received.push(payload));
    await harness.settle();
    ann.publish('bytes', everyByte);
    ann.publish('bytes', new Uint8Array());
    await eventually(harness, () => expect(received.map((bytes) => bytes.length).toSorted()).toEqual([0, 0, 256, 256]));
    for (const bytes of received.filter(({ length }) => length > 0)) expect([...bytes]).toEqual([...everyByte]);
  });

  it('[B4] matches ids, * and > in patterns', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const patterns = ['a.b.c', 'a.*.c', 'a.>', '*.*', '>', 'a.b.c.>', '*'];
    const got = patterns.map((pattern) => heard(ben, pattern));
    await harness.settle();
    for (const subject of ['a', 'a.b', 'a.b.c', 'a.x.c', 'a.b.c.d']) ann.publish(subject, textToBytes(''));
    await eventually(harness, () => expect(got[patterns.indexOf('>')]).toHaveLength(5));
    await harness.settle();
    const subjects = got.map((lines) => lines.map((line) => line.split(' ')[1]).toSorted());
    expect(subjects).toEqual([
      ['a.b.c'],
      ['a.b.c', 'a.x.c'],
      ['a.b', 'a.b.c', 'a.b.c.d', 'a.x.c'],
      ['a.b'],
      ['a', 'a.b', 'a.b.c', 'a.b.c.d', 'a.x.c'],
      ['a.b.c.d'],
      ['a'],
    ]);
  });

  it('[B5] calls each matching subscription once, two of one connection too', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const [literal, wild] = [heard(ben, 'room.a'), heard(ben, 'room.*')];
    await harness.settle();
    ann.publish('room.a', textToBytes('hello'));
    await eventually(harness, () => expect([literal.length, wild.length]).toEqual([1, 1]));
    await harness.settle();
    expect([literal.length, wild.length]).toEqual([1, 1]);
  });

  it('[B6] keeps the order of each publisher on each subject', async () => {
    await using harness = await makeHarness();
    const [ann, ben, cleo] = [await harness.connect('ann'), await harness.connect('ben'), await harness.connect('cleo')];
    const lines = heard(cleo, 'count.*');
    await harness.settle();
    const numbers = Array.from({ length: 100 }, (_, i) => String(i));
    for (const number of numbers) {
      for (const bus of [ann, ben]) {
        for (const subject of ['count.a', 'count.b']) bus.publish(subject, textToBytes(number));
      }
    }
    await eventually(harness, () => expect(lines).toHaveLength(400));
    for (const start of ['ann count.a', 'ann count.b', 'ben count.a', 'ben count.b']) {
      const got = lines.filter((line) => line.startsWith(start)).map((line) => line.split(' ')[2]);
      expect(got).toEqual(numbers);
    }
  });

  it('[B7] delivers only after publish has returned', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const lines = heard(ben, 'room');
    await harness.settle();
    for (let i = 0; i < 50; i++) ann.publish('room', textToBytes('hello'));
    expect(lines).toHaveLength(0);
    await eventually(harness, () => expect(lines).toHaveLength(50));
  });

  it('[B7] delivers what a handler publishes after the handler has returned', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const steps: string[] = [];
    ann.subscribe('pong', () => steps.push('pong'));
    ben.subscribe('ping', () => {
      steps.push('ping begins');
      ben.publish('pong', textToBytes(''));
      steps.push('ping ends');
    });
    await harness.settle();
    ann.publish('ping', textToBytes(''));
    await eventually(harness, () => expect(steps).toEqual(['ping begins', 'ping ends', 'pong']));
  });

  it('[B8] does not echo to the publisher', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const [own, other] = [heard(ann, 'room'), heard(ben, 'room')];
    await harness.settle();
    ann.publish('room', textToBytes('hello'));
    await eventually(harness, () => expect(other).toEqual(['ann room hello']));
    await harness.settle();
    expect(own).toEqual([]);
  });
}

function handlers(makeHarness: MakeHarness): void {
  it('[B9] is silent at once after a subscription is disposed, with messages under way', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const disposed: string[] = [];
    const subscription = ben.subscribe('room', () => disposed.push('called'));
    const kept = heard(ben, 'room');
    await harness.settle();
    ann.publish('room', textToBytes('hello'));
    subscription[Symbol.dispose]();
    subscription[Symbol.dispose]();
    await eventually(harness, () => expect(kept).toHaveLength(1));
    await harness.settle();
    expect(disposed).toEqual([]);
  });

  it('[B9] lets a handler dispose of its own subscription', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const kept = heard(ben, 'room');
    let calls = 0;
    const subscription = ben.subscribe('room', () => {
      calls++;
      subscription[Symbol.dispose]();
    });
    await harness.settle();
    for (let i = 0; i < 3; i++) ann.publish('room', textToBytes(String(i)));
    await eventually(harness, () => expect(kept).toHaveLength(3));
    await harness.settle();
    expect(calls).toBe(1);
  });

  it('[B10] reports what a handler throws and goes on', async () => {
    await using harness = await makeHarness();
    const [ann, ben, cleo] = [await harness.connect('ann'), await harness.connect('ben'), await harness.connect('cleo')];
    const failure = new Error('the handler fails');
    let calls = 0;
    ben.subscribe('room', () => {
      calls++;
      throw failure;
    });
    const [same, other] = [heard(ben, 'room'), heard(cleo, 'room')];
    await harness.settle();
    for (const text of ['one', 'two']) ann.publish('room', textToBytes(text));
    await eventually(harness, () => expect([calls, same.length, other.length]).toEqual([2, 2, 2]));
    expect(harness.reported).toEqual([failure, failure]);
  });

  it('[B2] [B10] is connected at first, tells of no status that is no change, and survives a status handler that throws', async () => {
    await using harness = await makeHarness();
    const ann = await harness.connect('ann');
    const seen: BusStatus['kind'][] = [];
    const unheard: BusStatus['kind'][] = [];
    const failure = new Error('the status handler fails');
    ann.onStatus(() => {
      throw failure;
    });
    ann.onStatus(({ kind }) => seen.push(kind));
    ann.onStatus(({ kind }) => unheard.push(kind))[Symbol.dispose]();
    await harness.settle();
    expect([ann.status.kind, seen]).toEqual(['connected', []]);
    const drained = ann.drain();
    await eventually(harness, () => expect(seen).toEqual(['closed']));
    await drained;
    expect(unheard).toEqual([]);
    expect(harness.reported).toEqual([failure]);
  });
}

function misuse(makeHarness: MakeHarness): void {
  it.each(['', 'a..b', '.a', 'a.', 'A', 'a b', 'a.*', '>', 'ü', `${'a.'.repeat(128)}a`, 'x'.repeat(65)])(
    '[B11] refuses the subject "%s"',
    async (subject) => {
      await using harness = await makeHarness();
      const ann = await harness.connect('ann');
      expect(() => ann.publish(subject, textToBytes(''))).toThrow(MisuseError);
      await expect(ann.request(subject, textToBytes(''), { timeoutMs: 50 })).rejects.toThrow(MisuseError);
    },
  );

  it.each(['', 'a..b', 'a.>.b', '>.a', 'a*', 'A'])('[B11] refuses the pattern "%s"', async (pattern) => {
    await using harness = await makeHarness();
    const ann = await harness.connect('ann');
    expect(() => ann.subscribe(pattern, () => undefined)).toThrow(MisuseError);
  });

  it('[B12] carries the longest payload and refuses one byte more', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const lengths: number[] = [];
    ben.subscribe('room', ({ payload }) => lengths.push(payload.length));
    await harness.settle();
    expect(() => ann.publish('room', new Uint8Array(MAX_PAYLOAD_BYTES + 1))).toThrow(MisuseError);
    await expect(ann.request('room', new Uint8Array(MAX_PAYLOAD_BYTES + 1), { timeoutMs: 50 })).rejects.toThrow(MisuseError);
    ann.publish('room', new Uint8Array(MAX_PAYLOAD_BYTES));
    await eventually(harness, () => expect(lengths).toEqual([MAX_PAYLOAD_BYTES]));
  });
}
