import type { BufferGeometry } from 'three';
import type { Pose } from '../../core/base/pose.ts';

/** Triangles with normals, before they belong to anything. Three numbers a vertex, three indices a triangle. */
export interface Solid {
  readonly positions: readonly number[];
  readonly normals: readonly number[];
  readonly indices: readonly number[];
}

/** Triangles that bring colours of their own. */
export interface PaintedTriangles {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
  /** Linear red, green and blue of each vertex; without them the part's paint covers all of it. */
  readonly colours?: Float32Array;
  /** Where in its picture each vertex lies, two numbers a vertex, from the upper left corner. */
  readonly places?: Float32Array;
}

/** Collects vertices, quads and triangles. */
export class SolidBuilder implements Solid {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly indices: number[] = [];

  vertex(x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
    this.positions.push(x, y, z);
    this.normals.push(nx, ny, nz);
    return this.positions.length / 3 - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.indices.push(a, b, c);
  }

  /** Corners counter-clockwise as seen from outside. */
  quad(a: number, b: number, c: number, d: number): void {
    this.indices.push(a, b, c, a, c, d);
  }

  add(solid: Solid): void {
    const offset = this.positions.length / 3;
    for (const value of solid.positions) this.positions.push(value);
    for (const value of solid.normals) this.normals.push(value);
    for (const index of solid.indices) this.indices.push(index + offset);
  }
}

/** Takes over what three has made, indexed or not. */
export function solidFrom(geometry: BufferGeometry): Solid {
  const position = geometry.getAttribute('position');
  const normal = geometry.getAttribute('normal');
  const solid = new SolidBuilder();
  for (let i = 0; i < position.count; i++) {
    solid.vertex(position.getX(i), position.getY(i), position.getZ(i), normal.getX(i), normal.getY(i), normal.getZ(i));
  }
  const index = geometry.getIndex();
  const corners = index?.count ?? position.count;
  for (let i = 0; i < corners; i++) solid.indices.push(index?.getX(i) ?? i);
  geometry.dispose();
  return solid;
}

/** The same solid, standing at `at`. */
export function placed(solid: Solid, at: Pose): Solid {
  const out = { positions: [...solid.positions], normals: [...solid.normals] };
  place(out, at);
  return { ...out, indices: solid.indices };
}

/** The same for a mesh, whose numbers are too many for lists. */
export function placedTriangles(solid: Solid | PaintedTriangles, at: Pose): PaintedTriangles {
  const out = { positions: Float32Array.from(solid.positions), normals: Float32Array.from(solid.normals) };
  place(out, at);
  return {
    ...out,
    indices: solid.indices instanceof Uint32Array ? solid.indices : Uint32Array.from(solid.indices),
    ...('colours' in solid && solid.colours && { colours: solid.colours }),
    ...('places' in solid && solid.places && { places: solid.places }),
  };
}

interface Placing {
  readonly positions: Numbers;
  readonly normals: Numbers;
}

type Numbers = number[] | Float32Array;

function place({ positions, normals }: Placing, at: Pose): void {
  const turn = rotationOf(at);
  transform(positions, turn, at.x, at.y, at.z);
  transform(normals, turn, 0, 0, 0);
}

function transform(
  values: Numbers,
  [r00, r01, r02, r10, r11, r12, r20, r21, r22]: ReturnType<typeof rotationOf>,
  x: number,
  y: number,
  z: number,
): void {
  for (let i = 0; i + 2 < values.length; i += 3) {
    const a = values[i] ?? 0;
    const b = values[i + 1] ?? 0;
    const c = values[i + 2] ?? 0;
    values[i] = x + r00 * a + r01 * b + r02 * c;
    values[i + 1] = y + r10 * a + r11 * b + r12 * c;
    values[i + 2] = z + r20 * a + r21 * b + r22 * c;
  }
}

/** Row by row. */
export function rotationOf({ qx, qy, qz, qw }: Pose): [number, number, number, number, number, number, number, number, number] {
  return [
    1 - 2 * (qy * qy + qz * qz),
    2 * (qx * qy - qz * qw),
    2 * (qx * qz + qy * qw),
    2 * (qx * qy + qz * qw),
    1 - 2 * (qx * qx + qz * qz),
    2 * (qy * qz - qx * qw),
    2 * (qx * qz - qy * qw),
    2 * (qy * qz + qx * qw),
    1 - 2 * (qx * qx + qy * qy),
  ];
}
