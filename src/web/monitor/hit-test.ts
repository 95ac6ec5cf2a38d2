import type { Viewport } from '../maps/drawing/viewport.ts';
import type { Robot } from './fleet.ts';
import type { Tile } from './sheet.ts';

const SMALLEST_PX = 8;
const LARGEST_PX = 34;

/** Half the side of a robot's symbol: as large as it is, but never too small to see, nor so large that it hides its room. Whole pixels, so that few sizes are drawn. */
export const symbolHalfPx = (radiusM: number, pxPerCm: number, scale: number): number =>
  Math.round(Math.min(LARGEST_PX, Math.max(SMALLEST_PX, radiusM * 62 * pxPerCm)) * scale);

export interface Aim {
  readonly robots: readonly Robot[];
  /** By number of floor; undefined: that floor is not shown. */
  readonly tiles: readonly (Tile | undefined)[];
  readonly view: Viewport;
  readonly scale: number;
  /** How far beside a symbol still is on it. */
  readonly reachPx: number;
}

/** The robot under a place of the picture: of several the nearest. */
export function robotAt([xPx, yPx]: readonly [number, number], { robots, tiles, view, scale, reachPx }: Aim): Robot | undefined {
  let found: Robot | undefined;
  let nearestPx = Number.POSITIVE_INFINITY;
  for (const robot of robots) {
    const tile = tiles[robot.floor];
    if (!tile) continue;
    const dx = view.origin[0] + (robot.x + tile.shift[0]) * 100 * view.pxPerCm - xPx;
    const dy = view.origin[1] - (robot.y + tile.shift[1]) * 100 * view.pxPerCm - yPx;
    const farPx = Math.hypot(dx, dy);
    if (farPx > symbolHalfPx(robot.radiusM, view.pxPerCm, scale) + reachPx || farPx >= nearestPx) continue;
    [found, nearestPx] = [robot, farPx];
  }
  return found;
}
