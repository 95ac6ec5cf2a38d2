import { describe, expect, it } from 'vitest';
import { type Box, fitted, type MonitorFloor, plainFloor, Sheet } from './sheet.ts';

const floor = (id: string, heightM: number, lengthM = 24, widthM = 14): MonitorFloor => ({
  ...{ id, name: id, heightM, plan: undefined },
  box: { low: [0, 0], high: [lengthM, widthM] },
});
const [ground, first, second] = [floor('ground', 0), floor('first', 3.5), floor('second', 7)];

describe('a sheet', () => {
  it('[MN1] has the floors of a wide screen side by side, the lowest first', () => {
    const { tiles } = new Sheet([ground, first, second], 6);
    const shifts = tiles.map(({ shift }) => shift);
    expect(shifts.map(([, y]) => y)).toEqual([0, 0, 0]);
    expect(shifts[1]?.[0]).toBeGreaterThan(24);
    expect(shifts[2]?.[0]).toBeGreaterThan(shifts[1]?.[0] ?? 0);
  });

  it('[MN1] stacks them on a tall one, the highest on top', () => {
    const shifts = new Sheet([ground, first, second], 0.5).tiles.map(({ shift }) => shift);
    expect(shifts.map(([x]) => x)).toEqual([0, 0, 0]);
    expect(shifts[2]?.[1]).toBeGreaterThan(shifts[1]?.[1] ?? 0);
  });

  it('[MN1] shows them as large as any number of columns would', () => {
    const floors = Array.from({ length: 7 }, (_, i) => floor(`f${i}`, i * 3));
    for (const aspect of [0.4, 0.8, 1.2, 1.8, 3]) {
      const scaleOf = ({ low, high }: Box) => Math.min(aspect / (high[0] - low[0]), 1 / (high[1] - low[1]));
      const best = scaleOf(new Sheet(floors, aspect).boxOf({ kind: 'building' }));
      const inARow = scaleOf(new Sheet(floors, 100).boxOf({ kind: 'building' }));
      const inAColumn = scaleOf(new Sheet(floors, 0.01).boxOf({ kind: 'building' }));
      // The gaps at the edges are not in the box: a little may be lost.
      expect(best).toBeGreaterThanOrEqual(Math.max(inARow, inAColumn) * 0.97);
    }
  });

  it('[MN1] keeps what is above each other in the building at the same place of its tile', () => {
    const smaller = floor('attic', 7, 10, 6);
    const [below, above] = new Sheet([ground, smaller], 3).tiles;
    const place = [4, 3] as const;
    const inTile = [below, above].map((tile) => [place[0] + (tile?.shift[0] ?? 0), place[1] + (tile?.shift[1] ?? 0)]);
    expect([(inTile[1]?.[0] ?? 0) - (above?.box.low[0] ?? 0), (inTile[1]?.[1] ?? 0) - (above?.box.low[1] ?? 0)]).toEqual([4, 3]);
    expect([(inTile[0]?.[0] ?? 0) - (below?.box.low[0] ?? 0), (inTile[0]?.[1] ?? 0) - (below?.box.low[1] ?? 0)]).toEqual([4, 3]);
  });

  it('[MN1] shows one floor alone, at its place', () => {
    const sheet = new Sheet([ground, first], 2);
    expect(sheet.tilesOf({ kind: 'floor', floor: 'first' }).map((tile) => tile.floor.id)).toEqual(['first']);
    expect(sheet.boxOf({ kind: 'floor', floor: 'first' })).toEqual(sheet.tiles[1]?.box);
  });
});

describe('a plain floor', () => {
  it('[MN3] is as large as its robots need, in steps', () => {
    expect(plainFloor([]).box).toEqual({ low: [-4, -4], high: [4, 4] });
    const { box } = plainFloor([
      [1, 1],
      [7.5, -9],
    ]);
    expect(box).toEqual({ low: [-4, -12], high: [12, 4] });
    expect(plainFloor([[7.6, -9.1]]).box).toEqual(box);
  });
});

describe('a fitted view', () => {
  const margins = { leftPx: 30, rightPx: 50, topPx: 60, bottomPx: 40 };

  it.each([
    [1440, 900],
    [390, 400],
    [1920, 1080],
    [300, 2000],
  ])('[MN4] shows all of a box between its margins on %d x %d', (widthPx, heightPx) => {
    const box = { low: [-3, 2], high: [21, 16] } as const;
    const view = fitted(box, { widthPx, heightPx }, margins);
    const [left, bottom] = view.toPx([box.low[0] * 100, box.low[1] * 100]);
    const [right, top] = view.toPx([box.high[0] * 100, box.high[1] * 100]);
    expect(left).toBeGreaterThanOrEqual(margins.leftPx - 1e-6);
    expect(right).toBeLessThanOrEqual(widthPx - margins.rightPx + 1e-6);
    expect(top).toBeGreaterThanOrEqual(margins.topPx - 1e-6);
    expect(bottom).toBeLessThanOrEqual(heightPx - margins.bottomPx + 1e-6);
    const isTight =
      right - left > widthPx - margins.leftPx - margins.rightPx - 1 || bottom - top > heightPx - margins.topPx - margins.bottomPx - 1;
    expect(isTight).toBe(true);
  });

  it('[MN4] keeps what is under the pointer there', () => {
    const view = fitted({ low: [0, 0], high: [24, 14] }, { widthPx: 900, heightPx: 700 }, margins);
    const pointer = [412, 233] as const;
    const nearer = view.zoomed(3.7, pointer).zoomed(0.4, pointer);
    expect(nearer.pxPerCm).toBeCloseTo(view.pxPerCm * 3.7 * 0.4);
    for (const axis of [0, 1] as const) expect(nearer.toCm(pointer)[axis]).toBeCloseTo(view.toCm(pointer)[axis]);
  });
});
