import type { Viewport } from '../maps/drawing/viewport.ts';
import type { Robot } from './fleet.ts';
import type { MonitorInk } from './monitor-ink.ts';
import type { Tile } from './sheet.ts';
import { TRAIL_MS, type Trail } from './trail.ts';

/** From the newest eighth to the oldest. */
const OPACITIES = [0.85, 0.72, 0.6, 0.49, 0.39, 0.3, 0.21, 0.12];
/** Of all trails together: with very many robots each is drawn coarser instead of all taking longer. */
const MOST_PLACES = 16_000;
const LEAST_STEP_PX = 2;

export interface TrailPicture {
  readonly robots: readonly Robot[];
  readonly worldMs: number;
  /** By number of floor; undefined: that floor is not shown. */
  readonly tiles: readonly (Tile | undefined)[];
  readonly view: Viewport;
  readonly ink: MonitorInk;
}

/** Where they came from, fading over a minute. All of one colour and age are one line: a stroke each would take a hundred times as long. */
export function paintTrails(context: CanvasRenderingContext2D, picture: TrailPicture): void {
  const { robots, ink } = picture;
  const places = robots.reduce((sum, { trail }) => sum + trail.count, 0);
  const stride = Math.max(1, Math.ceil(places / MOST_PLACES));
  const byColour = new Map<number | undefined, Path2D[]>();
  for (const robot of robots) {
    const colour = robot.info.description.colour;
    const paths = byColour.get(colour) ?? OPACITIES.map(() => new Path2D());
    byColour.set(colour, paths);
    addTrail(paths, robot, stride, picture);
  }
  context.lineWidth = 2.5 * ink.scale;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const [colour, paths] of byColour) {
    context.strokeStyle = ink.paint(colour);
    for (const [band, path] of paths.entries()) {
      context.globalAlpha = OPACITIES[band] ?? 1;
      context.stroke(path);
    }
  }
  context.globalAlpha = 1;
}

function addTrail(paths: readonly Path2D[], robot: Robot, stride: number, { worldMs, tiles, view }: TrailPicture): void {
  const { trail } = robot;
  const pxPerM = view.pxPerCm * 100;
  let [lastX, lastY, lastBand] = [Number.NaN, Number.NaN, -1];
  const goOn = (x: number, y: number, band: number, leastPx: number) => {
    const path = paths[band];
    if (!path || Math.abs(x - lastX) + Math.abs(y - lastY) < leastPx) return;
    if (band !== lastBand) path.moveTo(lastX, lastY);
    path.lineTo(x, y);
    [lastX, lastY, lastBand] = [x, y, band];
  };
  for (let i = 0; i < trail.count; i++) {
    const isLast = i === trail.count - 1;
    if (!isLast && trail.serial(i) % stride !== 0 && !trail.isJump(i)) continue;
    const tile = tiles[trail.floor(i)];
    if (!tile) {
      lastX = Number.NaN;
      continue;
    }
    const x = view.origin[0] + (trail.x(i) + tile.shift[0]) * pxPerM;
    const y = view.origin[1] - (trail.y(i) + tile.shift[1]) * pxPerM;
    if (trail.isJump(i) || Number.isNaN(lastX)) [lastX, lastY, lastBand] = [x, y, -1];
    else goOn(x, y, bandOf(trail, i, worldMs), isLast ? 0 : LEAST_STEP_PX);
  }
  const tile = tiles[robot.floor];
  if (!tile || Number.isNaN(lastX)) return;
  goOn(view.origin[0] + (robot.x + tile.shift[0]) * pxPerM, view.origin[1] - (robot.y + tile.shift[1]) * pxPerM, 0, 0);
}

const bandOf = (trail: Trail, i: number, worldMs: number): number =>
  Math.min(OPACITIES.length - 1, Math.floor(((worldMs - trail.atMs(i)) / TRAIL_MS) * OPACITIES.length));
