import { type EdlDocument, type EdlMember, type FloorPlan, outlineOf, type Place } from '../../../core/maps/maps.ts';
import { gridStepCm, scaleBarCm } from './grid.ts';
import type { Ink } from './ink.ts';
import type { PlaceCm, PlacePx, Size, Viewport } from './viewport.ts';

export interface PlanPicture {
  readonly plan: FloorPlan;
  readonly document: EdlDocument | undefined;
  readonly view: Viewport;
  readonly size: Size;
  readonly ink: Ink;
  readonly stepCm: number;
}

const FONT = 'Inter Variable, Inter, sans-serif';
const cmOf = ([x, y]: Place): PlaceCm => [x * 100, y * 100];

/** The map as it is: floor, grid, corridors, walls with their openings, notices, points, names. */
export function paintPlan(context: CanvasRenderingContext2D, picture: PlanPicture): void {
  paintFloor(context, picture);
  paintCorridors(context, picture);
  paintOpenings(context, picture);
  paintWalls(context, picture);
  paintMarks(context, picture);
  paintNames(context, picture);
  paintScale(context, picture);
}

function paintFloor(context: CanvasRenderingContext2D, { plan, view, size, ink, stepCm }: PlanPicture): void {
  const [left, bottom] = view.toPx([0, 0]);
  const [right, top] = view.toPx([plan.lengthM * 100, plan.widthM * 100]);
  context.fillStyle = ink.panel;
  context.fillRect(left, top, right - left, bottom - top);
  const step = gridStepCm(stepCm, view.pxPerCm);
  context.save();
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
  context.lineWidth = 1;
  const [fromX, fromY] = view.toCm([Math.max(0, left), Math.min(size.heightPx, bottom)]);
  const [toX, toY] = view.toCm([Math.min(size.widthPx, right), Math.max(0, top)]);
  for (const every of [step, step * 5]) {
    context.strokeStyle = every === step ? ink.sunk : ink.line;
    context.beginPath();
    for (let x = Math.ceil(fromX / every) * every; x <= toX; x += every) line(context, view.toPx([x, fromY]), view.toPx([x, toY]));
    for (let y = Math.ceil(fromY / every) * every; y <= toY; y += every) line(context, view.toPx([fromX, y]), view.toPx([toX, y]));
    context.stroke();
  }
  context.restore();
}

const line = (context: CanvasRenderingContext2D, [fromX, fromY]: PlacePx, [toX, toY]: PlacePx): void => {
  context.moveTo(Math.round(fromX) + 0.5, Math.round(fromY) + 0.5);
  context.lineTo(Math.round(toX) + 0.5, Math.round(toY) + 0.5);
};

function paintCorridors(context: CanvasRenderingContext2D, { plan, view, ink }: PlanPicture): void {
  context.fillStyle = ink.soft;
  context.globalAlpha = 0.55;
  for (const { centre, along, longM, wideM } of plan.corridors) {
    context.save();
    context.translate(...view.toPx(cmOf(centre)));
    context.rotate(-Math.atan2(along[1], along[0]));
    const [long, wide] = [longM * 100 * view.pxPerCm, wideM * 100 * view.pxPerCm];
    context.fillRect(-long / 2, -wide / 2, long, wide);
    context.restore();
  }
  context.globalAlpha = 1;
}

function paintWalls(context: CanvasRenderingContext2D, { plan, view, ink }: PlanPicture): void {
  context.strokeStyle = ink.text;
  context.lineWidth = 2.5;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  for (const { from, to } of plan.walls) {
    context.moveTo(...view.toPx(cmOf(from)));
    context.lineTo(...view.toPx(cmOf(to)));
  }
  context.stroke();
}

function paintOpenings(context: CanvasRenderingContext2D, { plan, view, ink }: PlanPicture): void {
  for (const { from, to, kind } of plan.openings) {
    context.strokeStyle = kind === 'door' ? ink.accent : ink.muted;
    context.lineWidth = kind === 'door' ? 3 : 1.5;
    context.setLineDash(kind === 'door' ? [] : [3, 3]);
    context.beginPath();
    context.moveTo(...view.toPx(cmOf(from)));
    context.lineTo(...view.toPx(cmOf(to)));
    context.stroke();
  }
  context.setLineDash([]);
}

function paintMarks(context: CanvasRenderingContext2D, { plan, view, ink }: PlanPicture): void {
  for (const { at, yawRad } of plan.points) {
    const [x, y] = view.toPx(cmOf(at));
    context.fillStyle = ink.panel;
    context.strokeStyle = ink.accent;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, 5, 0, 2 * Math.PI);
    context.fill();
    context.moveTo(x + 5 * Math.cos(yawRad), y - 5 * Math.sin(yawRad));
    context.lineTo(x + 12 * Math.cos(yawRad), y - 12 * Math.sin(yawRad));
    context.stroke();
  }
  for (const { at } of plan.notices) {
    const [x, y] = view.toPx(cmOf(at));
    context.fillStyle = ink.warn;
    context.fillRect(x - 5, y - 5, 10, 10);
    context.fillStyle = ink.panel;
    context.fillRect(x - 3, y - 2.5, 6, 1.5);
    context.fillRect(x - 3, y + 0.5, 4, 1.5);
  }
}

/** Smaller, and the names of rooms beside each other would lie over each other. */
const NAMES_FROM_PX_PER_CM = 0.12;

/** Names of members, where there is room for them. */
function paintNames(context: CanvasRenderingContext2D, { document, view, ink }: PlanPicture): void {
  context.font = `500 11px ${FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const isCrowded = view.pxPerCm < NAMES_FROM_PX_PER_CM;
  for (const member of document?.members ?? []) {
    if (member.name === undefined || (isCrowded && member.kind !== 'CORRIDOR')) continue;
    const [x, y] = view.toPx(namePlaceOf(member));
    const [isArea, isUpright] = [member.kind === 'CORRIDOR', member.kind === 'CORRIDOR' && Math.abs(outlineOf(member).along[1]) > 0.7];
    context.save();
    context.translate(x, isArea ? y : y - 14);
    if (isUpright) context.rotate(-Math.PI / 2);
    context.lineWidth = 4;
    context.lineJoin = 'round';
    context.strokeStyle = isArea ? ink.soft : ink.panel;
    context.strokeText(member.name, 0, 0);
    context.fillStyle = ink.muted;
    context.fillText(member.name, 0, 0);
    context.restore();
  }
}

/** Corridors cross in their middles: their names stand a quarter before. */
function namePlaceOf(member: EdlMember): PlaceCm {
  const { centre, along, longCm } = outlineOf(member);
  return member.kind === 'CORRIDOR' ? [centre[0] - (along[0] * longCm) / 4, centre[1] - (along[1] * longCm) / 4] : centre;
}

function paintScale(context: CanvasRenderingContext2D, { view, size, ink }: PlanPicture): void {
  const cm = scaleBarCm(view.pxPerCm);
  const [x, y, length] = [16, size.heightPx - 18, cm * view.pxPerCm];
  context.strokeStyle = ink.muted;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x, y - 4);
  context.lineTo(x, y);
  context.lineTo(x + length, y);
  context.lineTo(x + length, y - 4);
  context.stroke();
  context.font = `500 11px ${FONT}`;
  context.fillStyle = ink.muted;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillText(cm >= 100 ? `${cm / 100} m` : `${cm} cm`, x + length + 8, y + 1);
}
