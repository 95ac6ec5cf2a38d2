import { isEcho, NUMBERS_PER_BEAM, type Scan } from '../overlays/overlay.ts';
import { type FloorPicture, placerOn } from './placing.ts';

type Context = CanvasRenderingContext2D;

/** At the sensor; at the end of its range nothing is left of it. */
const OPACITY = { fan: 0.5, cones: 0.55 } as const;
const STALE_SHARE = 0.3;
const DOT_PX = 1.6;

/** What range sensors see: fading outwards, each echo a dot. */
export function paintScans(context: Context, scans: readonly Scan[], picture: FloorPicture): void {
  for (const scan of scans) {
    const place = placerOn(scan.floor, picture);
    if (!place || scan.beams.length === 0) continue;
    paintScan(context, scan, picture, place);
  }
  context.globalAlpha = 1;
}

function paintScan(context: Context, scan: Scan, { view, ink }: FloorPicture, place: (x: number, y: number) => [number, number]): void {
  const { beams, rangeM, look, isStale } = scan;
  const colour = ink.paint(scan.paint);
  const [px, py] = place(beams[0] ?? 0, beams[1] ?? 0);
  const fade = context.createRadialGradient(px, py, 0, px, py, Math.max(1, rangeM * 100 * view.pxPerCm));
  fade.addColorStop(0, colour);
  fade.addColorStop(1, 'transparent');
  context.fillStyle = fade;
  context.globalAlpha = OPACITY[look] * (isStale ? STALE_SHARE : 1);
  context.beginPath();
  if (look === 'fan') addFan(context, scan, place);
  else addCones(context, scan, view.pxPerCm * 100, place);
  context.fill();
  context.globalAlpha = isStale ? STALE_SHARE : 1;
  context.fillStyle = colour;
  context.beginPath();
  const dotPx = DOT_PX * ink.scale;
  for (let from = 0; from < beams.length; from += NUMBERS_PER_BEAM) {
    if (!isEcho(beams[from + 4] ?? 0, rangeM)) continue;
    const [x, y] = place(...endOf(beams, from));
    context.moveTo(x + dotPx, y);
    context.arc(x, y, dotPx, 0, 2 * Math.PI);
  }
  context.fill();
}

function addFan(context: Context, { beams }: Scan, place: (x: number, y: number) => [number, number]): void {
  context.moveTo(...place(beams[0] ?? 0, beams[1] ?? 0));
  for (let from = 0; from < beams.length; from += NUMBERS_PER_BEAM) context.lineTo(...place(...endOf(beams, from)));
  context.closePath();
}

function addCones(context: Context, { beams, halfRad }: Scan, pxPerM: number, place: (x: number, y: number) => [number, number]): void {
  for (let from = 0; from < beams.length; from += NUMBERS_PER_BEAM) {
    const [px, py] = place(beams[from] ?? 0, beams[from + 1] ?? 0);
    // Up is down in a picture.
    const middleRad = -Math.atan2(beams[from + 3] ?? 0, beams[from + 2] ?? 1);
    context.moveTo(px, py);
    context.arc(px, py, (beams[from + 4] ?? 0) * pxPerM, middleRad - halfRad, middleRad + halfRad);
    context.closePath();
  }
}

function endOf(beams: Float32Array, from: number): [number, number] {
  const metres = beams[from + 4] ?? 0;
  return [(beams[from] ?? 0) + (beams[from + 2] ?? 0) * metres, (beams[from + 1] ?? 0) + (beams[from + 3] ?? 0) * metres];
}
