import { ORIGIN } from '../base/pose.ts';
import { type Convex, convexOf, corners, placed } from './convex.ts';
import { separation } from './separation.ts';
import { dot, lengthOf, minus, plus, type Vector } from './vector.ts';

/** What sticks out by no more than this is left out: tape on a box, a label. */
const SKIN_M = 0.0015;
/** Rounding of coordinates. */
const ENCLOSED_M = 1e-6;
const BOX_CORNERS = 8;
/** A piece of more points is rounded a little instead. */
const FEW_POINTS = 16;
const ROUNDED_M = 0.004;
const DIRECTIONS: readonly Vector[] = corners([-1, -1, -1], [1, 1, 1]);

/**
 * The same link in fewer pieces: what is inside of a piece is left out, and a small thing on the surface of one (a screw, a sensor's face,
 * a strip) becomes one with it. Nothing sticks out of the result, and the result sticks out nowhere by more than a detail.
 */
export function bulkOf(convexes: readonly Convex[], detailM: number): Convex[] {
  const bulky: { readonly first: Convex; points: readonly Vector[] }[] = [];
  for (const piece of [...convexes].sort((a, b) => b.reachM - a.reachM)) {
    const host = bulky.find(({ first }) => isOn(first, piece, Math.max(detailM, SKIN_M)));
    if (!host) bulky.push({ first: piece, points: piece.points });
    else host.points = [...host.points, ...outside(host.first, piece)];
  }
  return bulky.map(({ first: { radiusM }, points }) => coarse(extremesOf(points), radiusM, detailM));
}

/** With few points, and rounder by how far the others stick out. */
function coarse(points: readonly Vector[], radiusM: number, detailM: number): Convex {
  if (points.length <= FEW_POINTS || detailM === 0) return convexOf(points, radiusM);
  const kept = new Set(DIRECTIONS.map((direction) => farthest(points, direction)));
  for (;;) {
    const hull = convexOf([...kept], 0);
    const [out, outM] = points.reduce<[Vector | undefined, number]>(
      ([most, mostM], point) => {
        const away = kept.has(point) ? 0 : awayM(hull, point);
        return away > mostM ? [point, away] : [most, mostM];
      },
      [undefined, 0],
    );
    if (!out || outM <= ROUNDED_M) return convexOf(hull.points, radiusM + outM);
    kept.add(out);
  }
}

function farthest(points: readonly Vector[], along: Vector): Vector {
  return points.reduce((best, point) => (dot(point, along) > dot(best, along) ? point : best));
}

/** Without those that the others enclose: each look at a piece goes through all its points. */
function extremesOf(points: readonly Vector[]): readonly Vector[] {
  if (points.length <= BOX_CORNERS) return points;
  const kept = new Set(points);
  for (const point of points) {
    kept.delete(point);
    if (awayM(convexOf([...kept], 0), point) > ENCLOSED_M) kept.add(point);
  }
  return [...kept];
}

const isOn = (host: Convex, piece: Convex, detailM: number): boolean =>
  lengthOf(minus(piece.centre, host.centre)) <= host.reachM + detailM &&
  rounded(host, piece).every((point) => awayM(host, point) <= detailM);

const outside = (host: Convex, piece: Convex): Vector[] => rounded(host, piece).filter((point) => awayM(host, point) > SKIN_M);

/** Points round which the host's own radius covers the piece. */
function rounded({ radiusM }: Convex, piece: Convex): readonly Vector[] {
  const moreM = piece.radiusM - radiusM;
  if (moreM <= 0) return piece.points;
  const cube = corners([-moreM, -moreM, -moreM], [moreM, moreM, moreM]);
  return piece.points.flatMap((point) => cube.map((corner) => plus(point, corner)));
}

/** From the surface of a piece; 0 or less inside. */
const awayM = (piece: Convex, point: Vector): number => separation(placed(piece, ORIGIN), placed(convexOf([point], 0), ORIGIN)).distanceM;
