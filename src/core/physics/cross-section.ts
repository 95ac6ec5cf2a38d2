import { type PlacedConvex, toWorld } from './convex.ts';
import type { Vector } from './vector.ts';

/** A convex polygon, to the left round: x and y by turns. */
export type Section = Float64Array;

type Point = readonly [x: number, y: number];

/** Where a round surface is cut, so many planes stand for it; between them it is off by a thirtieth of its radius. */
const TILTS = [-60, -30, 0, 30, 60].map((degrees) => (degrees * Math.PI) / 180);
const SIDES = 12;
const OUTSIDE = 1 / Math.cos(Math.PI / SIDES);
/** Points nearer to each other are one. */
const SAME_M = 1e-9;
/** Corners that turn by less are none: rounding made them, on the way from one corner to the next. */
const FLAT_M2 = 1e-10;

/** What of convex bodies lies in the plane at a height: a polygon each, for those that reach it. */
export function crossSections(pieces: readonly PlacedConvex[], heightM: number): Section[] {
  return pieces.flatMap((piece) => {
    const { centre, convex } = piece;
    return Math.abs(centre[2] - heightM) > convex.reachM ? [] : (sectionOf(cornersOf(piece), convex.radiusM, heightM) ?? []);
  });
}

/** What is cut at all heights from the one to the other. */
export interface Band {
  readonly lowM: number;
  readonly highM: number;
  readonly sections: readonly Section[];
}

/** Heights nearer to each other than this are cut alike. */
const SAME_HEIGHT_M = 0.0005;

/** The cut at a height, and how far up and down it stays the same: where nothing but upright prisms is cut, as walls are, to where the next one begins or ends. */
export function bandAt(pieces: readonly PlacedConvex[], heightM: number): Band {
  let [lowM, highM] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let isSteady = true;
  for (const piece of pieces) {
    const corners = cornersOf(piece);
    const heights = corners.map(([, , z]) => z);
    const [bottomM, topM] = [Math.min(...heights) - piece.convex.radiusM, Math.max(...heights) + piece.convex.radiusM];
    if (heightM < bottomM) highM = Math.min(highM, bottomM);
    else if (heightM > topM) lowM = Math.max(lowM, topM);
    else {
      [lowM, highM] = [Math.max(lowM, bottomM), Math.min(highM, topM)];
      isSteady &&= piece.convex.radiusM === 0 && isPrism(corners, bottomM, topM);
    }
  }
  const sections = crossSections(pieces, heightM);
  if (isSteady) return { lowM, highM, sections };
  return { lowM: Math.max(lowM, heightM - SAME_HEIGHT_M), highM: Math.min(highM, heightM + SAME_HEIGHT_M), sections };
}

/** All its corners are at the bottom or at the top, one above the other. */
function isPrism(corners: readonly Vector[], bottomM: number, topM: number): boolean {
  const isAt = (heightM: number) => (corner: Vector) => Math.abs(corner[2] - heightM) < SAME_M;
  const [bottom, top] = [corners.filter(isAt(bottomM)), corners.filter(isAt(topM))];
  return (
    bottom.length + top.length === corners.length &&
    bottom.length === top.length &&
    bottom.every(([x, y]) => top.some(([toX, toY]) => Math.hypot(toX - x, toY - y) < SAME_M))
  );
}

function sectionOf(corners: readonly Vector[], radiusM: number, heightM: number): Section | undefined {
  const points: Point[] = [];
  if (radiusM === 0) points.push(...cut(corners, heightM));
  else {
    for (const tilt of TILTS) {
      for (const point of cut(corners, heightM + radiusM * Math.sin(tilt))) points.push(...circle(point, radiusM * Math.cos(tilt)));
    }
    for (const [x, y, z] of corners) {
      if (Math.abs(z - heightM) < radiusM) points.push(...circle([x, y], Math.sqrt(radiusM ** 2 - (z - heightM) ** 2)));
    }
  }
  const hull = hullOf(points);
  return hull.length < 3 ? undefined : Float64Array.from(hull.flat());
}

/** Where the lines between all corners go through a plane: the hull of these is the hull's own cut. */
function cut(corners: readonly Vector[], heightM: number): Point[] {
  const below = corners.filter((corner) => corner[2] <= heightM);
  const above = corners.filter((corner) => corner[2] > heightM);
  return below.flatMap(([x, y, z]) =>
    above.map(([toX, toY, toZ]): Point => {
      const share = (heightM - z) / (toZ - z);
      return [x + (toX - x) * share, y + (toY - y) * share];
    }),
  );
}

const cornersOf = ({ convex, axes, origin }: PlacedConvex): Vector[] => convex.points.map((point) => toWorld(axes, origin, point));

const circle = ([x, y]: Point, radiusM: number): Point[] =>
  Array.from({ length: SIDES }, (_, side): Point => {
    const angle = ((side + 0.5) * 2 * Math.PI) / SIDES;
    return [x + radiusM * OUTSIDE * Math.cos(angle), y + radiusM * OUTSIDE * Math.sin(angle)];
  });

/** By Andrew's monotone chain. What rounding has put beside a line that goes straight across would come in the wrong order: so points are in whole nanometres. */
function hullOf(points: readonly Point[]): Point[] {
  const whole = points.map(([x, y]): Point => [Math.round(x / SAME_M) * SAME_M, Math.round(y / SAME_M) * SAME_M]);
  const sorted = whole.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const lower = chainOf(sorted);
  const upper = chainOf(sorted.reverse());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function chainOf(points: readonly Point[]): Point[] {
  const chain: Point[] = [];
  for (const point of points) {
    for (;;) {
      const [before, last] = [chain.at(-2), chain.at(-1)];
      const isSame = last !== undefined && Math.hypot(point[0] - last[0], point[1] - last[1]) < SAME_M;
      if (!last || !(isSame || (before && turnOf(before, last, point) <= FLAT_M2))) break;
      chain.pop();
    }
    chain.push(point);
  }
  return chain;
}

/** Twice the area to the left of the way over three points. */
const turnOf = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
