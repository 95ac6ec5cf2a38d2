import { sha256 } from '../core/base/sha-256.ts';
import { boundsOf, encodeMesh, type Mesh } from '../core/geometry/mesh.ts';
import type { Paint, Part, Shape } from '../core/geometry/shape.ts';
import { readCollada } from './collada.ts';
import { readGltf } from './gltf.ts';
import { type ImportProblem, refusal } from './import-error.ts';
import { MOST_PIECES } from './limits.ts';
import type { Matrix } from './matrix.ts';
import { readObj } from './obj.ts';
import { Budget, type Colour, type Geometry, joined, type Piece, transformed } from './pieces.ts';
import type { SourceFolder } from './source-folder.ts';
import { readStl } from './stl.ts';
import { readVrml } from './vrml.ts';

const FARTHEST_M = 1000;

type Reader = (file: string, bytes: Uint8Array, budget: Budget, folder: SourceFolder) => Geometry;

const readers: Readonly<Record<string, Reader>> = {
  stl: readStl,
  obj: (file, bytes, budget, folder) => readObj(file, bytes, budget, (reference) => companion(folder, file, reference)),
  gltf: (file, bytes, budget, folder) => readGltf(file, bytes, budget, (reference) => companion(folder, file, reference)?.bytes),
  glb: (file, bytes, budget, folder) => readGltf(file, bytes, budget, (reference) => companion(folder, file, reference)?.bytes),
  dae: readCollada,
  wrl: readVrml,
  vrml: readVrml,
  wrz: readVrml,
};

function companion(folder: SourceFolder, file: string, reference: string): { file: string; bytes: Uint8Array } | undefined {
  const path = folder.find(file, reference);
  return path === undefined ? undefined : { file: path, bytes: folder.read(path) };
}

/** By its ending, without that of gzip. */
export const formatOf = (path: string): string => /\.([a-z0-9]+)(?:\.gz)?$/i.exec(path)?.[1]?.toLowerCase() ?? '';

export const isGeometry = (path: string): boolean => readers[formatOf(path)] !== undefined;

/** Reads the meshes of one import, and keeps them by hash: what several links show is there once. */
export class Meshes {
  readonly problems: ImportProblem[] = [];
  readonly encoded = new Map<string, Uint8Array>();
  readonly #folder: SourceFolder;
  readonly #budget = new Budget();
  readonly #shown = new Budget();
  readonly #read = new Map<string, Geometry>();
  readonly #shapes = new Map<Mesh, Map<string, Shape>>();

  constructor(folder: SourceFolder) {
    this.#folder = folder;
  }

  geometry(path: string): Geometry {
    const known = this.#read.get(path);
    if (known) return known;
    const reader = readers[formatOf(path)];
    if (!reader) throw refusal(path, `is of no format that is known: ${Object.keys(readers).join(', ')}`);
    const raw = reader(path, this.#folder.read(path), this.#budget, this.#folder);
    const pieces = raw.pieces.filter(({ mesh }) => mesh.indices.length > 0);
    if (pieces.length === 0)
      throw refusal(path, `has no surface that could be shown${raw.notes?.length ? `: ${raw.notes.join('; ')}` : ''}`);
    for (const message of raw.notes ?? []) this.problems.push({ file: path, message });
    const geometry = { ...raw, pieces: pieces.length > MOST_PIECES ? [joined(pieces)] : pieces };
    this.#read.set(path, geometry);
    return geometry;
  }

  /** The piece as a part, its vertices changed by the matrix; `paint` is for what has no colour of its own. */
  part(file: string, { mesh, colour }: Piece, matrix: Matrix, paint: Paint): Pick<Part, 'shape' | 'paint'> {
    const byMatrix = this.#shapes.get(mesh) ?? new Map<string, Shape>();
    this.#shapes.set(mesh, byMatrix);
    const key = matrix.join();
    const shape = byMatrix.get(key) ?? this.#made(file, mesh, matrix);
    byMatrix.set(key, shape);
    return { shape, paint: colour ? paintOf(colour) : paint };
  }

  /** One file, shown in a thousand sizes, is a thousand meshes. */
  #made(file: string, mesh: Mesh, matrix: Matrix): Shape {
    this.#shown.spend(file, Math.ceil(Math.max(mesh.indices.length / 3, mesh.positions.length / 9)));
    return this.#kept(file, transformed(file, mesh, matrix));
  }

  #kept(file: string, mesh: Mesh): Shape {
    const bounds = boundsOf(mesh);
    if (!bounds) throw refusal(file, 'has no vertex');
    const farthest = Math.max(...[...bounds.low, ...bounds.high].map(Math.abs));
    if (!(farthest <= FARTHEST_M)) {
      throw refusal(file, `reaches ${farthest.toPrecision(3)} m from its origin, more than ${FARTHEST_M} m: choose a smaller unit`);
    }
    const bytes = encodeMesh(mesh);
    const hash = sha256(bytes);
    this.encoded.set(hash, bytes);
    return { kind: 'mesh', mesh: hash, lowM: bounds.low, highM: bounds.high, triangles: mesh.indices.length / 3 };
  }
}

export const paintOf = (colour: Colour): Paint => `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
