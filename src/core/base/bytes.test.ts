import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter, bytesToText, textToBytes } from './bytes.ts';
import { MalformedError, MisuseError } from './errors.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;

describe('bytes', () => {
  it('read back as they were written, one after the other', () => {
    const field = fc.oneof(
      fc.record({ kind: fc.constant('byte' as const), value: fc.integer({ min: 0, max: 255 }) }),
      fc.record({ kind: fc.constant('count' as const), value: fc.maxSafeNat() }),
      fc.record({ kind: fc.constant('integer' as const), value: fc.integer({ min: -(2 ** 52), max: 2 ** 52 - 1 }) }),
      fc.record({ kind: fc.constant('float' as const), value: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
      fc.record({ kind: fc.constant('text' as const), value: fc.string({ unit: 'grapheme' }) }),
    );
    fc.assert(
      fc.property(fc.array(field), (fields) => {
        const writer = new ByteWriter();
        for (const { kind, value } of fields) kind === 'text' ? writer.text(value) : writer[kind](value);
        const reader = new ByteReader(writer.finish());
        for (const { kind, value } of fields) expect(reader[kind]()).toBe(value);
        reader.end();
      }),
    );
  });

  it('keep small whole numbers short', () => {
    const lengthOf = (value: number) => new ByteWriter().count(value).length;
    expect([0, 127, 128, 16_383, 16_384, LARGEST].map(lengthOf)).toEqual([1, 1, 2, 2, 3, 8]);
    expect(new ByteWriter().integer(-64).length).toBe(1);
  });

  it('hold the extremes of whole numbers, and refuse what is beyond them', () => {
    const bytes = new ByteWriter()
      .count(LARGEST)
      .integer(2 ** 52 - 1)
      .integer(-(2 ** 52))
      .finish();
    const reader = new ByteReader(bytes);
    expect([reader.count(), reader.integer(), reader.integer()]).toEqual([LARGEST, 2 ** 52 - 1, -(2 ** 52)]);
    for (const wrong of [-1, LARGEST + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => new ByteWriter().count(wrong)).toThrow(MisuseError);
    }
  });

  it('are refused with MalformedError and nothing else when they make no sense', () => {
    const read = [
      (reader: ByteReader) => reader.count(),
      (reader: ByteReader) => reader.integer(),
      (reader: ByteReader) => reader.float(),
      (reader: ByteReader) => reader.text(),
      (reader: ByteReader) => reader.raw(reader.byte()),
    ];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 24 }), fc.array(fc.constantFrom(...read), { minLength: 1 }), (bytes, steps) => {
        const reader = new ByteReader(bytes);
        try {
          for (const step of steps) step(reader);
          reader.end();
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedError);
        }
      }),
    );
  });

  it('say where they ended too early, and how many were left over', () => {
    const reader = new ByteReader(Uint8Array.of(1, 2, 3));
    reader.byte();
    expect(() => reader.raw(3)).toThrow('needed 3 bytes at byte 1, only 2 left');
    expect(() => reader.end()).toThrow('2 bytes left over at byte 1');
    expect([...reader.rest()]).toEqual([2, 3]);
    expect(reader.remaining).toBe(0);
  });

  it('carry no number that is not finite', () => {
    for (const poison of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(() => new ByteReader(new ByteWriter().float(poison).finish()).float()).toThrow('number not finite at byte 0');
    }
  });

  it('of a number over 53 bits are refused', () => {
    expect(() => new ByteReader(new Uint8Array(8).fill(0xff)).count()).toThrow('number over 53 bits');
    expect(() => new ByteReader(Uint8Array.of(...new Array(7).fill(0xff), 0x10)).count()).toThrow('number over 53 bits');
  });

  it('of a finished writer stay as they are when it goes on', () => {
    const writer = new ByteWriter().text('first');
    const before = writer.finish();
    const copy = before.slice();
    writer.raw(new Uint8Array(200).fill(7));
    expect(before).toEqual(copy);
    expect(writer.finish().subarray(0, copy.length)).toEqual(copy);
  });

  it('that are part of a larger buffer are read from where they begin', () => {
    const whole = Uint8Array.of(9, 9, ...new ByteWriter().float(2.5).finish(), 9);
    expect(new ByteReader(whole.subarray(2, 10)).float()).toBe(2.5);
  });
});

describe('texts', () => {
  it('of any length and in any letters are read as they were written, again and again', () => {
    const texts = ['', 'a', 'z'.repeat(64), 'z'.repeat(65), 'z'.repeat(200), `${'z'.repeat(63)}é`, 'é', '\u007f', '\u0080', '名前'];
    const ids = Array.from({ length: 3000 }, (_, index) => `robot-${index}`);
    const writer = new ByteWriter();
    for (const text of [...texts, ...ids, ...texts, ...ids]) writer.text(text);
    const reader = new ByteReader(writer.finish());
    for (const text of [...texts, ...ids, ...texts, ...ids]) expect(reader.text()).toBe(text);
    reader.end();
  });

  it('that end early are refused, short or long', () => {
    for (const length of [10, 100]) {
      const bytes = new ByteWriter().text('z'.repeat(length)).finish();
      expect(() => new ByteReader(bytes.slice(0, -1)).text()).toThrow(`needed ${length} bytes at byte 1, only ${length - 1} left`);
    }
  });

  it('become UTF-8 and back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(bytesToText(textToBytes(text))).toBe(text);
      }),
    );
  });

  it('that are not UTF-8 are refused', () => {
    expect(() => bytesToText(Uint8Array.of(0xc3, 0x28))).toThrow('2 bytes are not UTF-8 text');
    expect(() => bytesToText(Uint8Array.of(0xff))).toThrow(MalformedError);
  });
});
