import { SHAFT_M } from '../../core/elevators/elevators.ts';
import type { FloorPlan, Place, Site } from '../../core/maps/maps.ts';
import { scaleBarCm } from '../maps/drawing/grid.ts';
import type { Size, Viewport } from '../maps/drawing/viewport.ts';
import { isSeen, type KnownBuilding, type KnownFloor } from '../overlays/overlay.ts';
import type { Layers } from './monitor.ts';
import { FONT, type MonitorInk } from './monitor-ink.ts';
import type { Tile } from './sheet.ts';

type Context = CanvasRenderingContext2D;

export interface PlanPicture {
  readonly tiles: readonly Tile[];
  readonly site: Site | undefined;
  readonly view: Viewport;
  readonly size: Size;
  readonly ink: MonitorInk;
  readonly layers: Layers;
  /** Undefined: as it is. Else nothing is painted that this does not know. */
  readonly known: KnownBuilding | undefined;
  /** Names of floors: of several they are needed, of one the page has it. */
  readonly titles: 'shown' | 'hidden';
}

/** Half a side of an elevator. */
const HALF_SHAFT_M = SHAFT_M / 2;

/** What does not move: floors with their walls, doors, rooms and elevators. */
export function paintPlans(context: Context, picture: PlanPicture): void {
  for (const tile of picture.tiles) {
    if (picture.known) paintKnown(context, tile, picture, picture.known);
    else {
      paintGround(context, tile, picture);
      if (tile.floor.plan) paintBuilding(context, tile, tile.floor.plan, picture);
    }
    if (picture.titles === 'shown') paintTitle(context, tile, picture);
  }
  paintScale(context, picture);
}

/** From metres of a floor to the picture. */
const placer =
  ({ shift }: Tile, { origin, pxPerCm }: Viewport) =>
  ([x, y]: Place): [number, number] => [origin[0] + (x + shift[0]) * 100 * pxPerCm, origin[1] - (y + shift[1]) * 100 * pxPerCm];

function paintGround(context: Context, tile: Tile, { view, ink, size }: PlanPicture): void {
  const place = placer(tile, view);
  const { low, high } = tile.floor.box;
  const [[left, bottom], [right, top]] = [place(low), place(high)];
  context.fillStyle = ink.panel;
  context.fillRect(left, top, right - left, bottom - top);
  if (tile.floor.plan) return;
  const stepM = [1, 5, 10, 50].find((metres) => metres * 100 * view.pxPerCm >= 14) ?? 100;
  context.strokeStyle = ink.line;
  context.lineWidth = 1;
  context.beginPath();
  for (let x = Math.ceil(low[0] / stepM) * stepM; x <= high[0]; x += stepM) {
    const [px] = place([x, 0]);
    if (px < 0 || px > size.widthPx) continue;
    context.moveTo(Math.round(px) + 0.5, top);
    context.lineTo(Math.round(px) + 0.5, bottom);
  }
  for (let y = Math.ceil(low[1] / stepM) * stepM; y <= high[1]; y += stepM) {
    const [, py] = place([0, y]);
    if (py < 0 || py > size.heightPx) continue;
    context.moveTo(left, Math.round(py) + 0.5);
    context.lineTo(right, Math.round(py) + 0.5);
  }
  context.stroke();
}

function paintBuilding(context: Context, tile: Tile, plan: FloorPlan, picture: PlanPicture): void {
  paintCorridors(context, tile, plan, picture);
  paintElevators(context, tile, picture);
  if (picture.layers.roomGraph) paintGraph(context, tile, picture);
  paintWalls(context, tile, plan, picture);
  if (picture.layers.roomNames) paintRoomNames(context, tile, picture);
}

/** What one robot knows of a floor. Of the rest nothing is told, not even how large the floor is. */
function paintKnown(context: Context, tile: Tile, picture: PlanPicture, known: KnownBuilding): void {
  const { view, ink } = picture;
  const place = placer(tile, view);
  const floor = known.floors.find(({ floor: id }) => id === undefined || id === tile.floor.id);
  if (!floor) return;
  paintSeen(context, tile, floor, picture);
  context.strokeStyle = ink.line2;
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  strokeSegments(context, floor.openings, place);
  context.setLineDash([]);
  setWallStroke(context, picture);
  strokeSegments(context, floor.walls, place);
  if (picture.layers.roomNames) paintRoomNames(context, tile, picture, (at) => isSeen(floor.seen, at));
}

function strokeSegments(context: Context, segments: Float32Array, place: (at: Place) => [number, number]): void {
  context.beginPath();
  for (let i = 0; i + 3 < segments.length; i += 4) {
    context.moveTo(...place([segments[i] ?? 0, segments[i + 1] ?? 0]));
    context.lineTo(...place([segments[i + 2] ?? 0, segments[i + 3] ?? 0]));
  }
  context.stroke();
}

/** Where it has seen the floor: as bright as a floor is, row by row. */
function paintSeen(context: Context, tile: Tile, { seen }: KnownFloor, { view, ink }: PlanPicture): void {
  const { x, y, cellM, columns, rows, cells } = seen;
  const place = placer(tile, view);
  const sidePx = cellM * 100 * view.pxPerCm;
  context.fillStyle = ink.panel;
  for (let row = 0; row < rows; row++) {
    for (let from = 0; from < columns; from++) {
      if (cells[row * columns + from] !== 1) continue;
      let to = from + 1;
      while (to < columns && cells[row * columns + to] === 1) to++;
      const [left, top] = place([x + from * cellM, y + (row + 1) * cellM]);
      // A hair larger, for edges that are no whole pixels would be seen as lines.
      context.fillRect(left, top, (to - from) * sidePx + 0.5, sidePx + 0.5);
      from = to;
    }
  }
}

