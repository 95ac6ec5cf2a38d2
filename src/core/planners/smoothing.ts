import { between, type Random } from '../base/random.ts';
import type { FreeSpace } from './free-space.ts';

/** So often a stretch is tried to be cut short, for each corner of a path. */
const TRIES_OF_CORNER = 24;
const MOST_TRIES = 2_000;
/** Stretches are from the whole path down to half of it, so often halved. */
const SIZES = 7;

/** A path in units, without corners that can be left out, and with those cut short that chance finds. Ends stay. */
export function smoothed(path: readonly (readonly [x: number, y: number])[], space: FreeSpace, random: Random): [x: number, y: number][] {
  let points = straightened(path, space);
  const tries = Math.min(points.length * TRIES_OF_CORNER, MOST_TRIES);
  for (let k = 0; k < tries && points.length > 2; k++) points = cutShort(points, space, random) ?? points;
  return straightened(points, space);
}

type Point = readonly [x: number, y: number];

const isClear = (space: FreeSpace, [ax, ay]: Point, [bx, by]: Point): boolean => space.grid.isClear(ax, ay, bx, by);
const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);

/** From each corner to the last one that it sees, of those that double in distance: a path of a thousand corners is not compared with itself. */
function straightened(path: readonly Point[], space: FreeSpace): [x: number, y: number][] {
  const kept: [number, number][] = [];
  for (let at = 0; at < path.length; ) {
    const here = path[at] as Point;
    kept.push([here[0], here[1]]);
    let next = at + 1;
    let step = 1;
    while (at + 2 * step < path.length && isClear(space, here, path[at + 2 * step] as Point)) step *= 2;
    for (next = at + step; step >= 1; step = Math.floor(step / 2)) {
      if (next + step < path.length && isClear(space, here, path[next + step] as Point)) next += step;
    }
    at = next;
  }
  return kept;
}

/** A straight way between two places of the path instead of what lies between; undefined when it is not clear, or no shorter. */
function cutShort(points: [x: number, y: number][], space: FreeSpace, random: Random): [x: number, y: number][] | undefined {
  const lengths = points.slice(1).map((point, i) => distance(points[i] as Point, point));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  // Stretches of all sizes: of a long path, only short ones have a chance.
  const stretch = whole * 2 ** -between(random, 0, SIZES);
  const begin = between(random, 0, whole - stretch);
  const from = placeOn(points, lengths, begin);
  const to = placeOn(points, lengths, begin + stretch);
  if (from.leg === to.leg || stretch - distance(from.at, to.at) < 1) return undefined;
  const [before, after] = [points[from.leg] as Point, points[to.leg + 1] as Point];
  // Places on the path are rounded to units: they may be a little beside it.
  if (!space.isFreeAt(...from.at) || !space.isFreeAt(...to.at)) return undefined;
  if (!isClear(space, before, from.at) || !isClear(space, from.at, to.at) || !isClear(space, to.at, after)) return undefined;
  return [...points.slice(0, from.leg + 1), from.at, to.at, ...points.slice(to.leg + 1)];
}

function placeOn(
  points: readonly Point[],
  lengths: readonly number[],
  far: number,
): { readonly leg: number; readonly at: [x: number, y: number] } {
  let [leg, rest] = [0, far];
  while (leg < lengths.length - 1 && rest > (lengths[leg] as number)) {
    rest -= lengths[leg] as number;
    leg++;
  }
  const [[ax, ay], [bx, by]] = [points[leg] as Point, points[leg + 1] as Point];
  const share = Math.min(rest / Math.max(lengths[leg] as number, 1), 1);
  return { leg, at: [Math.round(ax + (bx - ax) * share), Math.round(ay + (by - ay) * share)] };
}
