import { type Mesh, MOST_MESH_TRIANGLES, MOST_MESH_VERTICES } from '../core/geometry/mesh.ts';
import { refusal } from './import-error.ts';
import { FARTHEST_UNITS, MOST_BODY_TRIANGLES } from './limits.ts';
import { applied, determinant, type Matrix } from './matrix.ts';
import { type EarAllowance, trianglesOf } from './polygon.ts';

/** Red, green and blue, 0 to 255, as shown on a screen. */
export type Colour = readonly [red: number, green: number, blue: number];

/** One mesh of a file, in the units and axes of the file. */
export interface Piece {
  readonly name: string;
  readonly mesh: Mesh;
  /** Of all of it, if it has one and the mesh has none of its own. */
  readonly colour?: Colour | undefined;
}

/** What a file of geometry says. */
export interface Geometry {
  readonly pieces: readonly Piece[];
  /** How long its unit is, if the format or the file says so. */
  readonly unitM?: number | undefined;
  /** Which axis points up, if the format or the file says so. */
  readonly up?: 'x' | 'y' | 'z' | undefined;
  /** What it could not show. */
  readonly notes?: readonly string[] | undefined;
}

/** Counts the triangles of all files of one import. */
export class Budget {
  /** Well under a second of it. */
  readonly ears: EarAllowance = { left: 30_000_000 };
  #triangles = 0;
  #vertices = 0;

