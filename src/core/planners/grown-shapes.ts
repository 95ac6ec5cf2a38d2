import { Clipper, EndType, FillRule, JoinType, type Path64 } from 'clipper2-ts';
import type { Place, Segment } from '../maps/maps.ts';
import type { PlanningMap } from './planner.ts';

/**
 * What no robot's centre may enter, because of one wall or obstacle. Corners are whole numbers of units, so that every question about which
 * side of a line something is on has an exact answer; what is forbidden lies on the left of each ring.
 */
export interface GrownShape {
  /** Each x, y, x, y... */
  readonly rings: readonly Float64Array[];
  readonly isConvex: boolean;
}

/** Between metres and units. A unit is a power of two of a metre, so that both ways are exact for round coordinates. */
export interface Scale {
  readonly unitM: number;
  readonly originM: Place;
}

/** About 8 micrometres. */
const FINEST_UNIT_M = 2 ** -17;
/** Differences stay below 2^26, so products of two below 2^52: exact in doubles, and so is the difference of two of these. */
const MOST_UNITS = 2 ** 25;
/** With fewer, what is lost by rounding to units would be seen in the size of the robot. */
const LEAST_RADIUS_UNITS = 256;
/** So much is added, for all that is rounded: the corners of a shape, and the ends of a way. */
const ROUNDING_UNITS = 2;
/** A corner becomes a part of a regular polygon of twelve sides that is drawn outside of the circle: at most 3.6 % too large, never too small. */
const ARC_RAD = Math.PI / 6;
const STRAIGHT_RAD = 1e-7;
export const MOST_CORNERS = 400_000;

export function scaleOf({ bounds, walls, obstacles, wallThicknessM }: PlanningMap, radiusM: number): Scale {
  const [low, high] = bounds;
  const isBounded = [...low, ...high].every(Number.isFinite) && low[0] < high[0] && low[1] < high[1];
  if (!isBounded) throw new RangeError(`the bounds of a map are its lower left and its upper right corner, not [${low}] and [${high}]`);
  if (!(radiusM > 0 && Number.isFinite(radiusM))) throw new RangeError(`a robot needs a radius above 0 m, not ${radiusM}`);
  if (!(wallThicknessM >= 0 && Number.isFinite(wallThicknessM)))
    throw new RangeError(`walls are 0 m thick or thicker, not ${wallThicknessM}`);
  const originM: Place = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2].map((m) => Math.round(m)) as [number, number];
  let farM = 0;
  let corners = walls.length * 4;
  const look = ([x, y]: Place) => {
    if (!(Number.isFinite(x) && Number.isFinite(y))) throw new RangeError(`a corner of the map is at [${x}, ${y}], which is nowhere`);
    farM = Math.max(farM, Math.abs(x - originM[0]), Math.abs(y - originM[1]));
  };
  bounds.forEach(look);
  for (const { from, to } of walls) {
    look(from);
    look(to);
  }
  for (const obstacle of obstacles) {
    corners += obstacle.length;
    obstacle.forEach(look);
  }
  if (corners > MOST_CORNERS) throw new RangeError(`the map has ${corners} corners, at most ${MOST_CORNERS} can be planned on`);
  let unitM = FINEST_UNIT_M;
  while ((farM + 2 * radiusM + wallThicknessM) / unitM > MOST_UNITS) unitM *= 2;
  if (radiusM / unitM < LEAST_RADIUS_UNITS)
    throw new RangeError(`a robot of ${radiusM} m is too small for a map of ${farM} m: at least ${unitM * LEAST_RADIUS_UNITS} m`);
  return { unitM, originM };
}

