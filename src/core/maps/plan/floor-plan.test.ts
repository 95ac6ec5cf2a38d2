import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edl, fig8 } from '../maps.contract.ts';
import { type EdlDocument, type FloorPlan, floorPlanOf, parseEdl, type Segment } from '../maps.ts';
import { distanceM, lengthM } from './segment.ts';

const planOf = (text: string): FloorPlan => floorPlanOf(parseEdl(text).document as EdlDocument);
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;
const segmentOf = ({ from, to }: Segment) => [...from, ...to].map(rounded);
const inside = (text: string) =>
  planOf(text)
    .walls.filter(({ source }) => source !== 'border')
    .map(segmentOf);

const WALL = 'WALL: x= 500 y= 300 theta= 0 long= 400';

describe('a floor plan', () => {
  it('[E14] [E15] of figure 8 has the walls that the paper draws', () => {
    const expected = JSON.parse(readFileSync(new URL('../samples/fig-8.json', import.meta.url), 'utf8')) as unknown;
    expect(planOf(fig8).walls.map((wall) => [wall.source, ...segmentOf(wall)])).toEqual(expected);
  });

  it('[E14] turns degrees and centimetres into metres and radians', () => {
    const plan = planOf(
      edl(
        'POINT: x= 150 y= 20 theta= 90 name= Dock',
        'NOTICE: x= 10 y= 20 theta= 180 height= 150 file= a.png',
        'DOOR: x= 50 y= 60 theta= 30 wide= 90',
      ),
    );
    expect([plan.lengthM, plan.widthM]).toEqual([10, 6]);
    expect(plan.points).toEqual([{ at: [1.5, 0.2], yawRad: Math.PI / 2, name: 'Dock', member: 0 }]);
    expect(plan.notices).toEqual([{ at: [0.1, 0.2], yawRad: Math.PI, name: undefined, member: 1, heightM: 1.5, file: 'a.png' }]);
    // Across the way through.
    expect(plan.openings.map(segmentOf)).toEqual([[0.725, 0.210289, 0.275, 0.989711]]);
    expect(inside(edl('WALL: x= 500 y= 300 theta= 30 long= 200'))).toEqual([[4.133975, 2.5, 5.866025, 3.5]]);
    expect(inside(edl('CORRIDOR: x= 500 y= 300 theta= 90 long= 400 wide= 100'))).toEqual([
      [4.5, 1, 4.5, 5],
      [5.5, 1, 5.5, 5],
    ]);
  });

  it.each([
    [
      'in the middle',
      'DOOR: x= 500 y= 300 theta= 90 wide= 100',
      [
        [3, 3, 4.5, 3],
        [5.5, 3, 7, 3],
      ],
    ],
    ['at an end, over it', 'DOOR: x= 300 y= 300 theta= 90 wide= 100', [[3.5, 3, 7, 3]]],
    ['as wide as the wall', 'DOOR: x= 500 y= 300 theta= 270 wide= 400', []],
    [
      '1 cm off',
      'DOOR: x= 500 y= 301 theta= 90 wide= 100',
      [
        [3, 3, 4.5, 3],
        [5.5, 3, 7, 3],
      ],
    ],
    ['1.5 cm off', 'DOOR: x= 500 y= 301.5 theta= 90 wide= 100', [[3, 3, 7, 3]]],
    [
      '0.9 degrees off',
      'DOOR: x= 500 y= 300 theta= 89.1 wide= 200',
      [
        [3, 3, 4.000123, 3],
        [5.999877, 3, 7, 3],
      ],
    ],
    ['1.2 degrees off', 'DOOR: x= 500 y= 300 theta= 88.8 wide= 200', [[3, 3, 7, 3]]],
    ['across', 'DOOR: x= 500 y= 300 theta= 0 wide= 100', [[3, 3, 7, 3]]],
    ['beside', 'DOOR: x= 800 y= 300 theta= 90 wide= 100', [[3, 3, 7, 3]]],
    [
      'as a junction',
      'JUNCTION: x= 600 y= 300 theta= 90 wide= 100',
      [
        [3, 3, 5.5, 3],
        [6.5, 3, 7, 3],
      ],
    ],
  ])('[E15] is cut by a gap %s', (_where, gap, walls) => {
    expect(inside(edl(WALL, gap))).toEqual(walls);
  });

  it('[E15] takes out gaps that overlap only once, and from every wall they lie on', () => {
    const doors = ['DOOR: x= 450 y= 300 theta= 90 wide= 100', 'DOOR: x= 500 y= 300 theta= 90 wide= 100'];
    expect(inside(edl(WALL, ...doors, WALL))).toEqual([
      ...[
        [3, 3, 4, 3],
        [5.5, 3, 7, 3],
      ],
      ...[
        [3, 3, 4, 3],
        [5.5, 3, 7, 3],
      ],
    ]);
  });

  it('[E16] [E17] always has its border, and nothing of points and notices', () => {
    const text = edl('DOOR: x= 500 y= 0 theta= 90 wide= 100', 'POINT: x= 1 y= 1 theta= 0', 'NOTICE: x= 5 y= 5 height= 1 file= a');
    expect(planOf(text).walls.map(segmentOf)).toEqual([
      [0, 0, 10, 0],
      [10, 0, 10, 6],
      [10, 6, 0, 6],
      [0, 6, 0, 0],
    ]);
  });

  it('[E15] leaves of a wall just what is not opened, however it lies', () => {
    const door = fc.record({ at: fc.double({ min: -1, max: 1, noNaN: true }), wideCm: fc.double({ min: 1, max: 150, noNaN: true }) });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 360, noNaN: true }), fc.array(door, { maxLength: 6 }), (thetaDeg, doors) => {
        const [dx, dy] = [Math.cos((thetaDeg * Math.PI) / 180), Math.sin((thetaDeg * Math.PI) / 180)];
        const plan = floorPlanOf({
          lengthCm: 1000,
          widthCm: 1000,
          members: [
            { kind: 'WALL', xCm: 500, yCm: 500, thetaDeg, longCm: 400 },
            ...doors.map(({ at, wideCm }) => ({
              kind: 'DOOR' as const,
              xCm: 500 + dx * at * 200,
              yCm: 500 + dy * at * 200,
              thetaDeg: thetaDeg + 90,
              wideCm,
            })),
          ],
        });
        const rest = plan.walls.filter(({ source }) => source === 'wall');
        const isOpen = (s: number) => doors.some(({ at, wideCm }) => Math.abs(s - at * 2) < wideCm / 200 - 1e-6);
        const isShut = (s: number) => doors.every(({ at, wideCm }) => Math.abs(s - at * 2) > wideCm / 200 + 1e-6);
        for (let s = -1.99; s < 2; s += 0.0173) {
          const gone = rest.every((wall) => distanceM([5 + dx * s, 5 + dy * s], wall) > 1e-5);
          if (isOpen(s)) expect(gone).toBe(true);
          if (isShut(s)) expect(gone).toBe(false);
        }
        expect(rest.every((wall) => lengthM(wall) > 1e-6)).toBe(true);
      }),
    );
  });
});
