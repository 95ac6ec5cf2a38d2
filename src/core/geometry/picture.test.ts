import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_PICTURE_BYTES, readPicture } from './picture.ts';
import { jpegHeader, pngHeader } from './pictures.contract.ts';

describe('a picture', () => {
  it.each([
    ['image/png', pngHeader(640, 480)],
    ['image/jpeg', jpegHeader(640, 480)],
  ])('that is an %s says its size before anybody unpacks it', (type, bytes) => {
    expect(readPicture(bytes)).toEqual({ kind: 'picture', type, size: { widthPx: 640, heightPx: 480 } });
    expect(readPicture(bytes.slice(0, 12))).toMatchObject({ kind: 'unfit' });
  });

  it('is refused with the reason when it is none, too large or too long', () => {
    const reasonOf = (bytes: Uint8Array) => {
      const reading = readPicture(bytes);
      return reading.kind === 'unfit' ? reading.reason : expect.fail('it was taken');
    };
    expect(reasonOf(new Uint8Array([0x47, 0x49, 0x46]))).toBe('it is neither a PNG nor a JPEG');
    expect(reasonOf(new Uint8Array())).toBe('it is neither a PNG nor a JPEG');
    expect(reasonOf(pngHeader(0, 9))).toContain('0 x 9 pixels');
    expect(reasonOf(pngHeader(0xffff_ffff, 9))).toContain('4294967295 x 9 pixels, at most 1024 x 1024');
    expect(reasonOf(jpegHeader(1025, 9))).toContain('1025 x 9 pixels');
    expect(reasonOf(new Uint8Array(MOST_PICTURE_BYTES + 1))).toBe('it has more than 1000 kB');
  });

  it('is read to its end at most, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(23), (tail, kept) => {
        for (const header of [pngHeader(9, 9), jpegHeader(9, 9)])
          expect(['picture', 'unfit']).toContain(readPicture(new Uint8Array([...header.subarray(0, kept), ...tail])).kind);
      }),
    );
  });
});
