import { MOST_DEPTH } from './limits.ts';
import { IDENTITY, isFiniteMatrix, type Matrix, product, rotation, scaling, shift } from './matrix.ts';
import { type Budget, type Colour, type Geometry, type Piece, transformed } from './pieces.ts';
import { textOf } from './source-folder.ts';
import { type VrmlNode, VrmlReader } from './vrml-document.ts';
import { colourFrom, surfaces } from './vrml-shapes.ts';

const MOST_VISITS = 20_000;

/** VRML97: shapes, where they stand, and their diffuse colours. Metres, y up, by the standard. What moves, sounds or shines is passed over. */
export function readVrml(file: string, bytes: Uint8Array, budget: Budget): Geometry {
  const reader = new VrmlReader(file, textOf(file, bytes));
  const scene = new Scene(file, reader, budget);
  for (const node of reader.read()) scene.visit(node, IDENTITY, []);
  return { pieces: scene.pieces, unitM: 1, up: 'y', notes: [...reader.notes].slice(0, 10) };
}

class Scene {
  readonly pieces: Piece[] = [];
  readonly #file: string;
  readonly #reader: VrmlReader;
  readonly #budget: Budget;
  #visits = 0;

  constructor(file: string, reader: VrmlReader, budget: Budget) {
    this.#file = file;
    this.#reader = reader;
    this.#budget = budget;
  }

  visit(node: VrmlNode, outer: Matrix, above: readonly VrmlNode[]): void {
    if (above.includes(node)) throw this.#reader.refuse(`this ${node.type} is inside of itself, by USE`, node.at);
    if (above.length >= MOST_DEPTH) throw this.#reader.refuse(`nodes are nested more than ${MOST_DEPTH} deep`, node.at);
    if (++this.#visits > MOST_VISITS) throw this.#reader.refuse(`shows more than ${MOST_VISITS} nodes`, node.at);
    if (node.type === 'Inline')
      throw this.#reader.refuse('Inline brings in another file, which is not supported: put it into this one', node.at);
    if (node.type === 'Shape') this.#shape(node, outer);
    const matrix = node.type === 'Transform' ? product(outer, transformOf(node)) : outer;
    if (!isFiniteMatrix(matrix)) throw this.#reader.refuse('stands at no place that could be counted', node.at);
    for (const child of childrenOf(node)) this.visit(child, matrix, [...above, node]);
  }

  #shape(node: VrmlNode, matrix: Matrix): void {
    const geometry = node.fields.get('geometry')?.nodes[0];
    if (!geometry) return;
    const surface = surfaces[geometry.type];
    if (!surface) {
      this.#reader.notes.add(`${geometry.type.slice(0, 40)} is not shown`);
      return;
    }
    const builder = surface(this.#file, geometry, this.#budget);
    if (builder.triangles === 0) return;
    const colour = colourOf(node);
    this.pieces.push({ name: '', mesh: transformed(this.#file, builder.finish(), matrix), ...(colour && { colour }) });
  }
}

const groups = new Set(['Transform', 'Group', 'Anchor', 'Billboard', 'Collision', 'CADGroup']);

function childrenOf(node: VrmlNode): readonly VrmlNode[] {
  if (groups.has(node.type)) return node.fields.get('children')?.nodes ?? [];
  if (node.type === 'LOD') return (node.fields.get('level')?.nodes ?? []).slice(0, 1);
  if (node.type !== 'Switch') return [];
  const chosen = (node.fields.get('choice')?.nodes ?? [])[node.fields.get('whichChoice')?.numbers[0] ?? -1];
  return chosen ? [chosen] : [];
}

function colourOf(shape: VrmlNode): Colour | undefined {
  const material = shape.fields.get('appearance')?.nodes[0]?.fields.get('material')?.nodes[0];
  if (!material) return undefined;
  return colourFrom(material.fields.get('diffuseColor')?.numbers ?? [0.8, 0.8, 0.8]);
}

/** T · C · R · SR · S · -SR · -C, as the standard has it. */
function transformOf(node: VrmlNode): Matrix {
  const field = (name: string, otherwise: readonly number[]) => node.fields.get(name)?.numbers ?? otherwise;
  const [tx = 0, ty = 0, tz = 0] = field('translation', []);
  const [cx = 0, cy = 0, cz = 0] = field('center', []);
  const [rx = 0, ry = 0, rz = 1, angle = 0] = field('rotation', []);
  const [ox = 0, oy = 0, oz = 1, orientation = 0] = field('scaleOrientation', []);
  const [sx = 1, sy = 1, sz = 1] = field('scale', []);
  return [
    shift(tx, ty, tz),
    shift(cx, cy, cz),
    rotation(rx, ry, rz, angle),
    rotation(ox, oy, oz, orientation),
    scaling(sx, sy, sz),
    rotation(ox, oy, oz, -orientation),
    shift(-cx, -cy, -cz),
  ].reduce(product);
}
