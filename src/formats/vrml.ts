import { MOST_DEPTH } from './limits.ts';
import { IDENTITY, isFiniteMatrix, type Matrix, product, rotation, scaling, shift } from './matrix.ts';
import { type Budget, type Colour, type Geometry, type Piece, transformed } from './pieces.ts';
import type { SourceFolder } from './source-folder.ts';
import { VrmlFiles } from './vrml-files.ts';
import { textsOf, type VrmlNode } from './vrml-nodes.ts';
import { colourFrom, surfaces } from './vrml-shapes.ts';

const MOST_VISITS = 20_000;

/** VRML97: shapes, where they stand, and their diffuse colours. Metres, y up, by the standard. What moves, sounds or shines is passed over. */
export function readVrml(file: string, bytes: Uint8Array, budget: Budget, folder: SourceFolder): Geometry {
  const files = new VrmlFiles(folder);
  const scene = new Scene(file, files, budget);
  const { nodes, prototypes } = files.read(file, bytes);
  if (nodes.length === 0 && prototypes.size > 0) files.note('it only defines prototypes: import a scene that uses them');
  for (const node of nodes) scene.visit(node, IDENTITY, []);
  if (scene.pieces.length === 0 && scene.hidden.length > 0) {
    files.note('a Switch hides all of it: its first choice is shown');
    for (const { node, matrix, above } of scene.hidden.splice(0)) scene.visit(node, matrix, above);
  }
  if (scene.pieces.length === 0 && files.hasScripts) files.note('what its scripts would make is not shown: they are not run');
  return { pieces: scene.pieces, unitM: 1, up: 'y', notes: files.notes };
}

class Scene {
  readonly pieces: Piece[] = [];
  /** What a Switch could show and does not: some are made for a script to switch on. */
  readonly hidden: { readonly node: VrmlNode; readonly matrix: Matrix; readonly above: readonly VrmlNode[] }[] = [];
  readonly #file: string;
  readonly #files: VrmlFiles;
  readonly #budget: Budget;
  #visits = 0;

  constructor(file: string, files: VrmlFiles, budget: Budget) {
    this.#file = file;
    this.#files = files;
    this.#budget = budget;
  }

  visit(node: VrmlNode, outer: Matrix, above: readonly VrmlNode[]): void {
    if (above.includes(node)) throw node.refuse(`this ${node.type.slice(0, 40)} is inside of itself, by USE or Inline`);
    if (above.length >= MOST_DEPTH) throw node.refuse(`nodes are nested more than ${MOST_DEPTH} deep`);
    if (++this.#visits > MOST_VISITS) throw node.refuse(`shows more than ${MOST_VISITS} nodes`);
    if (node.type === 'Shape') this.#shape(node, outer);
    const matrix = node.type === 'Transform' ? product(outer, transformOf(node)) : outer;
    if (!isFiniteMatrix(matrix)) throw node.refuse('stands at no place that could be counted');
    if (node.type === 'Switch') {
      const [first] = childrenOf(node).length === 0 ? (node.fields.get('choice')?.nodes ?? []) : [];
      if (first) this.hidden.push({ node: first, matrix, above: [...above, node] });
    }
    for (const child of node.type === 'Inline' ? this.#inlined(node) : childrenOf(node)) this.visit(child, matrix, [...above, node]);
  }

  #inlined(node: VrmlNode): readonly VrmlNode[] {
    const addresses = textsOf(node.fields.get('url'));
    const file = this.#files.open(node.file, addresses);
    if (!file) this.#files.note(`Inline "${(addresses[0] ?? '').slice(0, 80)}" is not among the files`);
    return file?.nodes ?? [];
  }

  #shape(node: VrmlNode, matrix: Matrix): void {
    const geometry = node.fields.get('geometry')?.nodes[0];
    if (!geometry) return;
    const surface = surfaces[geometry.type];
    if (!surface) {
      this.#files.note(`${geometry.type.slice(0, 40)} is not shown`);
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
