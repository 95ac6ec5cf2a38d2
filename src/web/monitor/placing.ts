import type { Viewport } from '../maps/drawing/viewport.ts';
import type { MonitorInk } from './monitor-ink.ts';
import type { Tile } from './sheet.ts';

/** What lies on floors is drawn into. */
export interface FloorPicture {
  /** By number of floor; undefined: that floor is not shown. */
  readonly tiles: readonly (Tile | undefined)[];
  readonly view: Viewport;
  readonly ink: MonitorInk;
}

/** From metres of a floor to the picture; undefined where it is not shown. What is on no floor is on the only one there is. */
export function placerOn(
  floor: string | undefined,
  { tiles, view }: FloorPicture,
): ((x: number, y: number) => [number, number]) | undefined {
  const tile = tiles.find((each) => each !== undefined && (floor === undefined || each.floor.id === floor));
  if (!tile) return undefined;
  const pxPerM = view.pxPerCm * 100;
  const [left, top] = [view.origin[0] + tile.shift[0] * pxPerM, view.origin[1] - tile.shift[1] * pxPerM];
  return (x, y) => [left + x * pxPerM, top - y * pxPerM];
}
