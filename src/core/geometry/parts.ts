import { compose, ORIGIN, type Pose } from '../base/pose.ts';
import { at, type Direction, type Point, toward } from './placement.ts';
import type { Paint, Part } from './shape.ts';

/** The words that models are written in: each makes one painted shape. Metres; see Shape for where each has its origin. */

export const box = (paint: Paint, sizeM: Point, where: Pose = ORIGIN, edgeM?: number): Part => ({
  shape: { kind: 'box', sizeM, ...(edgeM !== undefined && { edgeM }) },
  paint,
  at: where,
});

export const cylinder = (paint: Paint, radiusM: number, heightM: number, where: Pose = ORIGIN): Part => ({
  shape: { kind: 'cylinder', radiusM, heightM },
  paint,
  at: where,
});

export const lathe = (paint: Paint, profile: readonly (readonly [radius: number, z: number])[], where: Pose = ORIGIN): Part => ({
  shape: { kind: 'lathe', profile },
  paint,
  at: where,
});

export const sphere = (paint: Paint, radiusM: number, where: Pose = ORIGIN): Part => ({
  shape: { kind: 'sphere', radiusM },
  paint,
  at: where,
});

export const plate = (
  paint: Paint,
  { from, to, length, thickness }: { from: number; to: number; length: number; thickness: number },
  where: Pose = ORIGIN,
): Part => ({
  shape: { kind: 'plate', fromRadiusM: from, toRadiusM: to, lengthM: length, thicknessM: thickness },
  paint,
  at: where,
});

export const extrusion = (
  paint: Paint,
  outline: readonly (readonly [x: number, y: number])[],
  heightM: number,
  where: Pose = ORIGIN,
): Part => ({ shape: { kind: 'extrusion', outline, heightM }, paint, at: where });

export const tube = (paint: Paint, radiusM: number, ...points: readonly Point[]): Part => ({
  shape: { kind: 'tube', points, radiusM },
  paint,
  at: ORIGIN,
});

/** The same part at several places: bolts, legs, lamps. */
export const repeated = (part: Part, where: readonly Pose[]): Part[] => where.map((pose) => ({ ...part, at: pose }));

/** `count` places evenly round a circle about an axis through a centre, the first one at `fromRad`. */
export function ring(
  direction: Direction,
  [x, y, z]: Point,
  { radius, count, fromRad = 0 }: { radius: number; count: number; fromRad?: number },
): Pose[] {
  const centre = toward(direction, x, y, z);
  return Array.from({ length: count }, (_, index) => {
    const angle = fromRad + (index * 2 * Math.PI) / count;
    return compose(centre, at(radius * Math.cos(angle), radius * Math.sin(angle), 0));
  });
}

/** Four places, at plus and minus x and y. */
export const corners = (x: number, y: number, z: number): Pose[] => [at(x, y, z), at(-x, y, z), at(-x, -y, z), at(x, -y, z)];
