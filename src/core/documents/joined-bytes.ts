import { PART_BYTES } from './limits.ts';

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** How many messages it takes. */
export const partsOf = (bytes: Uint8Array): number => Math.max(1, Math.ceil(bytes.length / PART_BYTES));

export const partOf = (bytes: Uint8Array, part: number): Uint8Array => bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
