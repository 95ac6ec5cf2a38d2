import type { Site } from '../../../core/maps/maps.ts';
import type { PathAnswer } from '../../../core/navigation/path-service.ts';
import { graphOf, lineOf } from '../../guidance/plan-lines.ts';
import type { Size } from '../../maps/drawing/viewport.ts';
import type { MonitorInk } from '../../monitor/monitor-ink.ts';
import { paintGraphs, paintPaths } from '../../monitor/paint-paths.ts';
import { type Box, fitted, hullOf, type Tile } from '../../monitor/sheet.ts';
import type { GraphLines, PathLine } from '../../overlays/overlay.ts';

const MARGIN_PX = 4;
/** Of the monitor's lines: a picture this small has room for thin ones. */
const SCALES = { graph: 0.4, path: 0.8 } as const;

export interface PlanPicture {
  readonly answer: PathAnswer | undefined;
  readonly site: Site | undefined;
  readonly size: Size;
  readonly ink: MonitorInk;
}

/** One planner's answer, so small that roadmaps can be compared at a glance: the floor on which most of the way is. */
export function paintPlanPicture(context: CanvasRenderingContext2D, { answer, site, size, ink: full }: PlanPicture): void {
  context.clearRect(0, 0, size.widthPx, size.heightPx);
  if (!answer || answer.kind === 'refused') return;
  const ink = { ...full, scale: SCALES.graph };
  const flat = () => 0;
  const path = answer.kind === 'path' ? [lineOf({ id: 'plan', paint: 'accent', legs: answer.legs }, flat)] : [];
  const graphs = (answer.roadmaps ?? []).map((roadmap) => graphOf(roadmap, flat));
  const floor = busiest(path) ?? graphs[0]?.floor;
  const plan = site?.floors.find(({ id }) => id === floor)?.plan;
  const box: Box = plan ? { low: [0, 0], high: [plan.lengthM, plan.widthM] } : hullOf(boxesOf(path, graphs));
  const tile: Tile = { floor: { id: floor ?? '', name: '', heightM: 0, plan, box }, shift: [0, 0], box };
  const margins = { leftPx: MARGIN_PX, rightPx: MARGIN_PX, topPx: MARGIN_PX, bottomPx: MARGIN_PX };
  const view = fitted(box, size, margins);
  const picture = { tiles: [tile], view, ink };
  paintGraphs(
    context,
    graphs.filter((graph) => graph.floor === floor),
    picture,
  );
  context.strokeStyle = ink.muted;
  context.lineWidth = 1;
  context.beginPath();
  for (const { from, to } of plan?.walls ?? []) {
    context.moveTo(...view.toPx([from[0] * 100, from[1] * 100]));
    context.lineTo(...view.toPx([to[0] * 100, to[1] * 100]));
  }
  context.stroke();
  paintPaths(context, path, { ...picture, ink: { ...ink, scale: SCALES.path } });
}

function busiest([path]: readonly PathLine[]): string | undefined {
  const longest = path?.stretches.toSorted((a, b) => b.points.length - a.points.length)[0];
  return longest?.floor;
}

function boxesOf(paths: readonly PathLine[], graphs: readonly GraphLines[]): Box[] {
  const lists = [...paths.flatMap(({ stretches }) => stretches.map(({ points }) => points)), ...graphs.map(({ nodes }) => nodes)];
  return lists.flatMap((list) => {
    const boxes: Box[] = [];
    for (let i = 0; i + 1 < list.length; i += 2)
      boxes.push({ low: [list[i] ?? 0, list[i + 1] ?? 0], high: [list[i] ?? 0, list[i + 1] ?? 0] });
    return boxes;
  });
}