/** All that stands within the bounds, or so near that it matters there, grown by the robot's disc. */
export function grownShapes(map: PlanningMap, radiusM: number, scale: Scale): GrownShape[] {
  const shapes: GrownShape[] = [];
  const { wallThicknessM, bounds } = map;
  for (const wall of map.walls) {
    if (reaches([wall.from, wall.to], bounds, 2 * radiusM + wallThicknessM)) shapes.push(wallGrown(wall, wallThicknessM, radiusM, scale));
  }
  for (const obstacle of map.obstacles) {
    if (obstacle.length > 0 && reaches(obstacle, bounds, 2 * radiusM)) shapes.push(grown(obstacle, radiusM, scale));
  }
  return shapes;
}

function reaches(outline: readonly Place[], [low, high]: PlanningMap['bounds'], reachM: number): boolean {
  let [isLeft, isRight, isBelow, isAbove] = [true, true, true, true];
  for (const [x, y] of outline) {
    isLeft &&= x < low[0] - reachM;
    isRight &&= x > high[0] + reachM;
    isBelow &&= y < low[1] - reachM;
    isAbove &&= y > high[1] + reachM;
  }
  return !(isLeft || isRight || isBelow || isAbove);
}

/** Three tangents for each corner of a wall, as they are for one along x. */
const tangentsOfWall = Array.from({ length: 12 }, (_, k) => (k - 2.5) * ARC_RAD);
const tangentX = Float64Array.from(tangentsOfWall, Math.cos);
const tangentY = Float64Array.from(tangentsOfWall, Math.sin);

/** What `grown` makes of its rectangle, in a fraction of the time: most of what stands on a floor is walls. */
function wallGrown({ from, to }: Segment, thickM: number, radiusM: number, { unitM, originM }: Scale): GrownShape {
  const [fromX, fromY] = [(from[0] - originM[0]) / unitM, (from[1] - originM[1]) / unitM];
  const [dx, dy] = [(to[0] - from[0]) / unitM, (to[1] - from[1]) / unitM];
  const long = Math.hypot(dx, dy);
  const [alongX, alongY] = long === 0 ? [1, 0] : [dx / long, dy / long];
  const half = thickM / unitM / 2;
  const reach = (radiusM / unitM + ROUNDING_UNITS) / Math.cos(ARC_RAD / 2);
  const ring = new Float64Array(24);
  for (let k = 0; k < 12; k++) {
    const along = (k < 6 ? long : 0) + reach * (tangentX[k] as number);
    const across = (k >= 3 && k < 9 ? half : -half) + reach * (tangentY[k] as number);
    ring[2 * k] = Math.round(fromX + along * alongX - across * alongY);
    ring[2 * k + 1] = Math.round(fromY + along * alongY + across * alongX);
  }
  return { rings: [ring], isConvex: isConvex(ring) };
}

function grown(outline: readonly Place[], radiusM: number, { unitM, originM }: Scale): GrownShape {
  const radius = radiusM / unitM + ROUNDING_UNITS;
  const ring = turnedLeft(outline.map(([x, y]): Place => [(x - originM[0]) / unitM, (y - originM[1]) / unitM]));
  const turns = turnsOf(ring);
  // A star of five lines turns left at all its corners, too, but twice round.
  const turnsOnce = turns.every((turn) => turn >= 0) && turns.reduce((sum, turn) => sum + turn, 0) < 3 * Math.PI;
  if (!turnsOnce) return { rings: clipperGrown(ring, radius), isConvex: false };
  const rings = [convexGrown(ring, turns, radius)] as const;
  return { rings, isConvex: isConvex(rings[0]) };
}

/** Exactly: nearly straight corners may be dented by rounding. */
function isConvex(ring: Float64Array): boolean {
  const count = ring.length;
  for (let i = 0; i < count; i += 2) {
    const next = (i + 2) % count;
    const after = (i + 4) % count;
    const nextX = ring[next] as number;
    const nextY = ring[next + 1] as number;
    const turn =
      (nextX - (ring[i] as number)) * ((ring[after + 1] as number) - nextY) -
      (nextY - (ring[i + 1] as number)) * ((ring[after] as number) - nextX);
    if (turn < 0) return false;
  }
  return true;
}

