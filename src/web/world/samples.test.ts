import { expect, it } from 'vitest';
import type { Frame } from '../link/world-link.ts';
import { Samples } from './samples.ts';

const frame = (values: readonly number[], layout = 1): Frame => ({
  layout,
  worldMs: 0,
  poses: new Float32Array([0, 0, 0, 0, 0, 0, 1]),
  values: new Float32Array(values),
});

/** How often panels are drawn again for these frames, of which one comes every 100 ms. */
function countOf(frames: readonly Frame[]): number {
  const samples = new Samples();
  for (const [index, each] of frames.entries()) samples.offer(each, 100 * index);
  return samples.count.get();
}

it('panels are drawn again when something moves or is in another place of the frame, and not while everything stands', () => {
  expect(countOf([frame([1, 2]), frame([1, 2]), frame([1, 2])])).toBe(1);
  expect(countOf([frame([1, 2]), frame([1, 2.5]), frame([1, 3])])).toBe(3);
  expect(countOf([frame([1, 2]), frame([1, 2], 2)])).toBe(2);
  expect(countOf([frame([1, 2]), frame([1, 2, 3])])).toBe(2);
});

it('panels are drawn again ten times a second at most', () => {
  const samples = new Samples();
  for (let nowMs = 0; nowMs < 1000; nowMs += 16) samples.offer(frame([nowMs]), nowMs);
  expect(samples.count.get()).toBeLessThanOrEqual(10);
});
