import { type FloorPlan, middleOf, type Place, rounded, type Segment, type Site, type TopologicalNode } from '../maps/maps.ts';
import { Areas } from '../maps/site/areas.ts';
import { lengthOf, placeAlong } from './polyline.ts';

/** Between two crossings one is in one area: looked for at these shares of the way, for a line between two areas is in neither. */
const LOOKS = [0.5, 0.25, 0.75, 0.1, 0.9];
/** Nodes stand at rounded places. */
const SAME_PLACE_M = 1e-3;

const known = new WeakMap<FloorPlan, Areas>();

/** Made once for each floor: it counts cells. */
function areasOf(plan: FloorPlan): Areas {
  const areas = known.get(plan) ?? new Areas(plan);
  known.set(plan, areas);
  return areas;
}

/** The topological ids that a way on one floor leads by, in order: rooms and corridors, and the doors and junctions between them. */
export function nodesPassed(site: Site, floor: string | undefined, points: readonly Place[]): string[] {
  const plan = site.floors.find(({ id }) => id === floor)?.plan;
  if (!plan) return [];
  const nodes = site.topology.nodes.filter((node) => node.floor === floor);
  const areas = areasOf(plan);
  const crossings = plan.openings.flatMap((gap) => {
    const node = nodes.find(({ kind, at }) => kind === gap.kind && isAt(at, middleOf(gap)));
    return crossingsOf(points, gap).map((atM) => ({ atM, node }));
  });
  crossings.sort((a, b) => a.atM - b.atM);
  const wholeM = lengthOf(points);
  const passed: (TopologicalNode | undefined)[] = [];
  for (const [index, atM] of [0, ...crossings.map((crossing) => crossing.atM)].entries()) {
    if (index > 0) passed.push(crossings[index - 1]?.node);
    passed.push(...areasBetween(areas, points, atM, crossings[index]?.atM ?? wholeM).flatMap((area) => nodeOfArea(areas, area, nodes)));
  }
  const ids = passed.flatMap((node) => (node ? [node.id] : []));
  return ids.filter((id, index) => id !== ids[index - 1]);
}

/** A corridor's end is crossed without a door: so there may be several. */
function areasBetween(areas: Areas, points: readonly Place[], fromM: number, toM: number): number[] {
  const seen = new Set<number>();
  for (const share of LOOKS.toSorted((a, b) => a - b)) {
    const area = areas.at(placeAlong(points, fromM + (toM - fromM) * share));
    if (area !== undefined) seen.add(area);
  }
  return [...seen];
}

function nodeOfArea(areas: Areas, area: number, nodes: readonly TopologicalNode[]): TopologicalNode[] {
  const inside = areas.all[area]?.inside;
  const at: Place | undefined = inside && [rounded(inside[0]), rounded(inside[1])];
  return at ? nodes.filter((node) => node.kind !== 'door' && isAt(node.at, at)).slice(0, 1) : [];
}

const isAt = (a: Place, b: Place): boolean => Math.hypot(a[0] - b[0], a[1] - b[1]) < SAME_PLACE_M;

/** How far along a way it crosses a segment, each time. */
function crossingsOf(points: readonly Place[], { from: a, to: b }: Segment): number[] {
  const found: number[] = [];
  let doneM = 0;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (!from) continue;
    const [px, py, qx, qy] = [to[0] - from[0], to[1] - from[1], b[0] - a[0], b[1] - a[1]];
    const cross = px * qy - py * qx;
    const [ax, ay] = [a[0] - from[0], a[1] - from[1]];
    const along = (ax * qy - ay * qx) / cross;
    const across = (ax * py - ay * px) / cross;
    const lengthM = Math.hypot(px, py);
    // A way that turns on the line itself crosses it once: where the stretch ends, not where the next begins.
    if (cross !== 0 && along > 0 && along <= 1 && across >= 0 && across <= 1) found.push(doneM + along * lengthM);
    doneM += lengthM;
  }
  return found;
}
