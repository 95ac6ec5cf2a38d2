import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explain, MalformedError } from '../base/errors.ts';
import {
  beginFrame,
  decodeFrame,
  encodeFrame,
  FRAME_VERSION,
  type FrameRecord,
  joinFrames,
  type RecordType,
  visitRecords,
  writeAliased,
  writeRecord,
} from './frames.ts';

const count = fc.maxSafeNat();
const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const bytes = fc.uint8Array({ maxLength: 80 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

/** One arbitrary for each record; the type makes sure that none is forgotten. */
const records: { readonly [T in RecordType]: fc.Arbitrary<Omit<Extract<FrameRecord, { type: T }>, 'type'>> } = {
  hello: fc.record({ protocol: count, world: text, name: text, resume: maybe(fc.record({ id: text, secret: text })) }),
  welcome: fc.record({ id: text, secret: text, hub: text, info: text }),
  doors: fc.record({ hubs: text }),
  goodbye: fc.record({ code: count, text }),
  ping: fc.record({ stamp: count, seen: count }),
  pong: fc.record({ stamp: count, mark: count }),
  notice: fc.record({ about: text, reason: text }),
  publish: fc.record({ subject: text, from: text, payload: bytes }),
  alias: fc.record({ number: count, subject: text, from: text }),
  aliased: fc.record({ number: count, payload: bytes }),
  subscribe: fc.record({ subscription: count, pattern: text }),
  unsubscribe: fc.record({ subscription: count }),
  message: fc.record({ subscription: count, subject: text, from: text, payload: bytes }),
  request: fc.record({ request: count, subject: text, timeoutMs: count, payload: bytes }),
  answered: fc.record({ request: count, payload: bytes }),
  failed: fc.record({
    request: count,
    failure: fc.constantFrom('noResponders' as const, 'timeout' as const, 'disconnected' as const, 'refused' as const),
    reason: text,
  }),
  question: fc.record({ subscription: count, question: count, subject: text, from: text, payload: bytes }),
  reply: fc.record({ question: count, payload: bytes }),
  get: fc.record({ request: count, bucket: text, key: text }),
  got: fc.record({ request: count, entry: maybe(fc.record({ value: bytes, revision: text })) }),
  swap: fc.record({ request: count, bucket: text, key: text, expected: maybe(text), value: maybe(bytes) }),
  swapped: fc.record({
    request: count,
    result: fc.constantFrom('applied' as const, 'conflict' as const, 'unknown' as const),
    detail: text,
  }),
  watch: fc.record({ watch: count, bucket: text }),
  unwatch: fc.record({ watch: count }),
  value: fc.record({ watch: count, key: text, revision: text, value: bytes }),
  deleted: fc.record({ watch: count, key: text, revision: text }),
  synced: fc.record({ watch: count }),
};

const types = Object.keys(records) as RecordType[];
const record = fc.oneof(...types.map((type) => records[type].map((values) => ({ type, ...values }) as FrameRecord)));

/** Decodes or throws MalformedError; anything else fails the property. */
function tryDecode(frame: Uint8Array): readonly FrameRecord[] | undefined {
  try {
    return decodeFrame(frame);
  } catch (error) {
    if (error instanceof MalformedError) return undefined;
    throw error;
  }
}

/** Any other error than MalformedError is thrown by `tryDecode`. What is accepted must survive being encoded again. */
function expectRecordsOrRefusal(frame: Uint8Array): void {
  const decoded = tryDecode(frame);
  if (!decoded) expect(() => decodeFrame(frame)).toThrow(MalformedError);
  else if (decoded.length > 0) expect(decodeFrame(joinFrames(decoded.map(encodeFrame)))).toEqual(decoded);
}

describe('frames', () => {
  it.each(types)('carry a %s record unchanged', (type) => {
    fc.assert(
      fc.property(records[type], (values) => {
        expect(decodeFrame(encodeFrame({ type, ...values } as FrameRecord))).toEqual([{ type, ...values }]);
      }),
    );
  });

  it('join to one frame with all records in order', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), (all) => {
        expect(decodeFrame(joinFrames(all.map(encodeFrame)))).toEqual(all);
      }),
    );
  });

  it('give the range of each record, so that it can be sent alone', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), (all) => {
        const frame = joinFrames(all.map(encodeFrame));
        const alone: FrameRecord[] = [];
        visitRecords(frame, (_, start, end) => alone.push(...decodeFrame(Uint8Array.of(FRAME_VERSION, ...frame.subarray(start, end)))));
        expect(alone).toEqual(all);
      }),
    );
  });

  it('are the same whether records are appended or joined', () => {
    const payload = Uint8Array.of(1, 2, 3);
    const alias: FrameRecord = { type: 'alias', number: 300, subject: 'v1.w.f0.st.puma', from: 'ann' };
    const frame = beginFrame();
    writeRecord(frame, alias);
    writeAliased(frame, 300, payload);
    expect(frame.finish()).toEqual(joinFrames([encodeFrame(alias), encodeFrame({ type: 'aliased', number: 300, payload })]));
  });

  it('[S16] spend three or four bytes on a state beside its payload', () => {
    const overhead = (number: number, payloadLength: number) => {
      const frame = beginFrame();
      const before = frame.length;
      writeAliased(frame, number, new Uint8Array(payloadLength));
      return frame.length - before - payloadLength;
    };
    expect([overhead(0, 30), overhead(127, 30), overhead(128, 30), overhead(16_383, 30)]).toEqual([3, 3, 4, 4]);
  });

  it('of random bytes are refused with MalformedError and nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        for (const frame of [noise, Uint8Array.of(FRAME_VERSION, ...noise)]) expectRecordsOrRefusal(frame);
      }),
      { numRuns: 20_000 },
    );
  });

  it('with a byte changed decode or are refused with MalformedError', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 4 }), fc.nat(), fc.nat(255), (all, position, byte) => {
        const frame = joinFrames(all.map(encodeFrame));
        frame[position % frame.length] = byte;
        expectRecordsOrRefusal(frame);
      }),
      { numRuns: 5000 },
    );
  });

  it('[S20] cut short lose whole records or are refused, never give a changed one', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 4 }), fc.nat(), (all, position) => {
        const frame = joinFrames(all.map(encodeFrame));
        const decoded = tryDecode(frame.subarray(0, position % frame.length));
        if (decoded !== undefined) expect(decoded).toEqual(all.slice(0, decoded.length));
      }),
    );
  });

  it.each([
    ['nothing', [], 'needed 1 bytes at byte 0'],
    ['another version', [2], 'frame of version 2, expected 1'],
    ['an unknown record', [1, 99, 0], 'no record has the code 99'],
    ['a length beyond the end', [1, 12, 200, 1, 0], 'needed 199 bytes at byte 5, only 0 left'],
    ['an endless length', [1, 12, 255, 255, 255, 255, 255, 255, 255, 255], 'number over 53 bits'],
    ['a number longer than its body', [1, 12, 1, 0x80, 0x01], 'a body of 1 bytes ends inside its number'],
    ['bytes behind the last field', [1, 14, 2, 5, 5], '1 bytes left over'],
    ['a presence byte of 2', [1, 31, 2, 5, 2], 'presence byte is 2'],
    ['a word that is none', [1, 22, 3, 5, 9, 0], 'word number 9'],
    ['text that is not UTF-8', [1, 13, 3, 5, 1, 0xff], 'not UTF-8'],
  ])('refuse %s and say where', (_, noise, expected) => {
    let thrown: unknown;
    try {
      decodeFrame(Uint8Array.from(noise));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(MalformedError);
    expect(explain(thrown)).toContain(expected);
  });
});
