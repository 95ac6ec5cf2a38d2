/** A hall with polygons, and robots that wander among them and each other: the same for all who cast rays in it. */
import { between, integerBelow, type Random, seededRandom } from '../../src/core/base/random.ts';

export const ROBOTS = 1000;
export const BEAMS = 180;
export const RANGE_M = 8;
export const FIELD_OF_VIEW_RAD = Math.PI;
export const RATE_HZ = 10;

const HALL_M = 140;
const POLYGONS = 800;
const ROBOT_RADIUS_M = 0.25;
const SPEED_M_PER_S = 0.8;
const TURN_RAD_PER_S = 1;
/** Ticks after which all begin where they began. */
const TICKS = 60;
/** So many times a place is looked for before it is given up. */
const TRIES = 200;

/** x and y by turns, to the left round. */
export type Polygon = readonly number[];

export interface Scene {
  readonly polygons: readonly Polygon[];
  /** Of each robot, in its own frame. */
  readonly robot: Polygon;
  /** Of each tick, of each robot: x, y and heading. */
  readonly ticks: readonly Float64Array[];
}

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radiusM: number;
}

export function laserScene(seed = 1): Scene {
  const random = seededRandom(seed);
  const stones: (Disc & { readonly polygon: Polygon })[] = [];
  for (let tries = 0; stones.length < POLYGONS && tries < POLYGONS * TRIES; tries++) {
    const stone = stoneOf(random);
    if (isFree(stones, stone, 0.2)) stones.push(stone);
  }
  const robots: { x: number; y: number; radiusM: number; yaw: number }[] = [];
  for (let tries = 0; robots.length < ROBOTS && tries < ROBOTS * TRIES; tries++) {
    const robot = { ...placeIn(random, 1), radiusM: ROBOT_RADIUS_M, yaw: between(random, -Math.PI, Math.PI) };
    if (isFree(stones, robot, 0.1) && isFree(robots, robot, 0.1)) robots.push(robot);
  }
  if (robots.length < ROBOTS || stones.length < POLYGONS) throw new Error('the hall is too small for all of them');
  const walls = [
    rectangle(0, -1, HALL_M, 0),
    rectangle(HALL_M, 0, HALL_M + 1, HALL_M),
    rectangle(0, HALL_M, HALL_M, HALL_M + 1),
    rectangle(-1, 0, 0, HALL_M),
  ];
  return {
    polygons: [...walls, ...stones.map(({ polygon }) => polygon)],
    robot: regular(8, ROBOT_RADIUS_M),
    ticks: Array.from({ length: TICKS }, () => {
      for (const robot of robots) wander(robot, random, stones, robots);
      return Float64Array.from(robots.flatMap(({ x, y, yaw }) => [x, y, yaw]));
    }),
  };
}

function stoneOf(random: Random): Disc & { readonly polygon: Polygon } {
  const radiusM = between(random, 0.3, 1.5);
  const { x, y } = placeIn(random, radiusM + 0.5);
  const corners = 4 + integerBelow(random, 5);
  const turn = between(random, 0, Math.PI);
  const polygon = regular(corners, radiusM, turn).map((value, at) => value + (at % 2 === 0 ? x : y));
  return { x, y, radiusM, polygon };
}

/** It turns a little as it likes, and away where it cannot go on. */
function wander(
  robot: { x: number; y: number; yaw: number; radiusM: number },
  random: Random,
  stones: readonly Disc[],
  robots: readonly Disc[],
): void {
  const stepM = SPEED_M_PER_S / RATE_HZ;
  robot.yaw += (between(random, -1, 1) * TURN_RAD_PER_S) / RATE_HZ;
  const next = { x: robot.x + stepM * Math.cos(robot.yaw), y: robot.y + stepM * Math.sin(robot.yaw), radiusM: robot.radiusM };
  const isInside = Math.min(next.x, next.y) > 1 && Math.max(next.x, next.y) < HALL_M - 1;
  const others = robots.filter((other) => other !== robot);
  if (isInside && isFree(stones, next, 0.05) && isFree(others, next, 0.05)) Object.assign(robot, { x: next.x, y: next.y });
  else robot.yaw += between(random, 0.5, 2);
}

const placeIn = (random: Random, awayM: number): { x: number; y: number } => ({
  x: between(random, awayM, HALL_M - awayM),
  y: between(random, awayM, HALL_M - awayM),
});

const isFree = (discs: readonly Disc[], { x, y, radiusM }: Disc, gapM: number): boolean =>
  discs.every((disc) => (disc.x - x) ** 2 + (disc.y - y) ** 2 > (disc.radiusM + radiusM + gapM) ** 2);

const regular = (corners: number, radiusM: number, turn = 0): number[] =>
  Array.from({ length: corners }, (_, corner) => turn + (corner * 2 * Math.PI) / corners).flatMap((angle) => [
    radiusM * Math.cos(angle),
    radiusM * Math.sin(angle),
  ]);

const rectangle = (lowX: number, lowY: number, highX: number, highY: number): Polygon => [
  lowX,
  lowY,
  highX,
  lowY,
  highX,
  highY,
  lowX,
  highY,
];
