import type { GoalMark, GraphLines, PathLine } from '../overlays/overlay.ts';
import type { MonitorInk } from './monitor-ink.ts';
import { type FloorPicture, placerOn } from './placing.ts';

type Context = CanvasRenderingContext2D;

const WIDTH_PX = 2.25;
const DASH_PX = [7, 5] as const;
const GOAL_PX = { ring: 8, dot: 3, arrow: 15 } as const;
const NODE_PX = 1.75;

/** Ways that robots go: dashed, in their paint, with a ring where they end. */
export function paintPaths(context: Context, paths: readonly PathLine[], picture: FloorPicture): void {
  const { ink } = picture;
  context.lineCap = 'butt';
  context.lineJoin = 'round';
  for (const path of paths) {
    const colour = colourOf(path, ink);
    context.strokeStyle = colour;
    context.lineWidth = WIDTH_PX * ink.scale;
    context.setLineDash(DASH_PX.map((px) => px * ink.scale));
    for (const { floor, points } of path.stretches) {
      const place = placerOn(floor, picture);
      if (!place || points.length < 4) continue;
      context.beginPath();
      context.moveTo(...place(points[0] ?? 0, points[1] ?? 0));
      for (let i = 2; i + 1 < points.length; i += 2) context.lineTo(...place(points[i] ?? 0, points[i + 1] ?? 0));
      context.stroke();
    }
    context.setLineDash([]);
    if (path.goal) paintGoal(context, path.goal, colour, picture);
  }
}

const colourOf = ({ paint }: PathLine, ink: MonitorInk): string => (paint === 'accent' ? ink.accent : ink.paint(paint));

/** A ring round a dot, with an arrow where a heading was asked for. */
export function paintGoal(context: Context, { floor, x, y, headingRad }: GoalMark, colour: string, picture: FloorPicture): void {
  const place = placerOn(floor, picture);
  if (!place) return;
  const { scale } = picture.ink;
  const [px, py] = place(x, y);
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 2 * scale;
  context.beginPath();
  context.arc(px, py, GOAL_PX.ring * scale, 0, 2 * Math.PI);
  context.stroke();
  context.beginPath();
  context.arc(px, py, GOAL_PX.dot * scale, 0, 2 * Math.PI);
  context.fill();
  if (headingRad === undefined) return;
  context.save();
  context.translate(px, py);
  context.rotate(-headingRad);
  context.scale(scale, scale);
  context.beginPath();
  context.moveTo(GOAL_PX.arrow + 5, 0);
  context.lineTo(GOAL_PX.ring + 2, -5);
  context.lineTo(GOAL_PX.ring + 2, 5);
  context.closePath();
  context.fill();
  context.restore();
}

/** What planners built: thin, in grey. */
export function paintGraphs(context: Context, graphs: readonly GraphLines[], picture: FloorPicture): void {
  const { ink } = picture;
  for (const { floor, nodes, edges } of graphs) {
    const place = placerOn(floor, picture);
    if (!place) continue;
    const at = (node: number) => place(nodes[2 * node] ?? 0, nodes[2 * node + 1] ?? 0);
    context.strokeStyle = ink.control;
    context.globalAlpha = 0.55;
    context.lineWidth = 0.75 * ink.scale;
    context.beginPath();
    for (let i = 0; i + 1 < edges.length; i += 2) {
      context.moveTo(...at(edges[i] ?? 0));
      context.lineTo(...at(edges[i + 1] ?? 0));
    }
    context.stroke();
    context.globalAlpha = 1;
    context.fillStyle = ink.muted;
    context.beginPath();
    for (let node = 0; 2 * node < nodes.length; node++) {
      const [px, py] = at(node);
      context.moveTo(px + NODE_PX * ink.scale, py);
      context.arc(px, py, NODE_PX * ink.scale, 0, 2 * Math.PI);
    }
    context.fill();
  }
}
