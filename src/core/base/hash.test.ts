import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textToBytes } from './bytes.ts';
import { hashBytes, hashNumber, hashText } from './hash.ts';

describe('hashes', () => {
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('of %j are those of FNV-1a', (text, expected) => {
    expect(hashBytes(textToBytes(text))).toBe(expected);
    expect(hashText(text)).toBe(expected);
  });

  it('are whole numbers of 32 bits, and go on from a seed', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), fc.maxSafeNat(), (first, second, number) => {
        for (const hash of [hashBytes(first), hashNumber(number, hashBytes(second))]) {
          expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 32).toBe(true);
        }
        expect(hashBytes(second, hashBytes(first))).toBe(hashBytes(Uint8Array.of(...first, ...second)));
      }),
    );
  });

  it('differ where the low or the high half of a number does', () => {
    const hashes = [0, 1, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER].map((value) => hashNumber(value, 1));
    expect(new Set(hashes).size).toBe(5);
    expect(hashNumber(5, 1)).not.toBe(hashNumber(5, 2));
  });

  it('hardly ever collide: ten thousand numbers in a row have as many hashes', () => {
    expect(new Set(Array.from({ length: 10_000 }, (_, i) => hashNumber(i, 7))).size).toBeGreaterThan(9990);
  });
});