  vertex(file: string): void {
    if (++this.#vertices > 3 * MOST_BODY_TRIANGLES)
      throw refusal(file, `with it the body has more than ${3 * MOST_BODY_TRIANGLES} vertices`);
  }

  spend(file: string, triangles: number): void {
    this.#triangles += triangles;
    if (this.#triangles > MOST_BODY_TRIANGLES) throw refusal(file, `with it the body has more than ${MOST_BODY_TRIANGLES} triangles`);
  }
}

/** Collects the triangles of one piece. Refuses numbers that are none, and too many of them, while they come. */
export class PieceBuilder {
  readonly #file: string;
  readonly #budget: Budget;
  #positions = new Float32Array(48);
  #indices = new Uint32Array(48);
  #colours: Uint8Array | undefined;
  #vertices = 0;
  #triangles = 0;

  constructor(file: string, budget: Budget) {
    this.#file = file;
    this.#budget = budget;
  }

  get vertices(): number {
    return this.#vertices;
  }

  get triangles(): number {
    return this.#triangles;
  }

  /** Its index. */
  vertex(x: number, y: number, z: number, colour?: Colour): number {
    if (!(Math.abs(x) <= FARTHEST_UNITS && Math.abs(y) <= FARTHEST_UNITS && Math.abs(z) <= FARTHEST_UNITS)) {
      throw refusal(this.#file, `vertex ${this.#vertices + 1} is at ${x}, ${y}, ${z}: no place within ${FARTHEST_UNITS} units`);
    }
    if (this.#vertices >= MOST_MESH_VERTICES) throw refusal(this.#file, `has a mesh of more than ${MOST_MESH_VERTICES} vertices`);
    this.#budget.vertex(this.#file);
    const at = 3 * this.#vertices;
    if (at + 3 > this.#positions.length) this.#positions = larger(this.#positions, (length) => new Float32Array(length));
    this.#positions[at] = x;
    this.#positions[at + 1] = y;
    this.#positions[at + 2] = z;
    if (colour) this.#paint(at, colour);
    return this.#vertices++;
  }

  triangle(a: number, b: number, c: number): void {
    if (!(a >= 0 && a < this.#vertices && b >= 0 && b < this.#vertices && c >= 0 && c < this.#vertices)) {
      throw refusal(this.#file, `triangle ${this.#triangles + 1} has corners ${a}, ${b}, ${c}; there are ${this.#vertices} vertices`);
    }
    if (this.#triangles >= MOST_MESH_TRIANGLES) throw refusal(this.#file, `has a mesh of more than ${MOST_MESH_TRIANGLES} triangles`);
    this.#budget.spend(this.#file, 1);
    const at = 3 * this.#triangles++;
    if (at + 3 > this.#indices.length) this.#indices = larger(this.#indices, (length) => new Uint32Array(length));
    this.#indices[at] = a;
    this.#indices[at + 1] = b;
    this.#indices[at + 2] = c;
  }

  /** A face of any number of corners. */
  polygon(corners: readonly number[]): void {
    if (corners.length <= 3) {
      this.fan(corners);
      return;
    }
    const places = new Float32Array(3 * corners.length);
    for (const [i, corner] of corners.entries()) places.set(this.#positions.subarray(3 * corner, 3 * corner + 3), 3 * i);
    const triangles = trianglesOf(places, this.#budget.ears);
    for (let i = 0; i + 2 < triangles.length; i += 3) {
      this.triangle(corners[triangles[i] ?? -1] ?? -1, corners[triangles[i + 1] ?? -1] ?? -1, corners[triangles[i + 2] ?? -1] ?? -1);
    }
  }

  /** Triangles about the first corner. */
  fan(corners: readonly number[]): void {
    for (let i = 2; i < corners.length; i++) this.triangle(corners[0] ?? -1, corners[i - 1] ?? -1, corners[i] ?? -1);
  }

  finish(): Mesh {
    return {
      positions: this.#positions.slice(0, 3 * this.#vertices),
      indices: this.#indices.slice(0, 3 * this.#triangles),
      ...(this.#colours && { colours: this.#colours.slice(0, 3 * this.#vertices) }),
    };
  }

  #paint(at: number, colour: Colour): void {
    if (!this.#colours) {
      // What came before had no colour of its own.
      this.#colours = new Uint8Array(this.#positions.length).fill(UNCOLOURED[0]);
    }
    if (this.#colours.length < this.#positions.length) {
      const grown = new Uint8Array(this.#positions.length).fill(UNCOLOURED[0]);
      grown.set(this.#colours);
      this.#colours = grown;
    }
    this.#colours.set(colour, at);
  }
}

/** A light grey. */
export const UNCOLOURED: Colour = [200, 200, 200];

export function larger<A extends Float32Array | Uint32Array>(array: A, make: (length: number) => A): A {
  const grown = make(2 * array.length);
  grown.set(array);
  return grown;
}

/** Moved, scaled, mirrored: triangles of a mirror are turned round, so that their outside stays outside. */
export function transformed(file: string, mesh: Mesh, matrix: Matrix): Mesh {
  const positions = new Float32Array(mesh.positions.length);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const point = applied(matrix, mesh.positions[i] ?? 0, mesh.positions[i + 1] ?? 0, mesh.positions[i + 2] ?? 0);
    if (!point.every((value) => Math.abs(value) <= FARTHEST_UNITS)) {
      throw refusal(file, `vertex ${i / 3 + 1} is moved to ${point.join(', ')}: no place within ${FARTHEST_UNITS} units`);
    }
    positions.set(point, i);
  }
  if (determinant(matrix) >= 0) return { ...mesh, positions };
  const indices = mesh.indices.slice();
  for (let i = 0; i + 2 < indices.length; i += 3) [indices[i + 1], indices[i + 2]] = [indices[i + 2] ?? 0, indices[i + 1] ?? 0];
  return { ...mesh, positions, indices };
}

/** All as one, with colours if any has one. */
export function joined(pieces: readonly Piece[]): Piece {
  const isColoured = pieces.some(({ mesh, colour }) => mesh.colours || colour);
  const vertices = pieces.reduce((sum, { mesh }) => sum + mesh.positions.length, 0);
  const positions = new Float32Array(vertices);
  const indices = new Uint32Array(pieces.reduce((sum, { mesh }) => sum + mesh.indices.length, 0));
  const colours = isColoured ? new Uint8Array(vertices) : undefined;
  let [at, corner] = [0, 0];
  for (const { mesh, colour } of pieces) {
    positions.set(mesh.positions, at);
    for (const index of mesh.indices) indices[corner++] = index + at / 3;
    if (colours && mesh.colours) colours.set(mesh.colours, at);
    else for (let i = at; colours && i < at + mesh.positions.length; i += 3) colours.set(colour ?? UNCOLOURED, i);
    at += mesh.positions.length;
  }
  return { name: pieces[0]?.name ?? '', mesh: { positions, indices, ...(colours && { colours }) } };
}
