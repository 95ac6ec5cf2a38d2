import type { Random } from '../core/base/random.ts';

const WORDS_PER_NUMBER = 2;
const pool = new Uint32Array(128 * WORDS_PER_NUMBER);
let used = pool.length;

/** The system's source of randomness: good for secrets, the same in Node and in the browser. */
export const systemRandom: Random = {
  next() {
    if (used === pool.length) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    const high = (pool[used++] as number) >>> 5;
    const low = (pool[used++] as number) >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  },
};
