import { describe, expect, it } from 'vitest';
import { between, chance, integerBelow, pick, randomId, seededRandom } from './random.ts';

const draws = (seed: number, count: number): number[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random.next());
};

describe('seeded random', () => {
  it('repeats itself from the same seed, and differs from another', () => {
    expect(draws(42, 100)).toEqual(draws(42, 100));
    expect(draws(42, 100)).not.toEqual(draws(43, 100));
  });

  it('gives numbers from 0 to below 1, evenly (seed 5)', () => {
    const values = draws(5, 100_000);
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    for (let tenth = 0; tenth < 10; tenth++) {
      const count = values.filter((value) => Math.floor(value * 10) === tenth).length;
      expect(Math.abs(count - 10_000)).toBeLessThan(400);
    }
  });

  it('does not repeat within a hundred thousand draws more than chance allows', () => {
    expect(new Set(draws(9, 100_000)).size).toBeGreaterThan(99_990);
  });
});

describe('randomness', () => {
  it('gives integers below a bound, and numbers between two', () => {
    const random = seededRandom(1);
    const integers = new Set(Array.from({ length: 1000 }, () => integerBelow(random, 4)));
    expect([...integers].sort()).toEqual([0, 1, 2, 3]);
    for (let i = 0; i < 1000; i++) {
      const value = between(random, -2, 3);
      expect(value >= -2 && value < 3).toBe(true);
    }
  });

  it('takes a chance as often as told', () => {
    const random = seededRandom(2);
    const taken = Array.from({ length: 10_000 }, () => chance(random, 0.3)).filter(Boolean).length;
    expect(Math.abs(taken - 3000)).toBeLessThan(200);
    expect([chance(random, 0), chance(random, 1)]).toEqual([false, true]);
  });

  it('picks every item, and none from an empty list', () => {
    const random = seededRandom(3);
    expect(new Set(Array.from({ length: 100 }, () => pick(random, ['a', 'b', 'c']))).size).toBe(3);
    expect(() => pick(random, [])).toThrow('pick from an empty list');
  });

  it('makes ids of letters that are not mistaken for one another', () => {
    const id = randomId(seededRandom(4), 1000);
    expect(id).toMatch(/^[a-z2-9]{1000}$/);
    expect(id).not.toMatch(/[lo01]/);
    expect(randomId(seededRandom(4), 16)).toBe(id.slice(0, 16));
  });
});
