import { type ImportError, refusal } from './import-error.ts';
import { type Budget, PieceBuilder } from './pieces.ts';
import { numbersIn } from './scanner.ts';
import { childOf, childrenOf, type XmlElement } from './xml.ts';

/** What one material covers. */
export interface ColladaPiece {
  readonly builder: PieceBuilder;
  readonly material?: string | undefined;
}

type Elements = ReadonlyMap<string, XmlElement>;

/** The faces of a <mesh>, as many pieces as it has groups of them. */
export function colladaMesh(file: string, mesh: XmlElement, byId: Elements, budget: Budget): ColladaPiece[] {
  const places = new Map<string, readonly number[]>();
  return mesh.children.flatMap((group) => {
    const faces = facesOf[group.name];
    if (!faces) return [];
    const inputs = childrenOf(group, 'input');
    const stride = 1 + Math.max(0, ...inputs.map((input) => wholeNumber(file, input, 'offset')));
    const vertex = inputs.find(({ attributes }) => attributes.semantic === 'VERTEX');
    if (!vertex || stride > 64) return [];
    const source = vertex.attributes.source ?? '';
    const positions = places.get(source) ?? positionsOf(file, vertex, byId);
    places.set(source, positions);
    const piece = new FaceReader(file, positions, new PieceBuilder(file, budget), stride, wholeNumber(file, vertex, 'offset'));
    faces(piece, group);
    return [{ builder: piece.builder, material: group.attributes.material }];
  });
}

function positionsOf(file: string, vertex: XmlElement, byId: Elements): number[] {
  const target = (element: XmlElement | undefined): XmlElement | undefined => byId.get(element?.attributes.source?.replace(/^#/, '') ?? '');
  const vertices = target(vertex);
  const source = target(childrenOf(vertices, 'input').find(({ attributes }) => attributes.semantic === 'POSITION'));
  const array = childOf(source, 'float_array');
  if (!source || !array) throw refusal(file, 'has faces whose vertices have no positions', vertex.place);
  const values = numbersIn(array.text);
  if (!values) throw refusal(file, `the <float_array> "${array.attributes.id ?? ''}" has something that is no number`, array.place);
  const accessor = childOf(childOf(source, 'technique_common'), 'accessor');
  const stride = accessor?.attributes.stride === undefined ? 3 : wholeNumber(file, accessor, 'stride');
  if (stride < 3) throw refusal(file, 'positions of fewer than three numbers', source.place);
  return stride === 3 ? values : values.filter((_, i) => i % stride < 3);
}

function wholeNumber(file: string, element: XmlElement, attribute: string): number {
  const value = Number(element.attributes[attribute] ?? '0');
  if (Number.isInteger(value) && value >= 0 && value < 1e6) return value;
  throw refusal(file, `${attribute}="${(element.attributes[attribute] ?? '').slice(0, 40)}" is no whole number`, element.place);
}

class FaceReader {
  readonly builder: PieceBuilder;
  readonly stride: number;
  readonly #file: string;
  readonly #positions: readonly number[];
  readonly #offset: number;
  readonly #vertices = new Map<number, number>();

  constructor(file: string, positions: readonly number[], builder: PieceBuilder, stride: number, offset: number) {
    this.#file = file;
    this.#positions = positions;
    this.builder = builder;
    this.stride = stride;
    this.#offset = offset;
  }

  /** The corners that one <p> or <vcount> lists. */
  numbers(element: XmlElement): number[] {
    const values = numbersIn(element.text);
    if (!values?.every((value) => Number.isInteger(value) && value >= 0))
      throw this.refuse(element, `<${element.name}> should be whole numbers`);
    return values;
  }

  /** The vertex of corner `i` of a <p>. */
  corner(element: XmlElement, values: readonly number[], i: number): number {
    const index = values[i * this.stride + this.#offset];
    if (index === undefined) throw this.refuse(element, `<p> ends before corner ${i + 1}`);
    const known = this.#vertices.get(index);
    if (known !== undefined) return known;
    const [x, y, z] = [this.#positions[3 * index], this.#positions[3 * index + 1], this.#positions[3 * index + 2]];
    if (x === undefined || y === undefined || z === undefined) {
      throw this.refuse(element, `corner ${index}; there are ${Math.floor(this.#positions.length / 3)} vertices`);
    }
    const vertex = this.builder.vertex(x, y, z);
    this.#vertices.set(index, vertex);
    return vertex;
  }

  refuse(element: XmlElement, message: string): ImportError {
    return refusal(this.#file, message, element.place);
  }
}

/** Every <p> by itself: how its corners make triangles. */
const eachList =
  (make: (reader: FaceReader, corners: readonly number[]) => void) =>
  (reader: FaceReader, group: XmlElement): void => {
    for (const list of childrenOf(group, 'p')) {
      const values = reader.numbers(list);
      make(
        reader,
        Array.from({ length: Math.floor(values.length / reader.stride) }, (_, i) => reader.corner(list, values, i)),
      );
    }
  };

const facesOf: Readonly<Record<string, (reader: FaceReader, group: XmlElement) => void>> = {
  triangles: eachList(({ builder }, corners) => {
    for (let i = 0; i + 2 < corners.length; i += 3) builder.triangle(corners[i] ?? -1, corners[i + 1] ?? -1, corners[i + 2] ?? -1);
  }),
  tristrips: eachList(({ builder }, corners) => {
    for (let i = 0; i + 2 < corners.length; i++) {
      builder.triangle(corners[i] ?? -1, corners[i + 1 + (i % 2)] ?? -1, corners[i + 2 - (i % 2)] ?? -1);
    }
  }),
  trifans: eachList(({ builder }, corners) => builder.fan(corners)),
  polygons: eachList(({ builder }, corners) => builder.polygon(corners)),
  polylist(reader, group) {
    const [counts, list] = [childOf(group, 'vcount'), childOf(group, 'p')];
    if (!counts || !list) return;
    const values = reader.numbers(list);
    let first = 0;
    for (const count of reader.numbers(counts)) {
      if (count > 1000) throw reader.refuse(counts, `a face of ${count} corners`);
      const from = first;
      reader.builder.polygon(Array.from({ length: count }, (_, i) => reader.corner(list, values, from + i)));
      first += count;
    }
  },
};
