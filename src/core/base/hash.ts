/** FNV-1a over bytes, 32 bits. For comparing replicas, never against an adversary. */
export function hashBytes(bytes: Uint8Array, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return hash >>> 0;
}

/** FNV-1a over the UTF-16 units of a text. */
export function hashText(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Mixes a whole number of up to 53 bits into a hash. */
export function hashNumber(value: number, seed: number): number {
  let hash = Math.imul(seed ^ (value >>> 0), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ Math.floor(value / 2 ** 32), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
