/** A source of randomness. Handed in, so that a test can seed it and a hub can use the system's. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
}

/** An integer in [0, bound). */
export const integerBelow = (random: Random, bound: number): number => Math.floor(random.next() * bound);

/** A number in [low, high). */
export const between = (random: Random, low: number, high: number): number => low + random.next() * (high - low);

/** True with the given probability. */
export const chance = (random: Random, probability: number): boolean => random.next() < probability;

/** One of `items`, which must not be empty. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[integerBelow(random, items.length)];
  if (item === undefined) throw new RangeError('pick from an empty list');
  return item;
}

const ID_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A random id of `length` letters that reads well aloud (5 bits a letter). */
export function randomId(random: Random, length: number): string {
  let id = '';
  for (let i = 0; i < length; i++) id += ID_LETTERS[integerBelow(random, ID_LETTERS.length)];
  return id;
}

/** SplitMix32: small, fast and good enough for simulation. Never for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    next() {
      state = (state + 0x9e3779b9) >>> 0;
      let z = state;
      z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
      return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
    },
  };
}
