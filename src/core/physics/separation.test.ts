import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ORIGIN, type Pose } from '../base/pose.ts';
import { box, cylinder, sphere, tube } from '../geometry/parts.ts';
import { at, chain, turned } from '../geometry/placement.ts';
import type { Part } from '../geometry/shape.ts';
import { convexesOf, type PlacedConvex, placed } from './convex.ts';
import { leastByBoxesM, leastDistanceM, separation } from './separation.ts';

const one = (part: Part, pose: Pose = ORIGIN): PlacedConvex => {
  const [convex] = convexesOf(part);
  if (!convex) throw new Error('a part without a shape');
  return placed(convex, pose);
};
const ROUNDING_M = 1e-6;

const unit = box('bone', [1, 1, 1]);
const ball = sphere('bone', 0.2);
/** A round bar along x, from -0.5 to 0.5. */
const bar = tube('bone', 0.1, [-0.5, 0, 0], [0.5, 0, 0]);

describe('the distance between round bodies', () => {
  it.each([
    ['a ball whose middle is inside a box', one(unit), one(ball, at(0.4, 0, 0)), -0.3],
    ['a bar whose end is inside a box', one(unit), one(bar, at(0.9, 0, 0)), -0.2],
    ['a bar whose middle crosses that of another', one(bar), one(bar, chain(at(0, 0, 0), turned([0, 0, 1], Math.PI / 2))), -0.2],
    ['a ball beside a bar', one(bar), one(ball, at(0, 0.5, 0)), 0.2],
  ] as const)('[P2] counts both radii: %s', (_, first, second, expectedM) => {
    expect(separation(first, second).distanceM).toBeCloseTo(expectedM, 6);
    expect(separation(second, first).distanceM).toBeCloseTo(expectedM, 6);
  });
});

describe('what is near enough to be looked at', () => {
  const place = fc.double({ min: -3, max: 3, noNaN: true });
  const pose = fc
    .tuple(place, place, place, place, place, place, place)
    .filter(([, , , x, y, z]) => x * x + y * y + z * z > 0.01)
    .map(([x, y, z, ax, ay, az, angle]) => chain(at(x, y, z), turned([ax, ay, az], angle)));
  const part = fc.constantFrom(unit, ball, bar, cylinder('bone', 0.3, 0.8), box('bone', [2, 0.1, 0.1]));

  it('[P4] leaves out nothing that is nearer: balls and boxes never say more than the distance', () => {
    fc.assert(
      fc.property(part, pose, part, pose, (first, firstPose, second, secondPose) => {
        const [a, b] = [one(first, firstPose), one(second, secondPose)];
        const { distanceM } = separation(a, b);
        fc.pre(distanceM > 0);
        expect(leastDistanceM(a, b)).toBeLessThanOrEqual(distanceM + ROUNDING_M);
        expect(leastByBoxesM(a, b)).toBeLessThanOrEqual(distanceM + ROUNDING_M);
      }),
      { numRuns: 300 },
    );
  });

  it('[P4] counts the radius of a bar in the box round it', () => {
    expect(leastByBoxesM(one(bar), one(ball, at(0, 0.5, 0)))).toBeCloseTo(0.2, 9);
  });
});
