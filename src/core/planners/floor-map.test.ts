import { describe, expect, it } from 'vitest';
import { edl } from '../maps/maps.contract.ts';
import { type EdlDocument, floorPlanOf, type Place, parseEdl } from '../maps/maps.ts';
import { planningMapOf } from './floor-map.ts';
import { freeSpaceOf } from './free-space.ts';
import { plannerNamed } from './planners.ts';
import { outlinesOf, toOutlineM } from './reference.contract.ts';

/** 10 m by 6 m: a wall across the middle with a door, and one that meets it. */
const plan = floorPlanOf(
  parseEdl(
    edl('WALL: x= 500 y= 300 theta= 90 long= 600', 'DOOR: x= 500 y= 300 theta= 0 wide= 100', 'WALL: x= 750 y= 200 theta= 0 long= 500'),
  ).document as EdlDocument,
);
const nearestM = (map: ReturnType<typeof planningMapOf>, place: Place) =>
  Math.min(...outlinesOf(map).map((outline) => toOutlineM(place, outline)));

describe('a floor to plan on', () => {
  it('[PL13] has walls that are 0.1 m thick and end where a gap begins', () => {
    const map = planningMapOf(plan);
    expect(nearestM(map, [4, 1])).toBeCloseTo(0.95, 9);
    expect(nearestM(map, [5, 3])).toBeCloseTo(0.5, 9);
    expect(freeSpaceOf(map, 0.49).isClear([4, 3], [6, 3])).toBe(true);
    expect(freeSpaceOf(map, 0.51).isClear([4, 3], [6, 3])).toBe(false);
    expect(map.bounds).toEqual([
      [0, 0],
      [10, 6],
    ]);
  });

  it('[PL13] has whole corners where walls meet: there is no notch in the border, nor in a corner of two walls', () => {
    const corner = floorPlanOf(
      parseEdl(edl('WALL: x= 300 y= 300 theta= 0 long= 200', 'WALL: x= 400 y= 400 theta= 90 long= 200')).document as EdlDocument,
    );
    const map = planningMapOf(corner);
    // The outer corner of the two, and of the border.
    expect(nearestM(map, [4.05, 2.95])).toBeLessThan(1e-9);
    expect(nearestM(map, [4.06, 2.94])).toBeCloseTo(Math.hypot(0.01, 0.01), 9);
    expect(nearestM(map, [-0.05, -0.05])).toBeLessThan(1e-9);
    // A free end is no longer than it is.
    expect(nearestM(map, [1.9, 3])).toBeCloseTo(0.1, 9);
  });

  it('[PL13] has wall in doors that are shut, and whatever else stands there', () => {
    const [door] = plan.openings;
    const ask = (map: ReturnType<typeof planningMapOf>) =>
      plannerNamed('lazy-visibility').plan({ map, from: [2, 3], to: [8, 5], radiusM: 0.3, seed: 1 });
    expect(ask(planningMapOf(plan)).kind).toBe('path');
    expect(ask(planningMapOf(plan, { shut: new Set([door?.member ?? -1]) })).kind).toBe('no path');
    expect(ask(planningMapOf(plan, { shut: new Set([0]) })).kind).toBe('path');
    const box: Place[] = [
      [5.4, 2],
      [5.6, 2],
      [5.6, 4],
      [5.4, 4],
    ];
    expect(ask(planningMapOf(plan, { obstacles: [box] })).kind).toBe('no path');
  });
});
