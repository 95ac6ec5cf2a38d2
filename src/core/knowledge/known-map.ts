import type { FloorPlan, Place, Segment } from '../maps/maps.ts';
import { planningMapOf } from '../planners/floor-map.ts';
import type { PlanningMap } from '../planners/planner.ts';
import { CELL_M, type Cells } from './cells.ts';
import { type FloorKnowledge, segmentsOf } from './floor-knowledge.ts';

export interface KnownMapOptions {
  /** What nobody has seen: `free` for who dares, `forbidden` for who goes only where it has looked. */
  readonly unknown: 'free' | 'forbidden';
  /** Doors that are shut, by their members. What is not known of them stands in nobody's way. */
  readonly shut?: ReadonlySet<number> | undefined;
  /** Whatever else stands there. */
  readonly obstacles?: readonly (readonly Place[])[] | undefined;
  /** Where there is a floor at all, for who knows; else as far as was seen, and a little farther where the unknown is free. */
  readonly bounds?: readonly [Place, Place] | undefined;
}

/** Beyond what was seen nobody plans farther than this. */
const BEYOND_M = 2;
const ROUNDED_OFF_M = 0.001;

/** What is known of a floor, as a plan of it: to be drawn, and planned on. It has no corridors, for nobody sees where one ends, and is as large as what was seen. */
export function knownPlan(known: FloorKnowledge): FloorPlan {
  const [, [lengthM, widthM]] = boundsOf(known, 0);
  return {
    lengthM,
    widthM,
    walls: known.walls.flatMap((wall) => segmentsOf(wall).map((segment) => ({ ...segment, source: wall.kind, member: wall.member }))),
    corridors: [],
    openings: known.openings.flatMap((opening) =>
      segmentsOf(opening).map((segment) => ({ ...segment, kind: opening.kind, member: opening.member ?? 0 })),
    ),
    notices: known.notices,
    points: known.points,
  };
}

/** What planners plan on when they know no more than a robot does. */
export function knownMap(known: FloorKnowledge, { unknown, shut, obstacles = [], bounds }: KnownMapOptions): PlanningMap {
  const extent = bounds ?? boundsOf(known, unknown === 'free' ? BEYOND_M : 0);
  const unseen = unknown === 'free' ? [] : unseenRectangles(known.cells, extent);
  const plan = knownPlan(known);
  const whole = { ...plan, walls: plan.walls.map((wall) => ({ ...wall, ...lengthened(wall) })) };
  return { ...planningMapOf(whole, { shut, obstacles: [...obstacles, ...unseen] }), bounds: extent };
}

/** By the millimetre that was rounded off: walls that meet shall make a corner. */
function lengthened({ from, to }: Segment): Segment {
  const share = ROUNDED_OFF_M / Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [dx, dy] = [(to[0] - from[0]) * share, (to[1] - from[1]) * share];
  return { from: [from[0] - dx, from[1] - dy], to: [to[0] + dx, to[1] + dy] };
}

/** All that is known to stand in the way: walls, and doors that are shut. */
export function standing(known: FloorKnowledge, shut: ReadonlySet<number> = new Set()): Segment[] {
  const doors = known.openings.filter(({ kind, member }) => kind === 'door' && member !== undefined && shut.has(member));
  return [...known.walls, ...doors].flatMap(segmentsOf);
}

function boundsOf(known: FloorKnowledge, beyondM: number): readonly [Place, Place] {
  let [lowX, lowY, highX, highY] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const take = (x: number, y: number) => {
    [lowX, lowY, highX, highY] = [Math.min(lowX, x), Math.min(lowY, y), Math.max(highX, x), Math.max(highY, y)];
  };
  for (const { from, to } of standing(known)) {
    take(...from);
    take(...to);
  }
  for (const [column, row] of known.cells.all()) {
    take(column * CELL_M, row * CELL_M);
    take((column + 1) * CELL_M, (row + 1) * CELL_M);
  }
  if (lowX > highX) return [ZERO, ZERO];
  return [
    [lowX - beyondM, lowY - beyondM],
    [highX + beyondM, highY + beyondM],
  ];
}

const ZERO: Place = [0, 0];

/** The cells within the bounds that were not seen: runs of a row, each as high as it stays the same. */
function unseenRectangles(cells: Cells, [low, high]: readonly [Place, Place]): Place[][] {
  const [fromColumn, fromRow] = [Math.floor(low[0] / CELL_M + 1e-6), Math.floor(low[1] / CELL_M + 1e-6)];
  const [toColumn, toRow] = [Math.ceil(high[0] / CELL_M - 1e-6), Math.ceil(high[1] / CELL_M - 1e-6)];
  const rectangles: Place[][] = [];
  let open = new Map<string, { readonly from: number; readonly to: number; readonly row: number }>();
  const close = (run: { readonly from: number; readonly to: number; readonly row: number }, row: number) =>
    rectangles.push(rectangle([run.from * CELL_M, run.row * CELL_M], [run.to * CELL_M, row * CELL_M]));
  for (let row = fromRow; row < toRow; row++) {
    const runs = new Map(unseenRuns(cells, row, fromColumn, toColumn).map((run) => [`${run.from} ${run.to}`, run]));
    for (const [key, run] of open) if (!runs.has(key)) close(run, row);
    open = new Map([...runs].map(([key, run]) => [key, open.get(key) ?? { ...run, row }]));
  }
  for (const run of open.values()) close(run, toRow);
  return rectangles;
}

function unseenRuns(cells: Cells, row: number, fromColumn: number, toColumn: number): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let column = fromColumn; column < toColumn; column++) {
    if (cells.has(column, row)) continue;
    const last = runs.at(-1);
    if (last?.to === column) last.to++;
    else runs.push({ from: column, to: column + 1 });
  }
  return runs;
}

const rectangle = ([lowX, lowY]: Place, [highX, highY]: Place): Place[] => [
  [lowX, lowY],
  [highX, lowY],
  [highX, highY],
  [lowX, highY],
];
