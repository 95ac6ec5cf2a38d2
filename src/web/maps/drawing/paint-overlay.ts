import { type EdlMember, gripsOf, outlineOf } from '../../../core/maps/maps.ts';
import type { Ink } from './ink.ts';
import type { PlaceCm, PlacePx, Viewport } from './viewport.ts';

const FONT = 'Inter Variable, Inter, sans-serif';
/** From a member's end to the handle that turns it. */
const TURN_HANDLE_PX = 30;

/** A member that somebody else is at. */
export interface Visited {
  readonly member: EdlMember;
  readonly name: string;
  readonly colour: number;
}

export interface Mark {
  readonly member: EdlMember;
  readonly severity: 'error' | 'warning';
}

export type Context = CanvasRenderingContext2D;

/** The four corners, or two ends, of where a member lies; around what has no size a small square. */
export function cornersPx(member: EdlMember, view: Viewport, marginPx: number): PlacePx[] {
  const { centre, along, longCm, wideCm } = outlineOf(member);
  const [cx, cy] = view.toPx(centre);
  const [ax, ay] = [along[0], -along[1]];
  const long = (longCm * view.pxPerCm) / 2 + (longCm === 0 ? 8 : marginPx);
  const wide = (wideCm * view.pxPerCm) / 2 + (longCm === 0 ? 8 : marginPx);
  const corner = (l: number, w: number): PlacePx => [cx + ax * l - ay * w, cy + ay * l + ax * w];
  return [corner(-long, -wide), corner(long, -wide), corner(long, wide), corner(-long, wide)];
}

export function strokeOutline(
  context: Context,
  member: EdlMember,
  view: Viewport,
  look: { colour: string; widthPx: number; dash?: number[] },
): void {
  context.strokeStyle = look.colour;
  context.lineWidth = look.widthPx;
  context.setLineDash(look.dash ?? []);
  context.beginPath();
  for (const corner of cornersPx(member, view, 5)) context.lineTo(...corner);
  context.closePath();
  context.stroke();
  context.setLineDash([]);
}

/** Where the handle is that turns a member: along it, beyond its end. */
export function turnHandlePx(member: EdlMember, view: Viewport): PlacePx {
  const { centre, along, longCm } = outlineOf(member);
  const [x, y] = view.toPx(centre);
  const reach = (longCm * view.pxPerCm) / 2 + TURN_HANDLE_PX;
  return [x + along[0] * reach, y - along[1] * reach];
}

export function paintHandles(context: Context, member: EdlMember, view: Viewport, ink: Ink): void {
  context.lineWidth = 2;
  context.strokeStyle = ink.accent;
  context.fillStyle = ink.panel;
  const [turnX, turnY] = turnHandlePx(member, view);
  context.beginPath();
  context.arc(turnX, turnY, 6, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  context.beginPath();
  context.arc(turnX, turnY, 2, 0, 2 * Math.PI);
  context.fillStyle = ink.accent;
  context.fill();
  for (const [, place] of gripsOf(member)) {
    const [x, y] = view.toPx(place);
    context.fillStyle = ink.panel;
    context.beginPath();
    context.rect(x - 4.5, y - 4.5, 9, 9);
    context.fill();
    context.stroke();
  }
}

/** A name tag at a member's upper right corner. */
export function paintVisited(context: Context, { member, name, colour }: Visited, view: Viewport, ink: Ink): void {
  strokeOutline(context, member, view, { colour: ink.tag(colour), widthPx: 2 });
  const corners = cornersPx(member, view, 5);
  const x = Math.max(...corners.map(([each]) => each));
  const y = Math.min(...corners.map(([, each]) => each));
  context.font = `600 11px ${FONT}`;
  const width = context.measureText(name).width + 12;
  context.fillStyle = ink.tag(colour);
  context.beginPath();
  context.roundRect(x - 6, y - 20, width, 18, 9);
  context.fill();
  context.fillStyle = ink.onTag;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(name, x, y - 10.5);
}

/** What is wrong, at its place: a triangle for a warning, a disc for an error. */
export function paintMark(context: Context, { member, severity }: Mark, view: Viewport, ink: Ink): void {
  const [x, y] = view.toPx([member.xCm, member.yCm]);
  context.fillStyle = severity === 'error' ? ink.bad : ink.warn;
  context.strokeStyle = ink.panel;
  context.lineWidth = 2;
  context.beginPath();
  if (severity === 'error') context.arc(x, y, 8, 0, 2 * Math.PI);
  else {
    context.moveTo(x, y - 9);
    context.lineTo(x + 9, y + 7);
    context.lineTo(x - 9, y + 7);
    context.closePath();
  }
  context.stroke();
  context.fill();
  context.fillStyle = ink.panel;
  context.fillRect(x - 1, y - 4, 2, 6);
  context.fillRect(x - 1, y + 3.5, 2, 2);
}

export function paintMeasure(context: Context, from: PlaceCm, to: PlaceCm, view: Viewport, ink: Ink): void {
  const [[fromX, fromY], [toX, toY]] = [view.toPx(from), view.toPx(to)];
  context.strokeStyle = ink.accent;
  context.lineWidth = 2;
  context.setLineDash([6, 4]);
  context.beginPath();
  context.moveTo(fromX, fromY);
  context.lineTo(toX, toY);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = ink.accent;
  for (const [x, y] of [
    [fromX, fromY],
    [toX, toY],
  ] as const) {
    context.beginPath();
    context.arc(x, y, 3.5, 0, 2 * Math.PI);
    context.fill();
  }
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const words = `${(Math.hypot(dx, dy) / 100).toFixed(2)} m  ${((angle + 360) % 360).toFixed(1)}°`;
  paintWords(context, words, [(fromX + toX) / 2, (fromY + toY) / 2 - 16], ink);
}

const POINTED_RADIUS_PX = 14;

/** A ring round a place, with the name of what is there above it. */
export function paintPointed(context: Context, [x, y]: PlacePx, name: string, ink: Ink): void {
  context.strokeStyle = ink.warn;
  context.lineWidth = 3;
  context.beginPath();
  context.arc(x, y, POINTED_RADIUS_PX, 0, 2 * Math.PI);
  context.stroke();
  paintWords(context, name, [x, y - POINTED_RADIUS_PX - 18], ink);
}

/** Words on a dark ground, in the middle of a place. */
export function paintWords(context: Context, words: string, [x, y]: PlacePx, ink: Ink): void {
  context.font = `600 11px ${FONT}`;
  const width = context.measureText(words).width + 16;
  context.fillStyle = ink.accent;
  context.beginPath();
  context.roundRect(x - width / 2, y - 11, width, 22, 11);
  context.fill();
  context.fillStyle = ink.onAccent;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(words, x, y + 0.5);
}
