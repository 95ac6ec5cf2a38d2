import { planarPose } from '../base/pose.ts';
import { box } from '../geometry/parts.ts';
import type { Paint, Part } from '../geometry/shape.ts';
import { cutAtCells, meetsAnother, middleOf, rounded, type Segment, type SiteFloor, stretchesOf } from '../maps/maps.ts';
import type { Link, Model } from '../robots/robots.ts';
import type { Fitting } from './fitting.ts';

/** EDL has no thickness: so thick a wall is drawn, and stands in the way, its line in the middle. */
export const WALL_M = 0.1;
/** As worlds are cut: who looks at one corner of a site hears of the walls there. */
export const CELL_M = 16;

const PLASTER = '#D3D0C9';
const CAP_M = 0.03;
/** By how much the cap stands over on each side. */
const RIM_M = 0.006;

/** So far a wall goes on at a corner: nearly to the other face of the one it meets, for two faces in one place flicker. */
const CORNER_M = WALL_M / 2 - 0.004;

/** Two pieces each: a link of more than 150 would count as one box, and nobody could enter the building. */
const MOST_WALLS_OF_LINK = 70;
const MOST_WALLS_OF_MODEL = 700;

/** A wall as it stands: its line, and whether it is longer at either end, to make a corner with others. */
interface Run {
  readonly segment: Segment;
  readonly longerM: readonly [from: number, to: number];
}

/** The walls of a floor, one body for each cell of it. */
export function wallsOf(floor: SiteFloor, heightM: number): Fitting[] {
  const cells = new Map<string, Run[]>();
  for (const run of runsOf(floor)) {
    const [x, y] = middleOf(run.segment);
    const key = `${Math.floor(x / CELL_M)} ${Math.floor(y / CELL_M)}`;
    const cell = cells.get(key);
    if (cell) cell.push(run);
    else cells.set(key, [run]);
  }
  const bodies = [...cells.values()].flatMap((runs) => chunks(runs, MOST_WALLS_OF_MODEL));
  return bodies.map((runs, index) => bodyOf(runs, { floor, heightM, number: bodies.length > 1 ? index + 1 : undefined }));
}

function runsOf({ plan }: SiteFloor): Run[] {
  const stretches = stretchesOf(plan);
  return stretches.flatMap((stretch) => {
    const [first, last] = [stretch.from, stretch.to].map((end) => (meetsAnother(end, stretch, stretches) ? CORNER_M : 0));
    const pieces = cutAtCells(stretch, CELL_M);
    return pieces.map((segment, index) => ({
      segment,
      longerM: [index === 0 ? (first ?? 0) : 0, index === pieces.length - 1 ? (last ?? 0) : 0] as const,
    }));
  });
}

function bodyOf(
  runs: readonly Run[],
  { floor, heightM, number }: { readonly floor: SiteFloor; readonly heightM: number; readonly number: number | undefined },
): Fitting {
  const ends = runs.flatMap(({ segment }) => [segment.from, segment.to]);
  const [xs, ys] = [ends.map(([x]) => x), ends.map(([, y]) => y)];
  const middle = [xs, ys].map((values) => rounded((least(values) + most(values)) / 2)) as [number, number];
  const links = chunks(runs, MOST_WALLS_OF_LINK).map(
    (some, index): Link => ({
      name: `Walls ${index + 1}`,
      parent: index === 0 ? -1 : 0,
      origin: planarPose(0, 0, 0),
      parts: some.flatMap((run) => partsOf(run, middle, heightM)),
    }),
  );
  const model: Omit<Model, 'id'> = {
    name: 'Walls',
    kind: 'structure',
    summary: `${runs.length} walls, ${heightM} m high`,
    links,
    dofs: [],
    extent: { radiusM: Math.max(Math.hypot(most(xs) - least(xs), most(ys) - least(ys)) / 2, WALL_M), heightM },
  };
  const [x, y] = middle;
  const name = `${floor.name}, walls${number === undefined ? '' : ` ${number}`}`;
  return { part: 'walls', name, model, pose: { ...planarPose(x, y, 0), z: floor.heightM } };
}

function partsOf({ segment, longerM }: Run, middle: readonly [number, number], heightM: number): Part[] {
  const bodyM = heightM - CAP_M;
  // Where it makes a corner the cap goes on over the other one's rim.
  const rimsM = longerM.map((more) => (more > 0 ? more + RIM_M : 0)) as [number, number];
  return [
    beam(segment, longerM, middle, { wideM: WALL_M, fromM: 0, toM: bodyM, paint: PLASTER }),
    beam(segment, rimsM, middle, { wideM: WALL_M + 2 * RIM_M, fromM: bodyM, toM: heightM, paint: 'bone' }),
  ];
}

interface Beam {
  readonly wideM: number;
  /** Above the floor. */
  readonly fromM: number;
  readonly toM: number;
  readonly paint: Paint;
}

function beam(
  { from, to }: Segment,
  [beforeM, behindM]: readonly [number, number],
  [cx, cy]: readonly [number, number],
  { wideM, fromM, toM, paint }: Beam,
): Part {
  const yaw = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const longM = rounded(Math.hypot(to[0] - from[0], to[1] - from[1]) + beforeM + behindM);
  const shiftM = (behindM - beforeM) / 2;
  const [x, y] = middleOf({ from, to });
  const foot = planarPose(rounded(x - cx + Math.cos(yaw) * shiftM), rounded(y - cy + Math.sin(yaw) * shiftM), yaw);
  return box(paint, [longM, wideM, rounded(toM - fromM)], { ...foot, z: rounded((fromM + toM) / 2) }, 0.002);
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
}
