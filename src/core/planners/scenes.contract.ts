import { between, chance, integerBelow, pick, type Random, seededRandom } from '../base/random.ts';
import type { Place, Segment } from '../maps/maps.ts';
import type { PlanningMap } from './planner.ts';
import { betweenOutlinesM, outlinesOf, toOutlineM } from './reference.contract.ts';

/** A map with a question. Every passage on it is at least 1.2 or at most 0.8 robot widths wide. */
export interface Scene {
  readonly seed: number;
  readonly map: PlanningMap;
  readonly radiusM: number;
  readonly from: Place;
  readonly to: Place;
}

const THICK_M = 0.1;
const WIDE = 1.2;
const NARROW = 0.8;

export function sceneOf(seed: number): Scene {
  const random = seededRandom(seed);
  const radiusM = between(random, 0.15, 0.4);
  const walls = chance(random, 0.5) ? roomsOf(random, 2 * radiusM) : fieldWalls(random, 2 * radiusM);
  const bare: PlanningMap = { walls, wallThicknessM: THICK_M, obstacles: [], bounds: boundsOf(walls) };
  const map = furnished(bare, random, 2 * radiusM);
  return { seed, map, radiusM, from: freePlace(map, radiusM, random), to: freePlace(map, radiusM, random) };
}

/** A passage of one kind or the other, often just as wide as that. */
const passageM = (random: Random, robotM: number): number =>
  robotM * (chance(random, 0.7) ? Math.max(between(random, 0.8, 2.2), WIDE) : Math.min(between(random, 0.3, 1), NARROW));

/** Rooms in rows and columns, with doors, turned as a whole. */
function roomsOf(random: Random, robotM: number): Segment[] {
  const [columns, rows] = [2 + integerBelow(random, 2), 2 + integerBelow(random, 2)];
  const sideM = robotM * between(random, 4, 6);
  const walls: Segment[] = [];
  const [wideM, highM] = [columns * sideM, rows * sideM];
  walls.push(wall([0, 0], [wideM, 0]), wall([wideM, 0], [wideM, highM]), wall([wideM, highM], [0, highM]), wall([0, highM], [0, 0]));
  const addDoor = (from: Place, to: Place) => {
    if (chance(random, 0.15)) return walls.push(wall(from, to));
    const gapM = passageM(random, robotM);
    const at = between(random, 0.8 * robotM, sideM - gapM - 0.8 * robotM) / sideM;
    const on = (share: number): Place => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    return walls.push(wall(from, on(at)), wall(on(at + gapM / sideM), to));
  };
  for (let c = 1; c < columns; c++) for (let r = 0; r < rows; r++) addDoor([c * sideM, r * sideM], [c * sideM, (r + 1) * sideM]);
  for (let r = 1; r < rows; r++) for (let c = 0; c < columns; c++) addDoor([c * sideM, r * sideM], [(c + 1) * sideM, r * sideM]);
  const yaw = chance(random, 0.5) ? 0 : between(random, 0, 2 * Math.PI);
  const turned = ([x, y]: Place): Place => [x * Math.cos(yaw) - y * Math.sin(yaw), x * Math.sin(yaw) + y * Math.cos(yaw)];
  return walls.map(({ from, to }) => wall(turned(from), turned(to)));
}

function fieldWalls(random: Random, robotM: number): Segment[] {
  const [wideM, highM] = [robotM * between(random, 8, 14), robotM * between(random, 8, 14)];
  const corners: Place[] = [
    [0, 0],
    [wideM, 0],
    [wideM, highM],
    [0, highM],
  ];
  return corners.map((from, i) => wall(from, corners[(i + 1) % 4] as Place));
}

const wall = (from: Place, to: Place): Segment => ({ from, to });

function boundsOf(walls: readonly Segment[]): readonly [Place, Place] {
  const ends = walls.flatMap(({ from, to }) => [from, to]);
  const [xs, ys] = [ends.map(([x]) => x), ends.map(([, y]) => y)];
  return [
    [Math.min(...xs), Math.min(...ys)],
    [Math.max(...xs), Math.max(...ys)],
  ];
}

/** Things of several forms, where they leave passages of one kind or the other. */
function furnished(map: PlanningMap, random: Random, robotM: number): PlanningMap {
  const obstacles: (readonly Place[])[] = [];
  const standing = outlinesOf(map);
  const wanted = 3 + integerBelow(random, 8);
  for (let tries = 0; tries < 120 && obstacles.length < wanted; tries++) {
    const [low, high] = map.bounds;
    const centre: Place = [between(random, low[0], high[0]), between(random, low[1], high[1])];
    const outline = placed(formOf(random, robotM), centre, between(random, 0, 2 * Math.PI));
    const isRight = (apartM: number) => apartM <= NARROW * robotM || apartM >= WIDE * robotM;
    if (!standing.every((other) => isRight(betweenOutlinesM(outline, other)))) continue;
    obstacles.push(outline);
    standing.push(outline);
  }
  return { ...map, obstacles };
}

function formOf(random: Random, robotM: number): Place[] {
  const sizeM = robotM * between(random, 0.3, 1.5);
  switch (pick(random, ['round', 'box', 'angle', 'bay'] as const)) {
    case 'round': {
      const sides = 3 + integerBelow(random, 5);
      return Array.from({ length: sides }, (_, i): Place => polar(sizeM, (2 * Math.PI * (i + between(random, 0, 0.7))) / sides));
    }
    case 'box': {
      const [x, y] = [sizeM, sizeM * between(random, 0.2, 1)];
      return [
        [-x, -y],
        [x, -y],
        [x, y],
        [-x, y],
      ];
    }
    case 'angle': {
      const thick = sizeM * between(random, 0.2, 0.8);
      return [
        [0, 0],
        [2 * sizeM, 0],
        [2 * sizeM, thick],
        [thick, thick],
        [thick, 2 * sizeM],
        [0, 2 * sizeM],
      ];
    }
    case 'bay': {
      const [mouth, deep, thick] = [passageM(random, robotM), between(random, 0.5, 2) * robotM, 0.2 * robotM];
      return [
        [0, 0],
        [mouth + 2 * thick, 0],
        [mouth + 2 * thick, deep],
        [mouth + thick, deep],
        [mouth + thick, thick],
        [thick, thick],
        [thick, deep],
        [0, deep],
      ];
    }
  }
}

const polar = (lengthM: number, angle: number): Place => [lengthM * Math.cos(angle), lengthM * Math.sin(angle)];

const placed = (form: readonly Place[], [x, y]: Place, yaw: number): Place[] =>
  form.map(([fx, fy]): Place => [x + fx * Math.cos(yaw) - fy * Math.sin(yaw), y + fx * Math.sin(yaw) + fy * Math.cos(yaw)]);

/** With a little room around, and on a place that has an exact number. */
function freePlace(map: PlanningMap, radiusM: number, random: Random): Place {
  const [low, high] = map.bounds;
  const outlines = outlinesOf(map);
  for (;;) {
    const place = [between(random, low[0], high[0]), between(random, low[1], high[1])].map((m) => Math.round(m * 1024) / 1024) as [
      number,
      number,
    ];
    const isInBounds = place[0] > low[0] && place[1] > low[1] && place[0] < high[0] && place[1] < high[1];
    if (isInBounds && outlines.every((outline) => toOutlineM(place, outline) > 1.05 * radiusM)) return place;
  }
}
