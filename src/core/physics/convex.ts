import type { Pose } from '../base/pose.ts';
import type { Part, Shape } from '../geometry/shape.ts';
import { axesOf, dot, lengthOf, minus, plus, times, type Vector } from './vector.ts';

/** A convex body: all that is within `radiusM` of the hull of its points. A sphere is one point, a round bar two. */
export interface Convex {
  readonly points: readonly Vector[];
  readonly radiusM: number;
  /** A ball round it. */
  readonly centre: Vector;
  readonly reachM: number;
  /** A box round its points. */
  readonly low: Vector;
  readonly high: Vector;
}

/** A convex body at its place in the world. */
export interface PlacedConvex {
  readonly convex: Convex;
  readonly axes: readonly [Vector, Vector, Vector];
  readonly origin: Vector;
  readonly centre: Vector;
}

/** Round shapes have so many sides, drawn outside of the circle: never smaller than what they stand for, and exact where an axis meets them. */
const SIDES = 12;
const OUTSIDE = 1 / Math.cos(Math.PI / SIDES);

export function convexOf(points: readonly Vector[], radiusM: number): Convex {
  let low = points[0] ?? ([0, 0, 0] as Vector);
  let high = low;
  for (const [x, y, z] of points) {
    low = [Math.min(low[0], x), Math.min(low[1], y), Math.min(low[2], z)];
    high = [Math.max(high[0], x), Math.max(high[1], y), Math.max(high[2], z)];
  }
  const centre = times(plus(low, high), 0.5);
  const reachM = points.reduce((most, point) => Math.max(most, lengthOf(minus(point, centre))), 0) + radiusM;
  return { points, radiusM, centre, reachM, low, high };
}

/** The convex bodies that stand for a part, in the frame of its link. A mesh is its box: nothing of it sticks out. */
export function convexesOf({ shape, at }: Part): Convex[] {
  return outlines(shape).map((outline) => inFrame(outline, at));
}

/** As it is seen from a frame in which its own stands like this. */
export const inFrame = ({ points, radiusM }: Pick<Convex, 'points' | 'radiusM'>, at: Pose): Convex =>
  convexOf(
    points.map((point) => placePoint(at, point)),
    radiusM,
  );

/** Several in one frame. */
export function allPlaced(convexes: readonly Convex[], pose: Pose): PlacedConvex[] {
  const axes = axesOf(pose);
  const origin: Vector = [pose.x, pose.y, pose.z];
  return convexes.map((convex) => inAxes(convex, axes, origin));
}

export const placed = (convex: Convex, pose: Pose): PlacedConvex => inAxes(convex, axesOf(pose), [pose.x, pose.y, pose.z]);

const inAxes = (convex: Convex, axes: PlacedConvex['axes'], origin: Vector): PlacedConvex => ({
  convex,
  axes,
  origin,
  centre: toWorld(axes, origin, convex.centre),
});

/** From the box round it to a point: never more than from the body itself. Asked for every pair of pieces: nothing is made for it. */
export function leastFromM({ convex: { low, high, radiusM }, axes, origin }: PlacedConvex, point: Vector): number {
  const x = point[0] - origin[0];
  const y = point[1] - origin[1];
  const z = point[2] - origin[2];
  const outsideX = outsideM(axes[0], x, y, z, low[0], high[0]);
  const outsideY = outsideM(axes[1], x, y, z, low[1], high[1]);
  const outsideZ = outsideM(axes[2], x, y, z, low[2], high[2]);
  return Math.sqrt(outsideX * outsideX + outsideY * outsideY + outsideZ * outsideZ) - radiusM;
}

/** How far a point is out of a stretch of an axis. */
function outsideM(along: Vector, x: number, y: number, z: number, lowM: number, highM: number): number {
  const at = along[0] * x + along[1] * y + along[2] * z;
  return Math.max(lowM - at, at - highM, 0);
}

/** The point of its hull that lies farthest along a direction, without the radius. */
export function support({ convex, axes, origin }: PlacedConvex, along: Vector): Vector {
  const { points } = convex;
  const x = dot(axes[0], along);
  const y = dot(axes[1], along);
  const z = dot(axes[2], along);
  let best = points[0] ?? ([0, 0, 0] as Vector);
  let most = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < points.length; index++) {
    const point = points[index] as Vector;
    const far = point[0] * x + point[1] * y + point[2] * z;
    if (far <= most) continue;
    most = far;
    best = point;
  }
  return toWorld(axes, origin, best);
}

export function toWorld([x, y, z]: PlacedConvex['axes'], origin: Vector, [px, py, pz]: Vector): Vector {
  return [
    origin[0] + x[0] * px + y[0] * py + z[0] * pz,
    origin[1] + x[1] * px + y[1] * py + z[1] * pz,
    origin[2] + x[2] * px + y[2] * py + z[2] * pz,
  ];
}

export function placePoint(at: Pose, [x, y, z]: Vector): Vector {
  const { qx, qy, qz, qw } = at;
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  return [at.x + (x + qw * tx + qy * tz - qz * ty), at.y + (y + qw * ty + qz * tx - qx * tz), at.z + (z + qw * tz + qx * ty - qy * tx)];
}

interface Outline {
  readonly points: readonly Vector[];
  readonly radiusM: number;
}

function outlines(shape: Shape): Outline[] {
  switch (shape.kind) {
    case 'box': {
      const [x, y, z] = times(shape.sizeM, 0.5);
      return [hull(corners([-x, -y, -z], [x, y, z]))];
    }
    case 'mesh':
      return [hull(corners(shape.lowM, shape.highM))];
    case 'sphere':
      return [{ points: [[0, 0, 0]], radiusM: shape.radiusM }];
    case 'cylinder':
      return [hull([...circle(shape.radiusM, 0), ...circle(shape.radiusM, shape.heightM)])];
    case 'lathe':
      return [hull(shape.profile.flatMap(([radiusM, z]) => circle(radiusM, z)))];
    case 'plate': {
      const half = shape.thicknessM / 2;
      const ends = [-half, half].flatMap((z) => [
        ...circle(shape.fromRadiusM, z),
        ...circle(shape.toRadiusM, z).map(([x, y]): Vector => [x + shape.lengthM, y, z]),
      ]);
      return [hull(ends)];
    }
    case 'extrusion':
      return [hull([0, shape.heightM].flatMap((z) => shape.outline.map(([x, y]): Vector => [x, y, z])))];
    case 'tube':
      return shape.points.slice(1).map((to, index): Outline => ({ points: [shape.points[index] ?? to, to], radiusM: shape.radiusM }));
  }
}

const hull = (points: readonly Vector[]): Outline => ({ points, radiusM: 0 });

export const corners = (low: Vector, high: Vector): Vector[] =>
  [low[0], high[0]].flatMap((x) => [low[1], high[1]].flatMap((y) => [low[2], high[2]].map((z): Vector => [x, y, z])));

function circle(radiusM: number, z: number): Vector[] {
  if (radiusM === 0) return [[0, 0, z]];
  return Array.from({ length: SIDES }, (_, side): Vector => {
    const angle = ((side + 0.5) * 2 * Math.PI) / SIDES;
    return [radiusM * OUTSIDE * Math.cos(angle), radiusM * OUTSIDE * Math.sin(angle), z];
  });
}