function paintCorridors(context: Context, tile: Tile, plan: FloorPlan, { view, ink }: PlanPicture): void {
  const place = placer(tile, view);
  context.fillStyle = ink.sunk;
  for (const { centre, along, longM, wideM } of plan.corridors) {
    context.save();
    context.translate(...place(centre));
    context.rotate(-Math.atan2(along[1], along[0]));
    const [long, wide] = [longM * 100 * view.pxPerCm, wideM * 100 * view.pxPerCm];
    context.fillRect(-long / 2, -wide / 2, long, wide);
    context.restore();
  }
}

function paintWalls(context: Context, tile: Tile, plan: FloorPlan, { view, ink }: PlanPicture): void {
  const place = placer(tile, view);
  setWallStroke(context, { view, ink });
  context.beginPath();
  for (const { from, to } of plan.walls) {
    context.moveTo(...place(from));
    context.lineTo(...place(to));
  }
  context.stroke();
}

function setWallStroke(context: Context, { view, ink }: Pick<PlanPicture, 'view' | 'ink'>): void {
  context.strokeStyle = ink.text;
  context.lineWidth = Math.min(5 * ink.scale, Math.max(1.5 * ink.scale, 10 * view.pxPerCm));
  context.lineCap = 'round';
  context.lineJoin = 'round';
}

function paintElevators(context: Context, tile: Tile, { site, view, ink }: PlanPicture): void {
  const place = placer(tile, view);
  const half = Math.max(6, HALF_SHAFT_M * 100 * view.pxPerCm);
  for (const { stops } of site?.elevators ?? []) {
    const stop = stops.find(({ floor }) => floor === tile.floor.id);
    if (!stop) continue;
    const [x, y] = place(stop.at);
    context.fillStyle = ink.soft;
    context.strokeStyle = ink.accent;
    context.lineWidth = 1.5;
    context.beginPath();
    context.rect(x - half, y - half, 2 * half, 2 * half);
    context.fill();
    context.stroke();
  }
}

function paintGraph(context: Context, tile: Tile, { site, view, ink }: PlanPicture): void {
  const place = placer(tile, view);
  const nodes = new Map((site?.topology.nodes ?? []).filter(({ floor }) => floor === tile.floor.id).map((node) => [node.id, node]));
  context.strokeStyle = ink.control;
  context.fillStyle = ink.panel;
  context.lineWidth = 1.25 * ink.scale;
  context.setLineDash([1.5, 4]);
  context.beginPath();
  for (const { between } of site?.topology.edges ?? []) {
    const [a, b] = [nodes.get(between[0]), nodes.get(between[1])];
    if (!a || !b) continue;
    context.moveTo(...place(a.at));
    context.lineTo(...place(b.at));
  }
  context.stroke();
  context.setLineDash([]);
  for (const { at } of nodes.values()) {
    context.beginPath();
    context.arc(...place(at), 3.5 * ink.scale, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

/** Smaller than this, rooms are narrower than their names. */
const LEAST_PX_PER_M = 14;

function paintRoomNames(
  context: Context,
  tile: Tile,
  { site, view, ink }: PlanPicture,
  isKnown: (at: Place) => boolean = () => true,
): void {
  if (view.pxPerCm * 100 < LEAST_PX_PER_M * ink.scale) return;
  const place = placer(tile, view);
  const lift = 14 * ink.scale;
  context.font = `500 ${12 * ink.scale}px ${FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = ink.muted;
  for (const { kind, floor, at, name } of site?.topology.nodes ?? []) {
    if (floor !== tile.floor.id || !isKnown(at)) continue;
    const [x, y] = place(at);
    // Above the middle, where its place in the graph is.
    if (kind === 'room') context.fillText(name, x, y - lift);
    if (kind === 'elevator') paintBeside(context, name, [x, y], { tile, at, half: Math.max(6, HALF_SHAFT_M * 100 * view.pxPerCm) });
  }
}

/** An elevator stands at a wall, where there is no room above it: its name goes to the middle of the floor. */
function paintBeside(
  context: Context,
  name: string,
  [x, y]: readonly [number, number],
  { tile, at, half }: { readonly tile: Tile; readonly at: Place; readonly half: number },
): void {
  const isRight = at[0] > (tile.floor.box.low[0] + tile.floor.box.high[0]) / 2;
  context.textAlign = isRight ? 'right' : 'left';
  context.fillText(name, isRight ? x - half - 8 : x + half + 8, y);
  context.textAlign = 'center';
}

function paintTitle(context: Context, tile: Tile, { view, ink }: PlanPicture): void {
  const place = placer(tile, view);
  const { low, high } = tile.floor.box;
  const [left, top] = place([low[0], high[1]]);
  context.font = `600 ${14 * ink.scale}px ${FONT}`;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillStyle = ink.text;
  context.fillText(tile.floor.name, left, top - 8 * ink.scale);
}

function paintScale(context: Context, { view, size, ink }: PlanPicture): void {
  const cm = scaleBarCm(view.pxPerCm / ink.scale);
  const [x, y, length] = [16 * ink.scale, size.heightPx - 18 * ink.scale, cm * view.pxPerCm];
  context.strokeStyle = ink.muted;
  context.lineWidth = 1.5 * ink.scale;
  context.beginPath();
  context.moveTo(x, y - 4 * ink.scale);
  context.lineTo(x, y);
  context.lineTo(x + length, y);
  context.lineTo(x + length, y - 4 * ink.scale);
  context.stroke();
  context.font = `500 ${11 * ink.scale}px ${FONT}`;
  context.fillStyle = ink.muted;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillText(cm >= 100 ? `${cm / 100} m` : `${cm} cm`, x + length + 8 * ink.scale, y + 1);
}
