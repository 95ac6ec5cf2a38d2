import { ColliderDesc } from '@dimforge/rapier3d-simd-compat';
import { type Convex, turnTo, type Vector } from '../core/physics/physics.ts';

/** Nothing is thinner: a flat hull has no inside. */
const THINNEST_M = 0.0005;

const known = new WeakMap<Convex, ColliderDesc>();

/** The engine's shape of a convex body, in the frame of its link: made once, for whoever takes part does so again and again, with all its pieces. */
export function colliderOf(convex: Convex): ColliderDesc {
  const collider = known.get(convex) ?? kept(made(convex));
  known.set(convex, collider);
  return collider;
}

/** The engine asks for its own form of a shape with each body, and lets go of it then. To seek a hull takes five times as long as all else; it goes when nobody has its points any more. */
function kept(collider: ColliderDesc): ColliderDesc {
  const raw = collider.shape.intoRaw();
  raw.free = () => {};
  collider.shape.intoRaw = () => raw;
  return collider;
}

function made(convex: Convex): ColliderDesc {
  const [first = [0, 0, 0], second] = convex.points;
  const { radiusM, low, high } = convex;
  if (convex.points.length === 1) return ColliderDesc.ball(Math.max(radiusM, THINNEST_M)).setTranslation(...first);
  if (convex.points.length === 2 && second) return capsule(first, second, Math.max(radiusM, THINNEST_M));
  if (radiusM === 0 && convex.points.length === 8 && convex.points.every((point) => isCorner(point, low, high))) return cuboid(low, high);
  const points = new Float32Array(convex.points.flat());
  return (radiusM === 0 ? ColliderDesc.convexHull(points) : ColliderDesc.roundConvexHull(points, radiusM)) ?? cuboid(low, high);
}

function cuboid(low: Vector, high: Vector): ColliderDesc {
  const half = (axis: 0 | 1 | 2) => Math.max(THINNEST_M, (high[axis] - low[axis]) / 2);
  const middle = (axis: 0 | 1 | 2) => (high[axis] + low[axis]) / 2;
  return ColliderDesc.cuboid(half(0), half(1), half(2)).setTranslation(middle(0), middle(1), middle(2));
}

/** The engine's capsules stand along y. */
function capsule(from: Vector, to: Vector, radiusM: number): ColliderDesc {
  const along: Vector = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const { qx, qy, qz, qw } = turnTo([0, 1, 0], along);
  const lengthM = Math.sqrt(along[0] ** 2 + along[1] ** 2 + along[2] ** 2);
  return ColliderDesc.capsule(lengthM / 2, radiusM)
    .setTranslation((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2)
    .setRotation({ x: qx, y: qy, z: qz, w: qw });
}

const isCorner = (point: Vector, low: Vector, high: Vector): boolean =>
  point.every((value, axis) => Math.abs(value - (low[axis] ?? 0)) < 1e-9 || Math.abs(value - (high[axis] ?? 0)) < 1e-9);
