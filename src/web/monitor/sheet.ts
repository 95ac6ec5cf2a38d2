import type { Level } from '../../core/base/levels.ts';
import type { FloorPlan, Place, Site } from '../../core/maps/maps.ts';
import { type Size, Viewport } from '../maps/drawing/viewport.ts';

/** In metres, x to the right, y upwards. */
export interface Box {
  readonly low: Place;
  readonly high: Place;
}

/** A floor as the monitor shows it. */
export interface MonitorFloor extends Level {
  readonly name: string;
  readonly box: Box;
  /** Undefined where there is no building. */
  readonly plan: FloorPlan | undefined;
}

/** A floor at its place on the sheet: what stands at `x, y` of the world is drawn at `x + shift[0], y + shift[1]`. */
export interface Tile {
  readonly floor: MonitorFloor;
  readonly shift: Place;
  /** On the sheet. */
  readonly box: Box;
}

/** One floor by its id, or all of them. */
export type Shown = { readonly kind: 'floor'; readonly floor: string } | { readonly kind: 'building' };

export interface Margins {
  readonly leftPx: number;
  readonly rightPx: number;
  readonly topPx: number;
  readonly bottomPx: number;
}

/** Between floors, as a share of the larger side of one: room for a name. */
const GAP = 0.09;
/** Around robots that stand on a plain floor. */
const AROUND_M = 2;
const SMALLEST_M = 8;
/** The edge of a plain floor is moved in steps of this, so that a robot that drives along it does not shift the picture all the time. */
const STEP_M = 4;

export const floorsOf = (site: Site): readonly MonitorFloor[] =>
  site.floors.map(({ id, name, heightM, plan }) => ({ id, name, heightM, plan, box: { low: [0, 0], high: [plan.lengthM, plan.widthM] } }));

/** The floor of a world without a building: as large as what stands on it needs. */
export function plainFloor(places: Iterable<Place>): MonitorFloor {
  let [lowX, lowY, highX, highY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of places) {
    [lowX, lowY] = [Math.min(lowX, x - AROUND_M), Math.min(lowY, y - AROUND_M)];
    [highX, highY] = [Math.max(highX, x + AROUND_M), Math.max(highY, y + AROUND_M)];
  }
  const half = SMALLEST_M / 2;
  const low = (metres: number) => Math.floor(Math.min(-half, metres) / STEP_M) * STEP_M;
  const high = (metres: number) => Math.ceil(Math.max(half, metres) / STEP_M) * STEP_M;
  return {
    ...{ id: 'floor', name: 'Floor', heightM: 0, plan: undefined },
    box: { low: [low(lowX), low(lowY)], high: [high(highX), high(highY)] },
  };
}

/** All floors side by side, each turned and aligned as it stands: what is above each other in the building is at the same place of its tile. */
export class Sheet {
  /** In the order of the floors. */
  readonly tiles: readonly Tile[];

  /** The ground floor is at the lower left, the others go to the right, then up: in as many columns as show them largest in a picture of this aspect. */
  constructor(floors: readonly MonitorFloor[], aspect: number) {
    const cell = hullOf(floors.map(({ box }) => box));
    const gapM = GAP * Math.max(cell.high[0] - cell.low[0], cell.high[1] - cell.low[1]);
    const [longM, wideM] = [cell.high[0] - cell.low[0] + gapM, cell.high[1] - cell.low[1] + gapM];
    const columns = columnsOf(floors.length, longM / wideM, aspect);
    this.tiles = floors.map((floor, index) => {
      const shift: Place = [(index % columns) * longM, Math.floor(index / columns) * wideM];
      return { floor, shift, box: { low: sum(floor.box.low, shift), high: sum(floor.box.high, shift) } };
    });
  }

  tilesOf(shown: Shown): readonly Tile[] {
    return shown.kind === 'building' ? this.tiles : this.tiles.filter(({ floor }) => floor.id === shown.floor);
  }

  /** What has to be in view. */
  boxOf(shown: Shown): Box {
    return hullOf(this.tilesOf(shown).map(({ box }) => box));
  }
}

const sum = ([ax, ay]: Place, [bx, by]: Place): Place => [ax + bx, ay + by];

export function hullOf(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { low: [-SMALLEST_M / 2, -SMALLEST_M / 2], high: [SMALLEST_M / 2, SMALLEST_M / 2] };
  const over = (pick: (box: Box) => number, choose: (...values: number[]) => number) => choose(...boxes.map(pick));
  return {
    low: [over(({ low }) => low[0], Math.min), over(({ low }) => low[1], Math.min)],
    high: [over(({ high }) => high[0], Math.max), over(({ high }) => high[1], Math.max)],
  };
}

function columnsOf(count: number, cellAspect: number, aspect: number): number {
  let [best, bestScale] = [1, 0];
  for (let columns = 1; columns <= count; columns++) {
    const scale = Math.min(aspect / (columns * cellAspect), 1 / Math.ceil(count / columns));
    if (scale > bestScale * 1.0001) [best, bestScale] = [columns, scale];
  }
  return best;
}

/** All of a box, in the middle of what the margins leave. */
export function fitted({ low, high }: Box, { widthPx, heightPx }: Size, { leftPx, rightPx, topPx, bottomPx }: Margins): Viewport {
  const [roomX, roomY] = [Math.max(40, widthPx - leftPx - rightPx), Math.max(40, heightPx - topPx - bottomPx)];
  const [longCm, wideCm] = [Math.max(1, (high[0] - low[0]) * 100), Math.max(1, (high[1] - low[1]) * 100)];
  return centredOn(
    new Viewport(Math.min(roomX / longCm, roomY / wideCm), [0, 0]),
    [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2],
    [leftPx + roomX / 2, topPx + roomY / 2],
  );
}

/** A place of the sheet comes to lie at a place of the picture. */
export const centredOn = ({ pxPerCm }: Viewport, [xM, yM]: Place, [xPx, yPx]: readonly [number, number]): Viewport =>
  new Viewport(pxPerCm, [xPx - xM * 100 * pxPerCm, yPx + yM * 100 * pxPerCm]);
