import type { Size } from '../maps/drawing/viewport.ts';
import type { Robot } from './fleet.ts';
import type { MonitorInk } from './monitor-ink.ts';
import { fitted, type MonitorFloor } from './sheet.ts';

const MARGIN_PX = 3;
const DOT_PX = 3;

/** A floor so small that only its walls and where robots are can be seen. */
export function paintMiniature(
  context: CanvasRenderingContext2D,
  { floor, robots, size, ink }: { floor: MonitorFloor; robots: readonly Robot[]; size: Size; ink: MonitorInk },
): void {
  context.clearRect(0, 0, size.widthPx, size.heightPx);
  const margins = { leftPx: MARGIN_PX, rightPx: MARGIN_PX, topPx: MARGIN_PX, bottomPx: MARGIN_PX };
  const { origin, pxPerCm } = fitted(floor.box, size, margins);
  const place = (x: number, y: number): [number, number] => [origin[0] + x * 100 * pxPerCm, origin[1] - y * 100 * pxPerCm];
  context.strokeStyle = ink.muted;
  context.lineWidth = 1.25;
  context.beginPath();
  for (const { from, to } of floor.plan?.walls ?? []) {
    context.moveTo(...place(...from));
    context.lineTo(...place(...to));
  }
  if (!floor.plan) {
    const [[left, bottom], [right, top]] = [place(...floor.box.low), place(...floor.box.high)];
    context.rect(left, top, right - left, bottom - top);
  }
  context.stroke();
  for (const { x, y, info, state } of robots) {
    const [px, py] = place(x, y);
    context.fillStyle = state.kind === 'stopped' ? ink.stop : ink.paint(info.description.colour);
    context.fillRect(px - DOT_PX, py - DOT_PX, 2 * DOT_PX, 2 * DOT_PX);
  }
}