/** Without corners that are none, and counterclockwise. */
function turnedLeft(outline: readonly Place[]): Place[] {
  const corners: Place[] = [];
  const isNew = ([x, y]: Place, [otherX, otherY]: Place) => Math.hypot(x - otherX, y - otherY) > 1;
  for (const corner of outline) if (corners.length === 0 || isNew(corner, corners.at(-1) as Place)) corners.push(corner);
  while (corners.length > 1 && !isNew(corners.at(-1) as Place, corners[0] as Place)) corners.pop();
  let area = 0;
  corners.forEach(([x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length] as Place;
    area += x * nextY - y * nextX;
  });
  return area < 0 ? corners.toReversed() : corners;
}

/** By how much the outline turns left at each corner, between minus and plus half a turn. */
function turnsOf(ring: readonly Place[]): number[] {
  const count = ring.length;
  return ring.map(([x, y], i) => {
    if (count === 1) return 2 * Math.PI;
    const [beforeX, beforeY] = ring[(i + count - 1) % count] as Place;
    const [nextX, nextY] = ring[(i + 1) % count] as Place;
    const [ax, ay, bx, by] = [x - beforeX, y - beforeY, nextX - x, nextY - y];
    const turn = Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
    // Whoever turns back does so by either side: as a line there and back does, it counts as to the left.
    if (Math.abs(turn) > Math.PI - STRAIGHT_RAD) return Math.PI;
    return Math.abs(turn) < STRAIGHT_RAD ? 0 : turn;
  });
}

/** The tangents of the circle round each corner. */
function convexGrown(ring: readonly Place[], turns: readonly number[], radius: number): Float64Array {
  const corners: number[] = [];
  ring.forEach(([x, y], i) => {
    const turn = turns[i] as number;
    if (turn === 0) return;
    const [beforeX, beforeY] = ring[(i + ring.length - 1) % ring.length] as Place;
    const outwards = Math.atan2(-(x - beforeX), y - beforeY);
    const count = Math.ceil(turn / ARC_RAD - STRAIGHT_RAD);
    const reach = radius / Math.cos(turn / count / 2);
    for (let k = 0; k < count; k++) {
      const angle = outwards + (turn * (k + 0.5)) / count;
      corners.push(Math.round(x + reach * Math.cos(angle)), Math.round(y + reach * Math.sin(angle)));
    }
  });
  return ringOf(corners);
}

/** Without corners that became one by rounding: an edge without length has no side. */
function ringOf(corners: readonly number[]): Float64Array {
  const kept: number[] = [];
  for (let i = 0; i < corners.length; i += 2) {
    const before = (i + corners.length - 2) % corners.length;
    const [x, y] = [corners[i] as number, corners[i + 1] as number];
    if (x !== corners[before] || y !== corners[before + 1]) kept.push(x, y);
  }
  return new Float64Array(kept);
}

/** Clipper draws its arcs inside of the circle: so that circle is larger. What crosses itself is first made simple: else some of it would shrink. */
function clipperGrown(ring: readonly Place[], radius: number): Float64Array[] {
  const path: Path64 = ring.map(([x, y]) => ({ x: Math.round(x), y: Math.round(y) }));
  const simple = Clipper.union([path], FillRule.NonZero);
  // All of it lies on one line: then its edges are grown one by one.
  if (simple.length === 0)
    return ring.map((from, i) => convexGrown([from, ring[(i + 1) % ring.length] as Place], [Math.PI, Math.PI], radius));
  const delta = (radius + ROUNDING_UNITS) / Math.cos(ARC_RAD / 2);
  const paths = Clipper.inflatePaths(simple, delta, JoinType.Round, EndType.Polygon, 2, delta - radius - ROUNDING_UNITS);
  return paths.map((points) => ringOf(points.flatMap(({ x, y }) => [x, y]))).filter(({ length }) => length > 4);
}
