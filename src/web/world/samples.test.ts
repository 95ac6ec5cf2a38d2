import { expect, it } from 'vitest';
import { ORIGIN, planarPose } from '../../core/base/pose.ts';
import type { EntityInfo, Frame } from '../link/world-link.ts';
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

const infoAt = (slot: number, valuesAt: number): EntityInfo =>
  ({ slot, valuesAt, description: { dofs: [{}, {}], initial: { pose: planarPose(7, 8, 0), values: [] } } }) as unknown as EntityInfo;
const frameAt = (x: number) => ({ layout: 1, worldMs: 0, poses: Float32Array.of(x, 2, 3, 0, 0, 0, 1), values: Float32Array.of(0.5, x) });

it('has the numbers of the newest frame, ten times a second', () => {
  const samples = new Samples();
  samples.offer(frameAt(1), 1000);
  samples.offer(frameAt(2), 1050);
  expect([samples.count.get(), samples.pose(infoAt(0, 0)).x, samples.values(infoAt(0, 0))]).toEqual([1, 1, [0.5, 1]]);
  samples.offer(frameAt(2), 1100);
  expect([samples.count.get(), samples.pose(infoAt(0, 0)), samples.value(infoAt(0, 0), 1)]).toEqual([
    2,
    { ...ORIGIN, x: 2, y: 2, z: 3 },
    2,
  ]);
});

it('has what came into the world after the last frame where it was put', () => {
  const samples = new Samples();
  samples.offer(frameAt(1), 1000);
  expect(samples.pose(infoAt(1, 2))).toEqual(planarPose(7, 8, 0));
});
