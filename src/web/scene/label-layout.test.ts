import { describe, expect, it } from 'vitest';
import { arrangeLabels, type LabelBox } from './label-layout.ts';

const box = (x: number, y: number, distanceM: number, isSelected = false): LabelBox => ({
  x,
  y,
  width: 80,
  height: 22,
  distanceM,
  isSelected,
  isShown: false,
});

describe('labels', () => {
  it('of which two overlap: the nearest wins', () => {
    const [near, far, apart] = [box(100, 100, 3), box(140, 110, 6), box(300, 100, 9)];
    arrangeLabels([far, apart, near]);
    expect([near.isShown, far.isShown, apart.isShown]).toEqual([true, false, true]);
  });

  it('that are hidden themselves hide nobody', () => {
    const [first, second, third] = [box(100, 100, 1), box(170, 100, 2), box(240, 100, 3)];
    arrangeLabels([third, second, first]);
    expect([first.isShown, second.isShown, third.isShown]).toEqual([true, false, true]);
  });

  it('beyond 15 m are gone, but for the selected one, which also wins over nearer ones', () => {
    const [selected, near, far] = [box(100, 100, 40, true), box(110, 100, 2), box(400, 100, 15.5)];
    arrangeLabels([near, far, selected]);
    expect([selected.isShown, near.isShown, far.isShown]).toEqual([true, false, false]);
  });

  it('come back in order when they are arranged again', () => {
    const boxes = [5, 2, 9, 1, 7].map((distanceM) => box(distanceM * 100, 0, distanceM));
    arrangeLabels(boxes);
    expect(boxes.map(({ distanceM }) => distanceM)).toEqual([1, 2, 5, 7, 9]);
  });
});
