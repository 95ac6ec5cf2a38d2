import { describe, expect, it } from 'vitest';
import { between, seededRandom } from '../base/random.ts';
import type { Place } from '../maps/maps.ts';
import { freeSpaceOf } from './free-space.ts';
import { grownShapes, scaleOf } from './grown-shapes.ts';
import type { PlanningMap } from './planner.ts';
import { clearanceM, isInside, outlineIn, outlinesOf, toOutlineM } from './reference.contract.ts';
import { sceneOf } from './scenes.contract.ts';

const SEEDS = Array.from({ length: 30 }, (_, i) => i + 1000);
/** A regular polygon of twelve sides round a circle, and what is added for rounding. */
const LARGEST = 1 / Math.cos(Math.PI / 12);
const ROUNDING_M = 1e-4;

const mapOf = (parts: Partial<PlanningMap>): PlanningMap => ({
  walls: [],
  wallThicknessM: 0.1,
  obstacles: [],
  bounds: [
    [0, 0],
    [10, 10],
  ],
  ...parts,
});

/** Two walls that leave a passage in the middle of a room. */
const passage = (wideM: number, yaw = 0): PlanningMap => {
  const turned = ([x, y]: Place): Place => [5 + x * Math.cos(yaw) - y * Math.sin(yaw), 5 + x * Math.sin(yaw) + y * Math.cos(yaw)];
  const wall = (from: Place, to: Place) => ({ from: turned(from), to: turned(to) });
  return mapOf({ walls: [wall([-9, 0], [-wideM / 2, 0]), wall([wideM / 2, 0], [9, 0])] });
};

/** Anywhere on a map, by chance. */
function placesOf(seed: number, { bounds: [low, high] }: PlanningMap): () => Place {
  const random = seededRandom(seed);
  return () => [between(random, low[0], high[0]), between(random, low[1], high[1])];
}

describe('grown obstacles', () => {
  it('[PL1] are never smaller than the disc makes them, and at most 3.6 % of its radius larger', () => {
    for (const seed of SEEDS) {
      const { map, radiusM } = sceneOf(seed);
      const scale = scaleOf(map, radiusM);
      const place = placesOf(seed, map);
      const outlines = outlinesOf(map);
      const shapes = grownShapes(map, radiusM, scale);
      expect(shapes.length).toBe(outlines.length);
      const largestM = radiusM * LARGEST + ROUNDING_M;
      const wrong: Place[] = [];
      shapes.forEach(({ rings }, index) => {
        const outline = outlines[index] as Place[];
        const grown = rings.map((ring) => outlineIn(ring, scale.unitM, scale.originM));
        for (const corner of grown.flat()) {
          const apartM = toOutlineM(corner, outline);
          if (apartM <= radiusM || apartM > largestM) wrong.push(corner);
        }
        for (let k = 0; k < 100; k++) {
          const at = place();
          const isForbidden = grown.filter((ring) => isInside(at, ring)).length % 2 === 1;
          const apartM = toOutlineM(at, outline);
          if (isForbidden ? apartM > largestM : apartM <= radiusM) wrong.push(at);
        }
      });
      expect(wrong, `seed ${seed}`).toEqual([]);
    }
  });

  it('[PL1] leave passages of 1.08 robot widths open and those of 0.99 shut, however they are turned', () => {
    for (let yaw = 0; yaw < Math.PI; yaw += 0.1) {
      const through = (share: number): boolean => {
        const space = freeSpaceOf(passage(0.6 * share, yaw), 0.3);
        const [x, y] = [-Math.sin(yaw), Math.cos(yaw)];
        return space.isClear([5 + x, 5 + y], [5 - x, 5 - y]);
      };
      expect(through(1.08), `yaw ${yaw}`).toBe(true);
      expect(through(0.99), `yaw ${yaw}`).toBe(false);
    }
  });

  it('[PL1] of walls without length or thickness, of single places, and of outlines that go round clockwise, are there as well', () => {
    const square: Place[] = [
      [4, 4],
      [4, 6],
      [6, 6],
      [6, 4],
    ];
    const atPlace = (map: PlanningMap, place: Place) => freeSpaceOf(map, 0.3).isFree(place);
    const point = mapOf({ walls: [{ from: [5, 5], to: [5, 5] }] });
    for (const map of [
      mapOf({ obstacles: [square] }),
      mapOf({ obstacles: [square.toReversed()] }),
      point,
      { ...point, wallThicknessM: 0 },
      mapOf({ obstacles: [[[5, 5]]] }),
      mapOf({ walls: [{ from: [5, 4], to: [5, 6] }], wallThicknessM: 0 }),
    ]) {
      expect(atPlace(map, [5, 5.2])).toBe(false);
      expect(atPlace(map, [5, 6.4])).toBe(true);
    }
    expect(atPlace(mapOf({ obstacles: [[]] }), [5, 5])).toBe(true);
    // Two corners in one place, nearly; a line there and back; and one that crosses itself: both of its halves are there.
    const doubled: Place[] = square.flatMap(([x, y]): Place[] => [
      [x, y],
      [x + 1.2e-5, y + 1e-6],
    ]);
    const crossed: Place[] = [
      [2, 2],
      [4, 4],
      [4, 2],
      [2, 4],
    ];
    const back: Place[] = [
      [4, 5],
      [6, 5],
      [5, 5],
    ];
    const zigzag: Place[] = [
      [4, 5],
      [6, 5],
      [4.6, 5],
      [5.4, 5],
    ];
    expect([4, 5, 6].map((x) => atPlace(mapOf({ obstacles: [zigzag] }), [x, 5.2]))).toEqual([false, false, false]);
    expect(atPlace(mapOf({ obstacles: [zigzag] }), [5, 5.4])).toBe(true);
    expect(atPlace(mapOf({ obstacles: [doubled] }), [5, 5.2])).toBe(false);
    expect([2.3, 3.7].map((x) => atPlace(mapOf({ obstacles: [crossed] }), [x, 3]))).toEqual([false, false]);
    expect([4.5, 5.5].map((x) => atPlace(mapOf({ obstacles: [back] }), [x, 5.2]))).toEqual([false, false]);
  });
});

