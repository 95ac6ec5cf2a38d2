import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from './sha-256.ts';

it('[F14] agrees with the SHA-256 of the system, at every length about the ends of blocks', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }),
  );
  for (const length of [0, 55, 56, 63, 64, 65, 119, 120, 128, 100_000]) {
    const bytes = new Uint8Array(length).fill(97);
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
