import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planarPose } from '../base/pose.ts';
import { regionOf, regionsAround, staysIn } from './region.ts';

const WHOLE = { incarnation: 1, cellM: 0 };
const CELLS = { incarnation: 1, cellM: 16 };
const metres = fc.double({ min: -500, max: 500, noNaN: true });

describe('a region', () => {
  it('[W37] is the floor where floors are whole', () => {
    expect(regionOf(WHOLE, 'f0', planarPose(900, -900, 0))).toBe('f0');
    expect(regionsAround(WHOLE, 'f0', { x: 0, y: 0, radiusM: 1e5 })).toEqual(['f0']);
  });

  it('[W37] is a cell of 16 m otherwise, to both sides of zero', () => {
    const at = (x: number, y: number) => regionOf(CELLS, 'f0', planarPose(x, y, 0));
    expect([at(0, 0), at(15.99, 16), at(-0.01, -16.01)]).toEqual(['f0_0_0', 'f0_0_1', 'f0_-1_-2']);
  });

  it('[W37] is among those around a circle exactly when the circle touches its cell', () => {
    fc.assert(
      fc.property(metres, metres, fc.double({ min: 0, max: 60, noNaN: true }), metres, metres, (x, y, radiusM, dx, dy) => {
        const found = regionsAround(CELLS, 'f0', { x, y, radiusM });
        expect(new Set(found).size).toBe(found.length);
        const there = planarPose(x + dx / 10, y + dy / 10, 0);
        // Sums are rounded: what lies on the circle to the last digit may lie beyond it.
        if (Math.hypot(dx / 10, dy / 10) <= radiusM - 1e-9) expect(found).toContain(regionOf(CELLS, 'f0', there));
        const reachM = radiusM + 16 * Math.SQRT2;
        if (Math.hypot(dx / 10, dy / 10) > reachM + 1e-9) expect(found).not.toContain(regionOf(CELLS, 'f0', there));
      }),
    );
    expect(regionsAround(CELLS, 'f0', { x: 15, y: 15, radiusM: 2 }).toSorted()).toEqual(['f0_0_0', 'f0_0_1', 'f0_1_0', 'f0_1_1']);
    expect(regionsAround(CELLS, 'f0', { x: 15, y: 15, radiusM: 1.2 }).toSorted()).toEqual(['f0_0_0', 'f0_0_1', 'f0_1_0']);
  });

  it('[W37] is kept by what trembles on its border, by a 32nd of a cell', () => {
    const stays = (x: number, region = 'f0_0_0') => staysIn(CELLS, region, 'f0', planarPose(x, 8, 0));
    expect([stays(8), stays(16.49), stays(16.51), stays(-0.49), stays(-0.51)]).toEqual([true, true, false, true, false]);
    expect([stays(16.49, 'f0_1_0'), stays(15.51, 'f0_1_0'), stays(15.49, 'f0_1_0')]).toEqual([true, true, false]);
  });

  it('[W37] is not kept on another floor, whatever the floors are called', () => {
    expect(staysIn(CELLS, 'f0_0_0', 'f1', planarPose(1, 1, 0))).toBe(false);
    expect(staysIn(CELLS, 'hall_2_0_0', 'hall_2', planarPose(1, 1, 0))).toBe(true);
    expect(staysIn(WHOLE, 'f0', 'f0', planarPose(1, 1, 0))).toBe(true);
    expect(staysIn(WHOLE, 'f0', 'f1', planarPose(1, 1, 0))).toBe(false);
  });
});
