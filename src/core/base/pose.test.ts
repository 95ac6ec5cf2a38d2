import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advance,
  angleBetween,
  blend,
  compose,
  distance,
  inverse,
  isMoving,
  NO_TWIST,
  ORIGIN,
  type Pose,
  planarPose,
  planarTwist,
  type Twist,
  yawOf,
} from './pose.ts';

const metres = fc.double({ min: -100, max: 100, noNaN: true });
const part = fc.double({ min: -1, max: 1, noNaN: true });
const attitude = fc.tuple(part, part, part, part).filter((parts) => Math.hypot(...parts) > 0.1);
const anyPose: fc.Arbitrary<Pose> = fc.tuple(metres, metres, metres, attitude).map(([x, y, z, [qx, qy, qz, qw]]) => {
  const length = Math.hypot(qx, qy, qz, qw);
  return { x, y, z, qx: qx / length, qy: qy / length, qz: qz / length, qw: qw / length };
});
const rate = fc.double({ min: -2, max: 2, noNaN: true });
const anyTwist: fc.Arbitrary<Twist> = fc.record({ vx: rate, vy: rate, vz: rate, wx: rate, wy: rate, wz: rate });

function expectSame(actual: Pose, expected: Pose): void {
  expect(distance(actual, expected)).toBeLessThan(1e-6);
  expect(angleBetween(actual, expected)).toBeLessThan(1e-6);
}

describe('poses', () => {
  it('compose with the origin to themselves, and with their inverse to the origin', () => {
    fc.assert(
      fc.property(anyPose, (pose) => {
        expectSame(compose(pose, ORIGIN), pose);
        expectSame(compose(ORIGIN, pose), pose);
        expectSame(compose(pose, inverse(pose)), ORIGIN);
        expectSame(compose(inverse(pose), pose), ORIGIN);
      }),
    );
  });

  it('compose from left or from right to the same', () => {
    fc.assert(fc.property(anyPose, anyPose, anyPose, (a, b, c) => expectSame(compose(compose(a, b), c), compose(a, compose(b, c)))));
  });

  it('on the ground have the heading they were given', () => {
    for (const yaw of [-3, -1, 0, 0.5, 3]) expect(yawOf(planarPose(1, 2, yaw))).toBeCloseTo(yaw, 10);
    expectSame(compose(planarPose(1, 0, Math.PI / 2), planarPose(2, 0, 0)), planarPose(1, 2, Math.PI / 2));
  });

  it('differ by a distance and by an angle', () => {
    expect(distance(planarPose(0, 0, 0), planarPose(3, 4, 1))).toBe(5);
    expect(angleBetween(planarPose(0, 0, 0.1), planarPose(9, 9, 0.4))).toBeCloseTo(0.3, 10);
    const turnedTwice: Pose = { ...ORIGIN, qw: -1 };
    expect(angleBetween(ORIGIN, turnedTwice)).toBeCloseTo(0, 10);
  });
});

describe('a twist', () => {
  it('moves for t and then for s as for t + s', () => {
    const seconds = fc.double({ min: 0, max: 5, noNaN: true });
    fc.assert(
      fc.property(anyPose, anyTwist, seconds, seconds, (pose, twist, t, s) => {
        expectSame(advance(advance(pose, twist, t), twist, s), advance(pose, twist, t + s));
      }),
    );
  });

  it('agrees with ten thousand small steps', () => {
    const twist = { vx: 0.5, vy: -0.2, vz: 0.1, wx: 0.3, wy: -0.4, wz: 0.7 };
    let stepped = planarPose(1, 2, 0.3);
    for (let i = 0; i < 10_000; i++) {
      const { vx, vy, vz, wx, wy, wz } = twist;
      const h = 2 / 10_000;
      stepped = compose(stepped, { x: vx * h, y: vy * h, z: vz * h, qx: (wx * h) / 2, qy: (wy * h) / 2, qz: (wz * h) / 2, qw: 1 });
    }
    expect(distance(stepped, advance(planarPose(1, 2, 0.3), twist, 2))).toBeLessThan(1e-3);
    expect(angleBetween(stepped, advance(planarPose(1, 2, 0.3), twist, 2))).toBeLessThan(1e-3);
  });

  it('drives a circle back to its start', () => {
    const circle = planarTwist(1, Math.PI);
    expectSame(advance(ORIGIN, circle, 2), ORIGIN);
    expectSame(advance(ORIGIN, circle, 1), planarPose(0, 2 / Math.PI, Math.PI));
  });

  it('that hardly turns goes as straight as one that does not', () => {
    expectSame(advance(ORIGIN, planarTwist(1, 1e-10), 1), advance(ORIGIN, planarTwist(1, 0), 1));
    expect(advance(ORIGIN, planarTwist(1, 1e-7), 1).x).toBeCloseTo(1, 9);
  });

  it('moves if any part of it does', () => {
    expect(isMoving(NO_TWIST)).toBe(false);
    for (const which of ['vx', 'vy', 'vz', 'wx', 'wy', 'wz'] as const) expect(isMoving({ ...NO_TWIST, [which]: 1e-9 })).toBe(true);
  });
});

describe('a blend', () => {
  it('begins at the one and ends at the other', () => {
    fc.assert(
      fc.property(anyPose, anyPose, (a, b) => {
        expectSame(blend(a, b, 0), a);
        expectSame(blend(a, b, 1), b);
      }),
    );
  });

  it('goes straight, and turns evenly the shorter way round', () => {
    const middle = blend(planarPose(0, 0, 3), planarPose(2, 4, -3), 0.5);
    expect([middle.x, middle.y]).toEqual([1, 2]);
    expect(Math.abs(yawOf(middle))).toBeCloseTo(Math.PI, 10);
    expect(yawOf(blend(planarPose(0, 0, 0), planarPose(0, 0, 2), 0.25))).toBeCloseTo(0.5, 10);
    expect(yawOf(blend(planarPose(0, 0, 0), planarPose(0, 0, 0.01), 0.25))).toBeCloseTo(0.0025, 8);
  });

  it('is a pose: its quaternion has length one', () => {
    fc.assert(
      fc.property(anyPose, anyPose, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, share) => {
        const { qx, qy, qz, qw } = blend(a, b, share);
        expect(Math.hypot(qx, qy, qz, qw)).toBeCloseTo(1, 9);
      }),
    );
  });
});
