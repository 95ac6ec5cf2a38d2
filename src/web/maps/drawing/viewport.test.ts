import { describe, expect, it } from 'vitest';
import { Viewport } from './viewport.ts';

describe('a viewport', () => {
  const view = Viewport.fitted({ widthPx: 952, heightPx: 588 }, 2000, 1000);

  it('has all of a field in it, in the middle, the right way up', () => {
    expect(view.pxPerCm).toBeCloseTo(0.4, 6);
    expect(view.toPx([0, 0])).toEqual([76, 494]);
    expect(view.toPx([2000, 1000])).toEqual([876, 94]);
  });

  it('goes back and forth between picture and plane', () => {
    const [x, y] = view.toCm(view.toPx([123, 456]));
    expect([x, y].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([123, 456]);
  });

  it('keeps what is under the pointer there while it is zoomed, to its limits', () => {
    const before = view.toCm([300, 200]);
    const [x, y] = view.zoomed(3, [300, 200]).toCm([300, 200]);
    expect(x).toBeCloseTo(before[0], 6);
    expect(y).toBeCloseTo(before[1], 6);
    expect(view.zoomed(1e9, [0, 0]).pxPerCm).toBe(20);
    expect(Viewport.fitted({ widthPx: 0, heightPx: 0 }, 0, 0).pxPerCm).toBeGreaterThan(0);
  });
});
