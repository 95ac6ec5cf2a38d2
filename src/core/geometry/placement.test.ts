import { describe, expect, it } from 'vitest';
import { compose, type Pose } from '../base/pose.ts';
import { cylinder, ring } from './parts.ts';
import { at, chain, type Direction, fromRollPitchYaw, placed, rollPitchYaw, toward, turned } from './placement.ts';

const place = ({ x, y, z }: Pose): number[] => [x, y, z].map((metres) => Math.round(metres * 1e9) / 1e9 + 0);

describe('toward', () => {
  const ends: readonly [Direction, number[]][] = [
    ['x', [2, 2, 3]],
    ['y', [1, 3, 3]],
    ['z', [1, 2, 4]],
    ['-x', [0, 2, 3]],
    ['-y', [1, 1, 3]],
    ['-z', [1, 2, 2]],
  ];
  it.each(ends)('points the z of a shape along %s', (direction, end) => {
    expect(place(compose(toward(direction, 1, 2, 3), at(0, 0, 1)))).toEqual(end);
  });

  it('leaves x alone when it points along y, and y when along x', () => {
    expect(place(compose(toward('y', 0, 0, 0), at(1, 0, 0)))).toEqual([1, 0, 0]);
    expect(place(compose(toward('x', 0, 0, 0), at(0, 1, 0)))).toEqual([0, 1, 0]);
  });
});

describe('roll, pitch and yaw', () => {
  it.each([[[0.1, 0.2, 0.3]], [[-3, 1.5, -2]], [[0.4, Math.PI / 2, 0.7]], [[0, -Math.PI / 2, 0]]] as const)(
    'say the same attitude again: %j',
    (angles) => {
      const pose = fromRollPitchYaw(angles);
      const again = fromRollPitchYaw(rollPitchYaw(pose));
      const alike = Math.abs(pose.qx * again.qx + pose.qy * again.qy + pose.qz * again.qz + pose.qw * again.qw);
      expect(alike).toBeCloseTo(1, 12);
    },
  );

  it('are about fixed axes, x first', () => {
    expect(place(compose(fromRollPitchYaw([Math.PI / 2, 0, Math.PI / 2]), at(0, 1, 0)))).toEqual([0, 0, 1]);
  });
});

describe('turned', () => {
  it('turns by the right hand about an axis of any length', () => {
    expect(place(compose(turned([0, 0, 5], Math.PI / 2), at(1, 0, 0)))).toEqual([0, 1, 0]);
  });
});

describe('chain and placed', () => {
  it('go from the outermost frame inwards', () => {
    expect(place(chain(at(1, 0, 0), turned([0, 0, 1], Math.PI / 2), at(1, 0, 0)))).toEqual([1, 1, 0]);
    const [part] = placed(at(0, 0, 1), [cylinder('steel', 1, 1, at(2, 0, 0))]);
    expect(part && place(part.at)).toEqual([2, 0, 1]);
  });
});

describe('ring', () => {
  it('stands evenly round its axis, all pointing along it', () => {
    const places = ring('-y', [0, 1, 2], { radius: 0.5, count: 4 });
    for (const pose of places) {
      expect(pose.y).toBeCloseTo(1, 12);
      expect(Math.hypot(pose.x, pose.z - 2)).toBeCloseTo(0.5, 12);
      expect(compose(pose, at(0, 0, 1)).y).toBeCloseTo(0, 12);
    }
    expect(new Set(places.map((pose) => place(pose).join())).size).toBe(4);
  });
});
