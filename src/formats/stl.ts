import { MOST_MESH_TRIANGLES } from '../core/geometry/mesh.ts';
import { refusal } from './import-error.ts';
import { MOST_SOLIDS } from './limits.ts';
import { type Budget, type Colour, type Geometry, type Piece, PieceBuilder } from './pieces.ts';
import { Scanner } from './scanner.ts';
import { textOf } from './source-folder.ts';

const HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;

/** Binary or text. That it begins with "solid" says nothing: many binary ones do. */
export function readStl(file: string, bytes: Uint8Array, budget: Budget): Geometry {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const declared = bytes.length >= HEADER_BYTES ? view.getUint32(80, true) : -1;
  // Some begin with the mark of UTF-8.
  const isText = String.fromCharCode(...bytes.subarray(0, 80))
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase()
    .startsWith('solid');
  if (declared >= 0 && (bytes.length === HEADER_BYTES + TRIANGLE_BYTES * declared || !isText)) {
    return { pieces: [{ name: '', ...readBinary(file, view, declared, budget) }], up: 'z' };
  }
  if (!isText) throw refusal(file, `is no STL: ${bytes.length} bytes, and it does not begin with "solid"`);
  return { pieces: readText(new Scanner(file, textOf(file, bytes)), budget), up: 'z' };
}

function readBinary(file: string, view: DataView, triangles: number, budget: Budget): Pick<Piece, 'mesh' | 'colour'> {
  if (triangles > MOST_MESH_TRIANGLES) throw refusal(file, `has ${triangles} triangles; at most ${MOST_MESH_TRIANGLES} are allowed`);
  const length = HEADER_BYTES + TRIANGLE_BYTES * triangles;
  if (view.byteLength < length)
    throw refusal(file, `was cut short: ${triangles} triangles take ${length} bytes, it has ${view.byteLength}`);
  const builder = new WeldingBuilder(file, budget);
  for (let at = HEADER_BYTES; at < length; at += TRIANGLE_BYTES) {
    const corner = (offset: number) =>
      builder.corner(view.getFloat32(at + offset, true), view.getFloat32(at + offset + 4, true), view.getFloat32(at + offset + 8, true));
    builder.triangle(corner(12), corner(24), corner(36));
  }
  const colour = headerColour(view);
  return { mesh: builder.finish(), ...(colour && { colour }) };
}

/** Materialise Magics writes "COLOR=" and four bytes into the header. */
function headerColour(view: DataView): Colour | undefined {
  for (let at = 0; at + 10 <= 80; at++) {
    if ([...'COLOR='].every((letter, i) => view.getUint8(at + i) === letter.charCodeAt(0))) {
      return [view.getUint8(at + 6), view.getUint8(at + 7), view.getUint8(at + 8)];
    }
  }
  return undefined;
}

function readText(scanner: Scanner, budget: Budget): Piece[] {
  const pieces: Piece[] = [];
  for (let word = scanner.word(); word !== ''; word = scanner.word()) {
    if (word.toLowerCase() !== 'solid') throw scanner.refuse(`"${word.slice(0, 40)}" where "solid" should be`);
    const name = scanner.restOfLine().slice(0, 80);
    scanner.nextLine();
    if (pieces.length >= MOST_SOLIDS) throw scanner.refuse(`has more than ${MOST_SOLIDS} solids`);
    pieces.push({ name, mesh: readSolid(scanner, budget) });
  }
  return pieces;
}

function readSolid(scanner: Scanner, budget: Budget): Piece['mesh'] {
  const builder = new WeldingBuilder(scanner.file, budget);
  const corners: number[] = [];
  for (;;) {
    const word = scanner.word().toLowerCase();
    if (word === 'vertex') {
      corners.push(builder.corner(scanner.number(), scanner.number(), scanner.number()));
      if (corners.length > 3) throw scanner.refuse('a facet of more than three corners');
    } else if (word === 'endloop') {
      const [a, b, c] = corners;
      if (a === undefined || b === undefined || c === undefined) throw scanner.refuse(`a facet of ${corners.length} corners`);
      builder.triangle(a, b, c);
      corners.length = 0;
    } else if (word === 'normal') {
      // Not always right, and not needed: which side is outside follows from the order of the corners.
      for (let i = 0; i < 3; i++) scanner.word();
    } else if (word === 'endsolid') {
      scanner.nextLine();
      return builder.finish();
    } else if (word !== 'facet' && word !== 'outer' && word !== 'loop' && word !== 'endfacet') {
      throw scanner.refuse(word === '' ? 'ends before "endsolid"' : `"${word.slice(0, 40)}" has no meaning here`);
    }
  }
}

const bits = new DataView(new ArrayBuffer(4));

/** STL says each corner again for every triangle: those in one place become one vertex. */
class WeldingBuilder {
  readonly #builder: PieceBuilder;
  #slots = new Int32Array(64).fill(-1);
  #places: number[] = [];

  constructor(file: string, budget: Budget) {
    this.#builder = new PieceBuilder(file, budget);
  }

  corner(x: number, y: number, z: number): number {
    const [fx, fy, fz] = [Math.fround(x), Math.fround(y), Math.fround(z)];
    if (this.#builder.vertices * 2 > this.#slots.length) this.#grow();
    let slot = hash(fx, fy, fz) & (this.#slots.length - 1);
    for (let found = this.#slots[slot] ?? -1; found >= 0; found = this.#slots[slot] ?? -1) {
      if (this.#places[3 * found] === fx && this.#places[3 * found + 1] === fy && this.#places[3 * found + 2] === fz) return found;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    const vertex = this.#builder.vertex(fx, fy, fz);
    this.#places.push(fx, fy, fz);
    this.#slots[slot] = vertex;
    return vertex;
  }

  /** One without area shows nothing. */
  triangle(a: number, b: number, c: number): void {
    if (a !== b && b !== c && a !== c) this.#builder.triangle(a, b, c);
  }

  finish(): Piece['mesh'] {
    const mesh = this.#builder.finish();
    this.#places = [];
    return mesh;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 4).fill(-1);
    for (let vertex = 0; vertex < this.#builder.vertices; vertex++) {
      const [x, y, z] = [this.#places[3 * vertex] ?? 0, this.#places[3 * vertex + 1] ?? 0, this.#places[3 * vertex + 2] ?? 0];
      let slot = hash(x, y, z) & (slots.length - 1);
      while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = vertex;
    }
    this.#slots = slots;
  }
}

function hash(x: number, y: number, z: number): number {
  let mixed = 0;
  for (const value of [x, y, z]) {
    bits.setFloat32(0, value + 0);
    mixed = Math.imul(mixed ^ bits.getInt32(0), 0x85ebca6b);
    mixed ^= mixed >>> 15;
  }
  return mixed >>> 0;
}
