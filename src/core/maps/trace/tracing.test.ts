import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fig8 } from '../maps.contract.ts';
import { type EdlDocument, floorPlanOf, OCCUPIED, type Occupancy, occupancyOf, parseEdl } from '../maps.ts';
import { centreOfCell } from '../plan/occupancy.ts';
import { regionsOf } from '../plan/regions.ts';
import { distanceM, lengthM, type Place, type Segment } from '../plan/segment.ts';
import { traceWalls } from './tracing.ts';

const CELL_M = 0.1;
const NEAR_M = 2.5 * CELL_M;

/** A map as it is seen: `#` is occupied, the first line is the top. */
function seen(picture: readonly string[]): Occupancy {
  const [columns, rows] = [Math.max(...picture.map((line) => line.length)), picture.length];
  const cells = new Uint8Array(columns * rows);
  for (const [i, line] of picture.entries())
    for (const [column, letter] of [...line].entries()) cells[(rows - 1 - i) * columns + column] = letter === '#' ? OCCUPIED : 0;
  return { columns, rows, cellM: CELL_M, origin: [0, 0], cells };
}

/** By how often a ray to the right crosses outlines. */
const isInside = ([x, y]: Place, walls: readonly Segment[]): boolean =>
  walls.filter(({ from, to }) => from[1] > y !== to[1] > y && x < from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]))
    .length %
    2 ===
  1;

function check(occupancy: Occupancy): Segment[] {
  const { lines, outlines } = traceWalls(occupancy);
  const walls = [...lines, ...outlines];
  const occupied: Place[] = [];
  for (const [i, cell] of occupancy.cells.entries()) if (cell === OCCUPIED) occupied.push(centreOfCell(occupancy, i));
  for (const place of occupied) {
    const isNear = walls.some((wall) => distanceM(place, wall) <= NEAR_M + 1e-9) || isInside(place, outlines);
    expect(isNear, `${place} is occupied, and far from all of ${JSON.stringify(walls)}`).toBe(true);
  }
  for (const { from, to } of walls) {
    for (let share = 0; share <= 1; share += 0.1) {
      const [x, y] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      expect(
        occupied.some((place) => Math.hypot(place[0] - x, place[1] - y) <= NEAR_M + 1e-9),
        `a wall at ${x}, ${y}, where nothing is`,
      ).toBe(true);
    }
  }
  return walls;
}

describe('tracing', () => {
  it('[E33] makes one line of what is thin, and an outline of what is thick', () => {
    const thin = check(seen(['...........', '.#########.', '.#########.', '...........']));
    expect(thin).toHaveLength(1);
    expect(lengthM(thin[0] as Segment)).toBeGreaterThan(0.6);
    const thick = check(seen(Array.from({ length: 10 }, () => `..${'#'.repeat(12)}..`)));
    expect(thick).toHaveLength(4);
    const corner = check(seen(['#.......', '#.......', '#.......', '#.......', '########']));
    expect(corner).toHaveLength(2);
    expect(check(seen(['...', '.#.', '...']))).toHaveLength(1);
    expect(check(seen(['....', '.##.', '.##.', '....'])).length).toBeGreaterThan(0);
    expect(check(seen(['#####', '#...#', '#####'])).length).toBeGreaterThan(3);
    expect(traceWalls(seen(['....', '....']))).toEqual({ lines: [], outlines: [] });
  });

  it('[E33] finds the walls of figure 8 in its cells, and the same rooms between them', () => {
    const plan = floorPlanOf(parseEdl(fig8).document as EdlDocument);
    const occupancy = occupancyOf(plan, 0.05);
    const { lines: walls, outlines } = traceWalls(occupancy);
    expect(outlines).toEqual([]);
    for (const { from, to } of plan.walls) {
      for (let share = 0; share <= 1; share += 0.05) {
        const place: Place = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
        expect(walls.some((wall) => distanceM(place, wall) <= 0.075)).toBe(true);
      }
    }
    // Four of the border, of which a corridor's side is one, and six between the gaps.
    expect(walls).toHaveLength(10);
    const again = occupancyOf({ lengthM: plan.lengthM, widthM: plan.widthM, walls: [...walls, ...plan.walls.slice(0, 4)] }, 0.05);
    expect(regionsOf(again).regions.filter(({ areaM2 }) => areaM2 > 0.1)).toHaveLength(1);
  });

  it('[E33] leaves nothing out and adds nothing, whatever is seen', () => {
    const noise = fc.array(fc.array(fc.constantFrom('#', '.', '.'), { minLength: 14, maxLength: 14 }), { minLength: 3, maxLength: 14 });
    const blocks = fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.nat(13), fc.nat(13)), { maxLength: 4 });
    fc.assert(
      fc.property(noise, blocks, fc.boolean(), (rows, rectangles, isNoisy) => {
        const picture = rows.map((row) => (isNoisy ? row : row.map(() => '.')));
        for (const [column, row, wide, high] of rectangles)
          for (let y = row; y < Math.min(row + high, picture.length); y++)
            for (let x = column; x < Math.min(column + wide, 14); x++) (picture[y] as string[])[x] = '#';
        check(seen(picture.map((row) => row.join(''))));
      }),
      { numRuns: 300 },
    );
  });
});
