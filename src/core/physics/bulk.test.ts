import { describe, expect, it } from 'vitest';
import { ORIGIN } from '../base/pose.ts';
import { box, sphere } from '../geometry/parts.ts';
import { at } from '../geometry/placement.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { catalog, type Model } from '../robots/robots.ts';
import { bulkOf } from './bulk.ts';
import { collisionBodyOf } from './collision-body.ts';
import { type Convex, convexesOf, convexOf, placed } from './convex.ts';
import { leastDistanceM, separation } from './separation.ts';
import type { Vector } from './vector.ts';

const SKIN_M = 0.0015;
const DETAIL_M = 0.009;
const ROUNDED_M = 0.004;
const ROUNDING_M = 1e-6;

function awayM(pieces: readonly Convex[], point: Vector): number {
  const there = placed(convexOf([point], 0), ORIGIN);
  return pieces.reduce((least, piece) => {
    const here = placed(piece, ORIGIN);
    return leastDistanceM(here, there) >= least ? least : Math.min(least, separation(here, there).distanceM);
  }, Number.POSITIVE_INFINITY);
}
const farthestM = (pieces: readonly Convex[], from: readonly Convex[]): number =>
  Math.max(0, ...pieces.flatMap(({ points, radiusM }) => points.map((point) => awayM(from, point) + radiusM)));

describe('fewer pieces', () => {
  it.each(catalog)('[P1] [P26] stand for all of $name, and for little more', (model) => {
    const detailM = model.kind === 'wheeled' || model.kind === 'legged' ? DETAIL_M + ROUNDED_M : SKIN_M;
    for (const [index, { convexes }] of collisionBodyOf(model).links.entries()) {
      const described = model.links[index]?.parts.flatMap(convexesOf) ?? [];
      if (convexes.length === 0) continue;
      expect(farthestM(described, convexes)).toBeLessThanOrEqual(SKIN_M + ROUNDING_M);
      expect(farthestM(convexes, described)).toBeLessThanOrEqual(detailM + ROUNDING_M);
    }
  });

  it('[P26] leave out what is inside, and take in what is on the surface', () => {
    const pieces = [box('bone', [1, 1, 1]), sphere('bone', 0.2), box('bone', [0.1, 0.1, 0.1], at(0.458, 0, 0))].flatMap(convexesOf);
    const [only, ...others] = bulkOf(pieces, DETAIL_M);
    expect(others).toEqual([]);
    expect(only?.points).toHaveLength(8 + 4);
    expect(bulkOf(pieces, 0)).toHaveLength(2);
  });

  it('[P26] are few for a robot that drives, and one for a link of very many', () => {
    const count = (model: Model) => collisionBodyOf(model).links.reduce((sum, { convexes }) => sum + convexes.length, 0);
    expect(count(pioneer3dx)).toBeLessThanOrEqual(16);
    const [base] = pioneer3dx.links;
    const grains = Array.from({ length: 400 }, (_, index) => box('bone', [0.01, 0.01, 0.01], at(index / 50, 0, 0)));
    if (base) expect(count({ ...pioneer3dx, links: [{ ...base, parts: grains }] })).toBe(1);
  });

  it('[P26] of too many links nobody looks whether they meet', () => {
    const [base] = pioneer3dx.links;
    if (!base) throw new Error('a robot without a base');
    const links = Array.from({ length: 300 }, (_, index) => ({ ...base, parent: index - 1, parts: [box('bone', [1, 1, 1])] }));
    expect(collisionBodyOf({ ...pioneer3dx, links }).meetsItself).toBe(false);
    expect(collisionBodyOf({ ...pioneer3dx, links: links.slice(0, 10) }).meetsItself).toBe(true);
  });
});
