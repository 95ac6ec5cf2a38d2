import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planarPose } from '../base/pose.ts';
import { regionOf, regionsAround, staysIn } from './region.ts';

const WHOLE = { incarnation: 1, cellM: 0 };
const CELLS = { incarnation: 1, cellM: 16 };
const FLOOR = { name: 'Floor', x: 0, y: 0, radiusM: 10 };
const metres = fc.double({ min: -500, max: 500, noNaN: true });

describe('a region', () => {
  it('[W37] is the floor where floors are whole', () => {
    expect(regionOf(WHOLE, planarPose(900, -900, 0))).toBe('f0');
    expect(regionsAround(WHOLE, 'f0', { x: 0, y: 0, radiusM: 1e5 })).toEqual(['f0']);
  });

  it('[W37] is a cell of 16 m otherwise, to both sides of zero', () => {
    const at = (x: number, y: number) => regionOf(CELLS, planarPose(x, y, 0));
    expect([at(0, 0), at(15.99, 16), at(-0.01, -16.01)]).toEqual(['f0_0_0', 'f0_0_1', 'f0_-1_-2']);
  });

  it('[W37] is among those around a circle exactly when the circle touches its cell', () => {
    fc.assert(
      fc.property(metres, metres, fc.double({ min: 0, max: 60, noNaN: true }), metres, metres, (x, y, radiusM, dx, dy) => {
        const found = regionsAround(CELLS, 'f0', { x, y, radiusM });
        expect(new Set(found).size).toBe(found.length);
        const there = planarPose(x + dx / 10, y + dy / 10, 0);
        // Sums are rounded: what lies on the circle to the last digit may lie beyond it.
        if (Math.hypot(dx / 10, dy / 10) <= radiusM - 1e-9) expect(found).toContain(regionOf(CELLS, there));
        const reachM = radiusM + 16 * Math.SQRT2;
        if (Math.hypot(dx / 10, dy / 10) > reachM + 1e-9) expect(found).not.toContain(regionOf(CELLS, there));
      }),
    );
    expect(regionsAround(CELLS, 'f0', { x: 15, y: 15, radiusM: 2 }).toSorted()).toEqual(['f0_0_0', 'f0_0_1', 'f0_1_0', 'f0_1_1']);
    expect(regionsAround(CELLS, 'f0', { x: 15, y: 15, radiusM: 1.2 }).toSorted()).toEqual(['f0_0_0', 'f0_0_1', 'f0_1_0']);
  });

  it('[W37] is kept by what trembles on its border, by a 32nd of a cell', () => {
    const stays = (x: number, region = 'f0_0_0') => staysIn(CELLS, region, planarPose(x, 8, 0));
    expect([stays(8), stays(16.49), stays(16.51), stays(-0.49), stays(-0.51)]).toEqual([true, true, false, true, false]);
    expect([stays(16.49, 'f0_1_0'), stays(15.51, 'f0_1_0'), stays(15.49, 'f0_1_0')]).toEqual([true, true, false]);
  });

  it('[W37] is not kept on another floor, whatever the floors are called', () => {
    const floors = [
      { ...FLOOR, id: 'hall', heightM: 0 },
      { ...FLOOR, id: 'hall_2', heightM: 4 },
    ];
    const [whole, cells] = [
      { ...WHOLE, floors },
      { ...CELLS, floors },
    ];
    const at = (z: number) => ({ ...planarPose(1, 1, 0), z });
    expect([staysIn(cells, 'hall_0_0', at(0)), staysIn(cells, 'hall_0_0', at(4)), staysIn(cells, 'f0_0_0', at(0))]).toEqual([
      true,
      false,
      false,
    ]);
    expect([staysIn(cells, 'hall_2_0_0', at(4)), staysIn(cells, 'hall_2_0_0', at(0))]).toEqual([true, false]);
    expect([staysIn(whole, 'hall', at(0)), staysIn(whole, 'hall', at(4)), staysIn(whole, 'hall_2', at(4))]).toEqual([true, false, true]);
    expect([regionOf(whole, at(0)), regionOf(whole, at(4)), regionOf(cells, at(4))]).toEqual(['hall', 'hall_2', 'hall_2_0_0']);
  });

  it('[W37] of the floor below is kept until something is well above it, and the other way round', () => {
    const setup = { ...WHOLE, floors: [0, 4].map((heightM) => ({ ...FLOOR, id: `f${heightM}`, heightM })) };
    const stays = (region: string, z: number) => staysIn(setup, region, { ...planarPose(1, 1, 0), z });
    expect([3.49, 3.55, 3.65].map((z) => stays('f0', z))).toEqual([true, true, false]);
    expect([3.51, 3.45, 3.35].map((z) => stays('f4', z))).toEqual([true, true, false]);
  });
});
