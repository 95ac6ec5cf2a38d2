import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scaleAround, scaleEnd } from './plot-scale.ts';

it.each([
  [0, 4, 4],
  [5, 4, 6],
  [0.13, 0.1, 0.2],
  [0.1, 0.1, 0.1],
  [1000, 10, 1000],
  [1001, 10, 2000],
  [93e6, 100e6, 100e6],
  [850, 10, 1000],
])('a scale for %d, of %d at least, ends at %d', (most, least, end) => {
  expect(scaleEnd(most, least)).toBeCloseTo(end, 9);
});

it.each([
  [-0.9, 1.1, 0.1, -1.2, 1.2],
  [21.4, 21.6, 0.1, 21.36, 21.6],
  [5, 5, 0.1, 4.92, 5.08],
  [0, 80, 0.1, 0, 80],
])('a scale around %d to %d, of %d at least, goes from %d to %d', (low, high, least, from, to) => {
  const [begin, end] = scaleAround(low, high, least);
  expect(begin).toBeCloseTo(from, 9);
  expect(end).toBeCloseTo(to, 9);
});

it('a scale holds all values and is at most twice as long as they need', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 1e6, noNaN: true }), (low, span) => {
      const [from, to] = scaleAround(low, low + span, 0.01);
      expect(from).toBeLessThanOrEqual(low + 1e-6);
      expect(to).toBeGreaterThanOrEqual(low + span - 1e-6);
      expect(to - from).toBeLessThanOrEqual(2 * Math.max(span, 0.01) + 1e-6);
    }),
  );
});