describe('free space', () => {
  it('[PL2] says of places and straight ways what distances say', () => {
    for (const seed of SEEDS) {
      const { map, radiusM } = sceneOf(seed);
      const space = freeSpaceOf(map, radiusM);
      const place = placesOf(seed, map);
      const isWrong = (says: boolean, apartM: number) => (says ? apartM < radiusM : apartM > radiusM * LARGEST + ROUNDING_M);
      const wrong: (readonly Place[])[] = [];
      for (let k = 0; k < 150; k++) {
        const [a, b] = [place(), place()];
        if (isWrong(space.isFree(a), clearanceM([a, a], map))) wrong.push([a]);
        if (isWrong(space.isClear(a, b), clearanceM([a, b], map))) wrong.push([a, b]);
      }
      expect(wrong, `seed ${seed}`).toEqual([]);
    }
  });

  it('[PL2] has ways along grown obstacles and from corner to corner of them, but none through', () => {
    const space = freeSpaceOf(
      mapOf({
        obstacles: [
          [
            [4, 4],
            [6, 4],
            [6, 6],
            [4, 6],
          ],
        ],
      }),
      0.5,
    );
    const corners = [...space.corners].map((i) => [space.grid.edges[i] as number, space.grid.edges[i + 1] as number] as const);
    expect(corners.length).toBe(12);
    corners.forEach(([ax, ay], i) => {
      corners.forEach(([bx, by], k) => {
        const isNext = [0, 1, corners.length - 1].includes(Math.abs(i - k));
        expect(space.grid.isClear(ax, ay, bx, by), `${i} to ${k}`).toBe(isNext);
      });
    });
  });

  it('[PL2] ends at the bounds', () => {
    const space = freeSpaceOf(mapOf({}), 0.3);
    expect(space.isFree([0, 10])).toBe(true);
    expect(space.isFree([-0.001, 5])).toBe(false);
    expect(space.isClear([0, 0], [10, 10])).toBe(true);
    expect(space.isClear([5, 5], [5, 10.1])).toBe(false);
  });

  it('[PL2] of a map is made once for each size', () => {
    const map = passage(1);
    expect(freeSpaceOf(map, 0.3)).toBe(freeSpaceOf(map, 0.3));
    expect(freeSpaceOf(map, 0.2)).not.toBe(freeSpaceOf(map, 0.3));
    for (let k = 1; k < 9; k++) freeSpaceOf(map, k);
    expect(freeSpaceOf(map, 8)).toBe(freeSpaceOf(map, 8));
  });

  it('[PL2] has the free place nearest to one that is not', () => {
    const space = freeSpaceOf(mapOf({ walls: [{ from: [5, 0], to: [5, 10] }] }), 0.5);
    expect(space.nearestFree([3, 3], 1)).toEqual([3, 3]);
    const [x, y] = space.nearestFree([5.2, 5], 0.8) ?? [0, 0];
    expect(x).toBeGreaterThanOrEqual(5.55);
    expect(Math.hypot(x - 5.2, y - 5)).toBeLessThan(0.42);
    expect(space.nearestFree([5.2, 5], 0.3)).toBeUndefined();
  });

  it('[PL9] of what nobody can plan on is refused with what is wrong', () => {
    const far = mapOf({
      bounds: [
        [0, 0],
        [1e7, 1e7],
      ],
    });
    expect(() => freeSpaceOf(far, 0.1)).toThrow(/too small for a map of/);
    expect(() => freeSpaceOf(mapOf({}), 0)).toThrow(/radius above 0 m, not 0/);
    expect(() => freeSpaceOf(mapOf({}), Number.NaN)).toThrow(RangeError);
    expect(() => freeSpaceOf(mapOf({ wallThicknessM: -1 }), 0.1)).toThrow(/0 m thick or thicker/);
    expect(() => freeSpaceOf(mapOf({ walls: [{ from: [0, Number.NaN], to: [1, 1] }] }), 0.1)).toThrow(/nowhere/);
    const upsideDown = mapOf({
      bounds: [
        [1, 1],
        [0, 0],
      ],
    });
    expect(() => freeSpaceOf(upsideDown, 0.1)).toThrow(/lower left/);
    const crowd = mapOf({ walls: Array.from({ length: 100_001 }, () => ({ from: [1, 1] as const, to: [2, 2] as const })) });
    expect(() => freeSpaceOf(crowd, 0.1)).toThrow(/400004 corners, at most 400000/);
    const pile = mapOf({ walls: Array.from({ length: 10_000 }, () => ({ from: [0, 5] as const, to: [10, 5] as const })) });
    expect(() => freeSpaceOf({ ...pile, wallThicknessM: 9 }, 0.1)).toThrow(/lies over each other/);
  });
});
