import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fig8 } from '../maps.contract.ts';
import { type EdlDocument, floorPlanOf, OCCUPIED, occupancyOf, parseEdl } from '../maps.ts';
import { cellAt, centreOfCell } from './occupancy.ts';
import { regionsOf } from './regions.ts';
import type { Place } from './segment.ts';

const metres = fc.double({ min: -2, max: 12, noNaN: true });
const segment = fc.record({ from: fc.tuple(metres, metres), to: fc.tuple(metres, metres) });
const at = ({ from, to }: { from: Place; to: Place }, share: number): Place => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
];

describe('the cells of a floor', () => {
  it('[E32] are taken wherever a wall passes through, and nowhere else', () => {
    fc.assert(
      fc.property(segment, fc.constantFrom(0.05, 0.1, 0.3), (wall, cellM) => {
        const occupancy = occupancyOf({ lengthM: 10, widthM: 10, walls: [wall] }, cellM);
        const passed = new Set<number>();
        for (let share = 0; share <= 1; share += 0.001) passed.add(cellAt(occupancy, at(wall, share)) ?? -1);
        for (const cell of passed) if (cell >= 0) expect(occupancy.cells[cell]).toBe(OCCUPIED);
        occupancy.cells.forEach((value, cell) => {
          if (value !== OCCUPIED) return;
          const [x, y] = centreOfCell(occupancy, cell);
          const near = [...Array(1001).keys()].some((i) => {
            const [px, py] = at(wall, i / 1000);
            return Math.abs(px - x) <= cellM / 2 + 0.02 && Math.abs(py - y) <= cellM / 2 + 0.02;
          });
          expect(near).toBe(true);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('[E32] let nothing through a wall, whichever way it goes', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 9.5, noNaN: true }), fc.double({ min: 0.5, max: 9.5, noNaN: true }), (low, high) => {
        const wall = { from: [0, low], to: [10, high] } as const;
        expect(regionsOf(occupancyOf({ lengthM: 10, widthM: 10, walls: [wall] }, 0.07)).regions).toHaveLength(2);
      }),
    );
  });

  it('[E32] of figure 8 are one row for each wall, and one region within the border', () => {
    const occupancy = occupancyOf(floorPlanOf(parseEdl(fig8).document as EdlDocument), 0.1);
    expect([occupancy.columns, occupancy.rows]).toEqual([91, 51]);
    const picture = Array.from({ length: occupancy.rows }, (_, row) =>
      [...occupancy.cells.subarray(row * 91, row * 91 + 91)].map((cell) => (cell === OCCUPIED ? '#' : '.')).join(''),
    );
    expect(picture[10]).toBe(`${'#'.repeat(21)}${'.'.repeat(9)}${'#'.repeat(11)}${'.'.repeat(9)}${'#'.repeat(41)}`);
    expect(picture[45]).toBe(`#${'.'.repeat(39)}#${'.'.repeat(9)}#${'.'.repeat(39)}#`);
    expect(regionsOf(occupancy).regions).toHaveLength(1);
  });
});
