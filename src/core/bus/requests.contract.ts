import { describe, expect, it } from 'vitest';
import { bytesToText, textToBytes } from '../base/bytes.ts';
import { MisuseError } from '../base/errors.ts';
import { type Message, NoRespondersError, TimeoutError } from './bus.ts';
import { eventually, heard, lineOf, type MakeHarness, settled } from './harness.contract.ts';
import { MAX_PAYLOAD_BYTES } from './limits.ts';

/** Long enough that no answer of these tests comes late on a busy machine. */
const PATIENT = { timeoutMs: 10_000 };
const HASTY = { timeoutMs: 50 };

export function requestsContract(makeHarness: MakeHarness): void {
  describe('requests', () => {
    answers(makeHarness);
    silence(makeHarness);
  });
}

function answers(makeHarness: MakeHarness): void {
  it('[B13] resolves to the answer, and shows the responder who asks', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const asked: string[] = [];
    ben.subscribe('cmd.*', (message) => {
      asked.push(lineOf(message));
      message.reply(textToBytes(`done ${bytesToText(message.payload)}`));
    });
    await harness.settle();
    const answer = await settled(harness, ann.request('cmd.go', textToBytes('north'), PATIENT));
    expect(bytesToText(answer)).toBe('done north');
    expect(asked).toEqual(['ann cmd.go north']);
  });

  it('[B13] keeps answers apart when many requests wait, and takes them in any order', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const waiting: Message[] = [];
    ben.subscribe('cmd', (message) => waiting.push(message));
    await harness.settle();
    const requests = Array.from({ length: 20 }, (_, i) => ann.request('cmd', textToBytes(`${i}`), PATIENT));
    await eventually(harness, () => expect(waiting).toHaveLength(20));
    for (const message of waiting.toReversed()) message.reply(message.payload);
    const texts = (await settled(harness, Promise.all(requests))).map(bytesToText);
    expect(texts).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`));
  });

  it('[B13] asks all responders and takes only the first answer', async () => {
    await using harness = await makeHarness();
    const [ann, ben, cleo] = [await harness.connect('ann'), await harness.connect('ben'), await harness.connect('cleo')];
    const waiting = new Map<string, Message>();
    ben.subscribe('cmd', (message) => waiting.set('ben', message));
    cleo.subscribe('cmd', (message) => waiting.set('cleo', message));
    await harness.settle();
    const request = ann.request('cmd', textToBytes(''), PATIENT);
    await eventually(harness, () => expect(waiting.size).toBe(2));
    waiting.get('cleo')?.reply(textToBytes('first'));
    waiting.get('cleo')?.reply(textToBytes('second'));
    expect(bytesToText(await settled(harness, request))).toBe('first');
    waiting.get('ben')?.reply(textToBytes('third'));
    await harness.settle();
    expect(bytesToText(await request)).toBe('first');
  });

  it('[B12] carries the longest answer and refuses one byte more', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    ben.subscribe('cmd', (message) => {
      expect(() => message.reply(new Uint8Array(MAX_PAYLOAD_BYTES + 1))).toThrow(MisuseError);
      message.reply(new Uint8Array(MAX_PAYLOAD_BYTES));
    });
    await harness.settle();
    expect(await settled(harness, ann.request('cmd', textToBytes(''), PATIENT))).toHaveLength(MAX_PAYLOAD_BYTES);
    expect(harness.reported).toEqual([]);
  });

  it('[B16] ignores a reply to a plain message', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const toAnn = heard(ann, '>');
    let replies = 0;
    ben.subscribe('room', (message) => {
      message.reply(textToBytes('nobody asked'));
      replies++;
    });
    await harness.settle();
    ann.publish('room', textToBytes(''));
    await eventually(harness, () => expect(replies).toBe(1));
    await harness.settle();
    expect([toAnn, harness.reported]).toEqual([[], []]);
  });
}

function silence(makeHarness: MakeHarness): void {
  it('[B14] rejects at once with NoRespondersError when nobody else listens', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    heard(ann, 'cmd');
    const gone = ben.subscribe('cmd', () => undefined);
    await harness.settle();
    gone[Symbol.dispose]();
    await harness.settle();
    await expect(settled(harness, ann.request('cmd', textToBytes(''), PATIENT))).rejects.toThrow(NoRespondersError);
  });

  it('[B14] counts a responder that drained as gone', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    heard(ben, 'cmd');
    await harness.settle();
    await settled(harness, ben.drain());
    await harness.settle();
    await expect(settled(harness, ann.request('cmd', textToBytes(''), PATIENT))).rejects.toThrow(NoRespondersError);
  });

  it('[B15] rejects with TimeoutError when nobody answers, and ignores the late answer', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const waiting: Message[] = [];
    ben.subscribe('cmd', (message) => waiting.push(message));
    await harness.settle();
    await expect(settled(harness, ann.request('cmd', textToBytes('first'), HASTY))).rejects.toThrow(TimeoutError);
    const second = ann.request('cmd', textToBytes('second'), PATIENT);
    await eventually(harness, () => expect(waiting).toHaveLength(2));
    for (const message of waiting) message.reply(message.payload);
    expect(bytesToText(await settled(harness, second))).toBe('second');
    expect(harness.reported).toEqual([]);
  });

  it('[B10] [B15] reports a responder that throws, and its asker times out', async () => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    const failure = new Error('the responder fails');
    ben.subscribe('cmd', () => {
      throw failure;
    });
    await harness.settle();
    await expect(settled(harness, ann.request('cmd', textToBytes(''), HASTY))).rejects.toThrow(TimeoutError);
    expect(harness.reported).toEqual([failure]);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('[B11] refuses a time-out of %d ms', async (timeoutMs) => {
    await using harness = await makeHarness();
    const [ann, ben] = [await harness.connect('ann'), await harness.connect('ben')];
    heard(ben, 'cmd');
    await harness.settle();
    await expect(settled(harness, ann.request('cmd', textToBytes(''), { timeoutMs }))).rejects.toThrow(MisuseError);
  });
}
