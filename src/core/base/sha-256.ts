/** SHA-256 in plain code: browsers have `crypto.subtle` only on secure pages, and a hub on a local network need not be one. */

const primes = Array.from({ length: 312 }, (_, i) => i).filter((n) => n > 1 && !divisible(n));
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const ROUNDS = Int32Array.from(primes.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

function divisible(n: number): boolean {
  for (let divisor = 2; divisor * divisor <= n; divisor++) if (n % divisor === 0) return true;
  return false;
}

/** In hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  const whole = bytes.length - (bytes.length % 64);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += 64) mix(state, words, view, at);
  const rest = bytes.length - whole;
  const tail = new Uint8Array(rest < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[rest] = 0x80;
  const end = new DataView(tail.buffer);
  end.setUint32(tail.length - 8, Math.floor(bytes.length / 2 ** 29));
  end.setUint32(tail.length - 4, (bytes.length * 8) >>> 0);
  for (let at = 0; at < tail.length; at += 64) mix(state, words, end, at);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function mix(state: Int32Array, words: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15] as number;
    const late = words[i - 2] as number;
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = ((words[i - 16] as number) + s0 + (words[i - 7] as number) + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + (words[i] as number)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] as number) + value) | 0;
}

const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));
