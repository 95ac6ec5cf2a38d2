import { describe, expect, it } from 'vitest';
import type { Shape } from '../../core/geometry/shape.ts';
import { solidOf } from './shape-solid.ts';
import type { Solid } from './solid.ts';

const shapes: readonly { readonly shape: Shape; readonly low: readonly number[]; readonly high: readonly number[] }[] = [
  { shape: { kind: 'box', sizeM: [0.4, 0.3, 0.2] }, low: [-0.2, -0.15, -0.1], high: [0.2, 0.15, 0.1] },
  { shape: { kind: 'box', sizeM: [0.4, 0.3, 0.004] }, low: [-0.2, -0.15, -0.002], high: [0.2, 0.15, 0.002] },
  { shape: { kind: 'cylinder', radiusM: 0.1, heightM: 0.5 }, low: [-0.1, -0.1, 0], high: [0.1, 0.1, 0.5] },
  { shape: { kind: 'sphere', radiusM: 0.2 }, low: [-0.2, -0.2, -0.2], high: [0.2, 0.2, 0.2] },
  {
    shape: {
      kind: 'lathe',
      profile: [
        [0.1, 0],
        [0.1, 0.2],
        [0.05, 0.3],
      ],
    },
    low: [-0.1, -0.1, 0],
    high: [0.1, 0.1, 0.3],
  },
  {
    shape: { kind: 'plate', fromRadiusM: 0.1, toRadiusM: 0.06, lengthM: 0.4, thicknessM: 0.08 },
    low: [-0.1, -0.1, -0.04],
    high: [0.46, 0.1, 0.04],
  },
  {
    shape: {
      kind: 'extrusion',
      outline: [
        [0, 0],
        [0.3, 0],
        [0.3, 0.1],
        [0.1, 0.1],
        [0.1, 0.2],
        [0, 0.2],
      ],
      heightM: 0.05,
    },
    low: [0, 0, 0],
    high: [0.3, 0.2, 0.05],
  },
  {
    shape: {
      kind: 'tube',
      points: [
        [0, 0, 0],
        [0.4, 0, 0],
        [0.4, 0, 0.3],
      ],
      radiusM: 0.02,
    },
    low: [-0.02, -0.02, -0.02],
    high: [0.42, 0.02, 0.32],
  },
];

type Point = [number, number, number];

const vertex = ({ positions }: Solid, index: number) => [0, 1, 2].map((axis) => positions[index * 3 + axis] ?? 0) as Point;

function bounds(solid: Solid) {
  const along = (axis: number) => solid.positions.filter((_, i) => i % 3 === axis);
  return { low: [0, 1, 2].map((axis) => Math.min(...along(axis))), high: [0, 1, 2].map((axis) => Math.max(...along(axis))) };
}

/** Six times the volume between a triangle and the origin: positive for triangles that look away from it. */
function volume(solid: Solid): number {
  let sum = 0;
  for (let i = 0; i < solid.indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => vertex(solid, solid.indices[i + corner] ?? 0)) as [Point, Point, Point];
    const [ax = 0, ay = 0, az = 0] = a;
    const [bx = 0, by = 0, bz = 0] = b;
    const [cx = 0, cy = 0, cz = 0] = c;
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}

describe.each(shapes)('the solid of a $shape.kind', ({ shape, low, high }) => {
  it.each(['fine', 'coarse'] as const)('is as large as the shape, %s', (detail) => {
    const found = bounds(solidOf(shape, detail));
    // Circles drawn with straight lines stay a little inside.
    const slack = detail === 'fine' ? 0.002 : 0.01;
    for (const [axis, value] of found.low.entries()) expect(Math.abs(value - (low[axis] ?? 0))).toBeLessThan(slack);
    for (const [axis, value] of found.high.entries()) expect(Math.abs(value - (high[axis] ?? 0))).toBeLessThan(slack);
  });

  it('has normals of unit length on the side that its triangles face', () => {
    const solid = solidOf(shape, 'fine');
    for (let i = 0; i < solid.normals.length; i += 3) expect(Math.hypot(...solid.normals.slice(i, i + 3))).toBeCloseTo(1, 3);
    let [agreeing, all] = [0, 0];
    for (let i = 0; i < solid.indices.length; i += 3) {
      const corners = solid.indices.slice(i, i + 3);
      const [a, b, c] = corners.map((corner) => vertex(solid, corner)) as [Point, Point, Point];
      const face = cross(minus(b, a), minus(c, a));
      if (Math.hypot(...face) < 1e-10) continue;
      const normal = [0, 1, 2].map((axis) => corners.reduce((sum, corner) => sum + (solid.normals[corner * 3 + axis] ?? 0), 0));
      all += 1;
      if (face.reduce((sum, value, axis) => sum + value * (normal[axis] ?? 0), 0) > 0) agreeing += 1;
    }
    expect(agreeing).toBe(all);
  });

  it('is closed enough to have its volume inside, and costs less when coarse', () => {
    const [fine, coarse] = [solidOf(shape, 'fine'), solidOf(shape, 'coarse')];
    expect(volume(fine)).toBeGreaterThan(0);
    expect(volume(coarse)).toBeGreaterThan(0.75 * volume(fine));
    expect(coarse.indices.length).toBeLessThan(fine.indices.length);
  });
});

it('rounds a box by less than 3 % of it', () => {
  const box = volume(solidOf({ kind: 'box', sizeM: [0.4, 0.3, 0.2] }, 'fine'));
  expect(box).toBeGreaterThan(0.97 * 0.024);
  expect(box).toBeLessThan(0.024);
});

it('has 40 to 56 segments round what is seen as round', () => {
  const around = (radiusM: number) =>
    new Set(
      solidOf({ kind: 'cylinder', radiusM, heightM: 0.1 }, 'fine')
        .positions.filter((_, i) => i % 3 === 0)
        .map((x) => x.toFixed(6)),
    ).size;
  expect(around(0.05)).toBeGreaterThan(40);
  expect(around(0.3)).toBeGreaterThan(56);
});

function minus(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, axis) => value - (b[axis] ?? 0));
}

function cross([ax = 0, ay = 0, az = 0]: readonly number[], [bx = 0, by = 0, bz = 0]: readonly number[]): number[] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}
