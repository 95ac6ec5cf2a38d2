import { expect, it } from 'vitest';
import { scaleEnd } from './plot-scale.ts';

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
