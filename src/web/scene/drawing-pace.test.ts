import { describe, expect, it } from 'vitest';
import { DrawingPace } from './drawing-pace.ts';

/** When drawings begin, on a screen with a frame every 10 ms, of a processor that takes so long for each. */
function beginnings(tookMs: number, untilMs: number, cores = 2): number[] {
  const pace = new DrawingPace(cores);
  const begun: number[] = [];
  for (let nowMs = 0; nowMs <= untilMs; nowMs += 10) {
    const last = begun.at(-1);
    if (pace.isDue(nowMs, { isBusy: last !== undefined && nowMs < last + tookMs })) begun.push(nowMs);
  }
  return begun;
}

describe('the pace of a processor that draws', () => {
  it('draws at once, and no more than every other frame of a screen', () => {
    expect(beginnings(0, 100)).toEqual([0, 30, 60, 90]);
  });

  it('leaves the processor alone for as long as the drawing took', () => {
    expect(beginnings(100, 650)).toEqual([0, 200, 400, 600]);
  });

  it('leaves less of a pause where there are more cores', () => {
    expect(beginnings(100, 420, 8)).toEqual([0, 130, 260, 390]);
    expect(beginnings(100, 420, 1)).toEqual([0, 200, 400]);
  });

  it('waits no longer than a quarter of a second after a drawing, however long that took', () => {
    expect(beginnings(1000, 2600)).toEqual([0, 1250, 2500]);
  });
});
