import type { Place } from '../maps/maps.ts';
import { grownShapes, type Scale, scaleOf } from './grown-shapes.ts';
import type { PlanningMap } from './planner.ts';
import { type CellLists, CellSorter, EDGE, ShapeGrid } from './shape-grid.ts';

/** Of how many sizes of robots a map remembers where they may be. */
const MOST_SIZES = 4;

/** Where a free place is looked for near one that is not. */
const RINGS = 16;
const DIRECTIONS = 32;

/** Maps never change: whoever plans on one again finds what was made of it. */
const known = new WeakMap<PlanningMap, Map<number, FreeSpace>>();

/** Where the centre of a disc of that radius may be on a map. */
export function freeSpaceOf(map: PlanningMap, radiusM: number): FreeSpace {
  const ofMap = known.get(map) ?? new Map<number, FreeSpace>();
  known.set(map, ofMap);
  const found = ofMap.get(radiusM);
  if (found) return found;
  const made = new FreeSpace(map, radiusM);
  const [oldest] = ofMap.keys();
  if (ofMap.size >= MOST_SIZES && oldest !== undefined) ofMap.delete(oldest);
  ofMap.set(radiusM, made);
  return made;
}

/**
 * The plane without obstacles grown by the robot, within the bounds. What touches a grown obstacle is free. Planners ask in units (whole
 * numbers, see grown-shapes.ts), everybody else in metres.
 */
export class FreeSpace {
  readonly grid: ShapeGrid;
  readonly scale: Scale;
  /** Edges that begin at a corner round which a shortest path may bend: where an obstacle sticks out, and nothing else covers it. */
  readonly corners: Int32Array;
  readonly cornersIn: CellLists;
  /** In units: low x, low y, high x, high y. */
  readonly bounds: readonly [number, number, number, number];

  constructor(map: PlanningMap, radiusM: number) {
    this.scale = scaleOf(map, radiusM);
    const { unitM, originM } = this.scale;
    const [low, high] = map.bounds;
    const units = (m: number, axis: 0 | 1) => (m - originM[axis]) / unitM;
    this.bounds = [
      Math.round(units(low[0], 0)),
      Math.round(units(low[1], 1)),
      Math.round(units(high[0], 0)),
      Math.round(units(high[1], 1)),
    ];
    this.grid = new ShapeGrid(grownShapes(map, radiusM, this.scale), this.bounds);
    this.corners = this.#findCorners();
    const { grid } = this;
    const sorter = new CellSorter();
    for (let corner = 0; corner < this.corners.length; corner++) {
      const at = this.corners[corner] as number;
      sorter.put(grid.rowOf(grid.edges[at + 1] as number) * grid.columns + grid.columnOf(grid.edges[at] as number), corner);
    }
    this.cornersIn = sorter.sorted(grid.columns * grid.rows);
  }

  #findCorners(): Int32Array {
    const { edges } = this.grid;
    const found: number[] = [];
    for (let at = 0; at < edges.length; at += EDGE) {
      const [x, y] = [edges[at] as number, edges[at + 1] as number];
      const turn =
        (x - (edges[at + 4] as number)) * ((edges[at + 3] as number) - y) -
        (y - (edges[at + 5] as number)) * ((edges[at + 2] as number) - x);
      if (turn > 0 && this.isFreeAt(x, y)) found.push(at);
    }
    return new Int32Array(found);
  }

  isFree(place: Place): boolean {
    return this.isFreeAt(this.xOf(place), this.yOf(place));
  }

  /** Whether the robot can go straight from one place to another. */
  isClear(from: Place, to: Place): boolean {
    const [ax, ay, bx, by] = [this.xOf(from), this.yOf(from), this.xOf(to), this.yOf(to)];
    return this.isFreeAt(ax, ay) && this.isFreeAt(bx, by) && this.grid.isClear(ax, ay, bx, by);
  }

  /** The nearest free place, found to a sixteenth of how far it may be; undefined when there is none. */
  nearestFree(place: Place, withinM: number): Place | undefined {
    if (this.isFree(place)) return place;
    for (let ring = 1; ring <= RINGS; ring++) {
      for (let k = 0; k < DIRECTIONS; k++) {
        const [awayM, angle] = [(withinM * ring) / RINGS, (2 * Math.PI * k) / DIRECTIONS];
        const [x, y] = [place[0] + awayM * Math.cos(angle), place[1] + awayM * Math.sin(angle)];
        const near = this.placeAt(this.xOf([x, y]), this.yOf([x, y]));
        if (this.isFree(near)) return near;
      }
    }
    return undefined;
  }

  /** In units. */
  isFreeAt(x: number, y: number): boolean {
    const { bounds } = this;
    return x >= bounds[0] && y >= bounds[1] && x <= bounds[2] && y <= bounds[3] && this.grid.isOutside(x, y);
  }

  /** The nearest unit. */
  xOf(place: Place): number {
    return Math.round((place[0] - this.scale.originM[0]) / this.scale.unitM);
  }

  yOf(place: Place): number {
    return Math.round((place[1] - this.scale.originM[1]) / this.scale.unitM);
  }

  placeAt(x: number, y: number): Place {
    return [x * this.scale.unitM + this.scale.originM[0], y * this.scale.unitM + this.scale.originM[1]];
  }
}
