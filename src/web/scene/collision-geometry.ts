import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import { ConvexHull, type Face } from 'three/addons/math/ConvexHull.js';
import { type Convex, collisionBodyOf, placed } from '../../core/physics/physics.ts';
import type { Model } from '../../core/robots/model.ts';
import type { Chain } from './chain.ts';

/** Faces that meet at less than this are one rounded surface: no line is drawn between them. */
const CREASE_RAD = 0.3;
const ROUND_SIDES = 12;

/**
 * The convex bodies that stand for each body of a chain, as triangles in its frame; undefined where nothing can touch it.
 * Attribute `rim`: how far each side of the triangle is away, from 0 on it to 1; a side that is no edge of the hull is always 1 away.
 */
export function collisionGeometries(model: Model, chain: Chain): (BufferGeometry | undefined)[] {
  const { links, isSolid } = collisionBodyOf(model);
  return chain.bodies.map((_, body) => {
    const hulls = links.flatMap(({ convexes }, link) => {
      const inBody = chain.linkInBody[link];
      if (!isSolid || inBody === undefined || chain.linkBody[link] !== body) return [];
      return convexes.map((convex) => hullOf(convex, placed(convex, inBody)));
    });
    return hulls.length === 0 ? undefined : geometryOf(hulls);
  });
}

type Placed = ReturnType<typeof placed>;

function hullOf({ points, radiusM }: Convex, { axes: [x, y, z], origin }: Placed): ConvexHull {
  const offsets = radiusM === 0 ? [[0, 0, 0] as const] : ballOffsets(radiusM);
  const corners = points.flatMap((point) =>
    offsets.map((offset) => {
      const [a, b, c] = [point[0] + offset[0], point[1] + offset[1], point[2] + offset[2]];
      return new Vector3(
        origin[0] + x[0] * a + y[0] * b + z[0] * c,
        origin[1] + x[1] * a + y[1] * b + z[1] * c,
        origin[2] + x[2] * a + y[2] * b + z[2] * c,
      );
    }),
  );
  return new ConvexHull().setFromPoints(corners);
}

/** Points all over a ball, as a globe has them. */
function ballOffsets(radiusM: number): (readonly [number, number, number])[] {
  const rings = ROUND_SIDES / 2;
  const offsets: (readonly [number, number, number])[] = [
    [0, 0, radiusM],
    [0, 0, -radiusM],
  ];
  for (let ring = 1; ring < rings; ring++) {
    const polar = (ring * Math.PI) / rings;
    for (let side = 0; side < ROUND_SIDES; side++) {
      const around = (side * 2 * Math.PI) / ROUND_SIDES;
      offsets.push([radiusM * Math.sin(polar) * Math.cos(around), radiusM * Math.sin(polar) * Math.sin(around), radiusM * Math.cos(polar)]);
    }
  }
  return offsets;
}

function geometryOf(hulls: readonly ConvexHull[]): BufferGeometry {
  const positions: number[] = [];
  const rims: number[] = [];
  for (const { faces } of hulls) for (const face of faces) addFace(face, positions, rims);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setAttribute('rim', new BufferAttribute(Float32Array.from(rims), 3));
  return geometry;
}

function addFace(face: Face, positions: number[], rims: number[]): void {
  const edges = [face.getEdge(0), face.getEdge(1), face.getEdge(2)];
  // The side across from the head of edge i is edge i + 2.
  const isCrease = edges.map((_, i) => {
    const across = edges[(i + 2) % 3];
    return across !== undefined && across.face.normal.angleTo(across.twin.face.normal) > CREASE_RAD;
  });
  edges.forEach((edge, corner) => {
    const { x, y, z } = edge.head().point;
    positions.push(x, y, z);
    rims.push(...isCrease.map((crease, side) => (!crease || side === corner ? 1 : 0)));
  });
}
