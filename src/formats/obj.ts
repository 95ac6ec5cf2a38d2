import { MOST_BODY_TRIANGLES, MOST_SOLIDS } from './limits.ts';
import { type Budget, type Colour, type Geometry, larger, type Piece, PieceBuilder } from './pieces.ts';
import { Scanner } from './scanner.ts';
import { textOf } from './source-folder.ts';

/** Reads the file that an OBJ names as its library of materials; undefined when it is not there. */
export type MaterialLibrary = (reference: string) => { readonly file: string; readonly bytes: Uint8Array } | undefined;

const MOST_LINES = 4_000_000;
const MOST_CORNERS = 1000;
const MOST_LIBRARIES = 20;

export function readObj(file: string, bytes: Uint8Array, budget: Budget, library: MaterialLibrary): Geometry {
  return new ObjReader(new Scanner(file, textOf(file, bytes)), budget, library).read();
}

class ObjReader {
  readonly #scanner: Scanner;
  readonly #budget: Budget;
  readonly #library: MaterialLibrary;
  #places = new Float32Array(3072);
  #placed = 0;
  readonly #colours = new Map<string, Colour>();
  readonly #notes: string[] = [];
  readonly #libraries = new Set<string>();
  /** By object and material: what one paint covers is one piece. */
  readonly #pieces = new Map<string, { builder: PieceBuilder; vertices: Map<number, number>; name: string; material: string }>();
  #object = '';
  #material = '';

  constructor(scanner: Scanner, budget: Budget, library: MaterialLibrary) {
    this.#scanner = scanner;
    this.#budget = budget;
    this.#library = library;
  }

  read(): Geometry {
    let lines = 0;
    do {
      if (++lines > MOST_LINES) throw this.#scanner.refuse(`has more than ${MOST_LINES} lines`);
      this.#line(this.#scanner.wordOfLine());
    } while (this.#scanner.nextLine());
    const pieces = [...this.#pieces.values()].map(({ builder, name, material }): Piece => {
      const colour = this.#colours.get(material);
      return { name, mesh: builder.finish(), ...(colour && { colour }) };
    });
    return { pieces, notes: this.#notes };
  }

  #line(word: string): void {
    const scanner = this.#scanner;
    switch (word) {
      case 'v':
        this.#vertex();
        break;
      case 'f':
        this.#face();
        break;
      case 'o':
      case 'g':
        this.#object = scanner.restOfLine().slice(0, 80);
        break;
      case 'usemtl':
        this.#material = scanner.restOfLine();
        break;
      case 'mtllib':
        this.#materials(scanner.restOfLine());
        break;
      // Normals, texture coordinates, smoothing, points, lines: nothing to show here.
      default:
        if (word !== '' && !/^[a-zA-Z#_]/.test(word)) throw scanner.refuse(`"${word.slice(0, 40)}" has no meaning in an OBJ`);
    }
  }

  #vertex(): void {
    if (this.#placed >= 9 * MOST_BODY_TRIANGLES) throw this.#scanner.refuse(`has more than ${3 * MOST_BODY_TRIANGLES} vertices`);
    if (this.#placed + 3 > this.#places.length) this.#places = larger(this.#places, (length) => new Float32Array(length));
    for (let i = 0; i < 3; i++) this.#places[this.#placed++] = this.#scanner.numberFrom(this.#scanner.wordOfLine());
  }

  #face(): void {
    const scanner = this.#scanner;
    const piece = this.#piece();
    const count = this.#placed / 3;
    const corners: number[] = [];
    for (let word = scanner.wordOfLine(); word !== ''; word = scanner.wordOfLine()) {
      const slash = word.indexOf('/');
      const given = scanner.numberFrom(slash < 0 ? word : word.slice(0, slash));
      // Counted from 1, or backwards from the newest.
      const index = given < 0 ? count + given : given - 1;
      if (!Number.isInteger(index) || index < 0 || index >= count) throw scanner.refuse(`corner ${given}; there are ${count} vertices`);
      if (corners.length >= MOST_CORNERS) throw scanner.refuse(`a face of more than ${MOST_CORNERS} corners`);
      let vertex = piece.vertices.get(index);
      if (vertex === undefined) {
        const at = 3 * index;
        vertex = piece.builder.vertex(this.#places[at] ?? 0, this.#places[at + 1] ?? 0, this.#places[at + 2] ?? 0);
        piece.vertices.set(index, vertex);
      }
      corners.push(vertex);
    }
    if (corners.length < 3) throw scanner.refuse(`a face of ${corners.length} corners`);
    piece.builder.polygon(corners);
  }

  #piece() {
    const key = `${this.#object}\n${this.#material}`;
    let piece = this.#pieces.get(key);
    if (!piece) {
      if (this.#pieces.size >= MOST_SOLIDS) throw this.#scanner.refuse(`has more than ${MOST_SOLIDS} groups of faces`);
      const builder = new PieceBuilder(this.#scanner.file, this.#budget);
      piece = { builder, vertices: new Map(), name: this.#object, material: this.#material };
      this.#pieces.set(key, piece);
    }
    return piece;
  }

  #materials(reference: string): void {
    if (this.#libraries.has(reference) || this.#libraries.size >= MOST_LIBRARIES) return;
    this.#libraries.add(reference);
    const found = this.#library(reference);
    if (!found) {
      this.#notes.push(`its materials "${reference.slice(0, 80)}" are missing: it is shown without its colours`);
      return;
    }
    const scanner = new Scanner(found.file, textOf(found.file, found.bytes));
    let material = '';
    do {
      const word = scanner.wordOfLine();
      if (word === 'newmtl') material = scanner.restOfLine();
      if (word !== 'Kd') continue;
      const first = scanner.wordOfLine();
      if (first === 'spectral' || first === 'xyz') continue;
      const [red, green, blue] = [
        scanner.numberFrom(first),
        scanner.numberFrom(scanner.wordOfLine()),
        scanner.numberFrom(scanner.wordOfLine()),
      ];
      this.#colours.set(material, [channel(red), channel(green), channel(blue)]);
    } while (scanner.nextLine());
  }
}

/** From 0..1 to 0..255. */
export const channel = (value: number): number => Math.round(255 * Math.min(1, Math.max(0, Number.isNaN(value) ? 0 : value)));
