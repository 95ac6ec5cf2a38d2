import { expect, it } from 'vitest';
import { backOffMs } from './back-off.ts';
import { seededRandom } from './random.ts';

const BACK_OFF = { firstMs: 4000, longestMs: 60_000 };

it('doubles the pauses up to the longest', () => {
  const always = (value: number) => ({ next: () => value });
  const pauses = (value: number) => [1, 2, 3, 4, 5, 6, 2000].map((failures) => backOffMs(BACK_OFF, failures, always(value)));
  expect(pauses(0)).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(pauses(1)).toEqual([4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

it('spreads those who failed together, the same way for the same seed', () => {
  const pauses = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 30 }, () => backOffMs(BACK_OFF, 5, random));
  };
  expect(pauses(1)).toEqual(pauses(1));
  const sorted = pauses(1).toSorted((a, b) => a - b);
  expect((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)).toBeGreaterThan(20_000);
});
