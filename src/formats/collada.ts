import { colladaMesh } from './collada-mesh.ts';
import { type ImportError, refusal } from './import-error.ts';
import { MOST_DEPTH } from './limits.ts';
import { IDENTITY, isFiniteMatrix, type Matrix, product, rotation, scaling, shift } from './matrix.ts';
import { channel } from './obj.ts';
import { type Budget, type Colour, type Geometry, type Piece, transformed } from './pieces.ts';
import { numbersIn } from './scanner.ts';
import { childOf, childrenOf, readXml, type XmlElement } from './xml.ts';

const MOST_VISITS = 20_000;

/** COLLADA 1.4 and 1.5: geometry, where its nodes stand, diffuse colours, the unit and which axis is up. */
export function readCollada(file: string, bytes: Uint8Array, budget: Budget): Geometry {
  const root = readXml(file, bytes);
  if (root.name !== 'COLLADA') throw refusal(file, `its root is <${root.name}>, not <COLLADA>`, root.place);
  const asset = childOf(root, 'asset');
  const meter = childOf(asset, 'unit')?.attributes.meter;
  const unitM = meter === undefined ? 1 : Number(meter);
  if (!(unitM > 0 && unitM <= 1e4)) throw refusal(file, `its unit of "${(meter ?? '').slice(0, 40)}" m is none`, asset?.place);
  const axis = childOf(asset, 'up_axis')?.text.trim();
  return { pieces: new ColladaReader(file, root, budget).read(), unitM, up: axis === 'Z_UP' ? 'z' : axis === 'X_UP' ? 'x' : 'y' };
}

class ColladaReader {
  readonly #file: string;
  readonly #root: XmlElement;
  readonly #budget: Budget;
  readonly #byId = new Map<string, XmlElement>();
  readonly #pieces: Piece[] = [];
  #visits = 0;

  constructor(file: string, root: XmlElement, budget: Budget) {
    this.#file = file;
    this.#root = root;
    this.#budget = budget;
    this.#index(root);
  }

  read(): Piece[] {
    const scenes = childrenOf(this.#root, 'library_visual_scenes').flatMap((library) => childrenOf(library, 'visual_scene'));
    const wanted = childOf(childOf(this.#root, 'scene'), 'instance_visual_scene')?.attributes.url;
    const scene = (wanted === undefined ? undefined : this.#byId.get(wanted.replace(/^#/, ''))) ?? scenes[0];
    if (scene) for (const node of childrenOf(scene, 'node')) this.#visit(node, IDENTITY, []);
    else {
      const geometries = childrenOf(this.#root, 'library_geometries').flatMap((library) => childrenOf(library, 'geometry'));
      for (const geometry of geometries) this.#show(geometry, IDENTITY, undefined);
    }
    return this.#pieces;
  }

  #index(element: XmlElement): void {
    if (element.attributes.id !== undefined) this.#byId.set(element.attributes.id, element);
    for (const child of element.children) this.#index(child);
  }

  #visit(node: XmlElement, outer: Matrix, above: readonly XmlElement[]): void {
    if (above.includes(node)) throw this.#refuse(node, `node "${node.attributes.id ?? ''}" is inside of itself`);
    if (above.length >= MOST_DEPTH) throw this.#refuse(node, `nodes are nested more than ${MOST_DEPTH} deep`);
    if (++this.#visits > MOST_VISITS) throw this.#refuse(node, `shows more than ${MOST_VISITS} nodes`);
    let matrix = outer;
    const inside = [...above, node];
    for (const child of node.children) {
      const change = this.#change(child);
      if (change) matrix = product(matrix, change);
    }
    if (!isFiniteMatrix(matrix)) throw this.#refuse(node, 'stands at no place that could be counted');
    for (const child of node.children) {
      if (child.name === 'node') this.#visit(child, matrix, inside);
      else if (child.name === 'instance_node') this.#visit(this.#target(child, 'url'), matrix, inside);
      else if (child.name === 'instance_geometry') this.#show(this.#target(child, 'url'), matrix, child);
      else if (child.name === 'instance_controller') {
        // A skin is shown as it was modelled, without its bones.
        const skin = childOf(this.#target(child, 'url'), 'skin');
        if (skin) this.#show(this.#target(skin, 'source'), matrix, child);
      }
    }
  }

  #change(element: XmlElement): Matrix | undefined {
    const lengths: Readonly<Record<string, number>> = { translate: 3, rotate: 4, scale: 3, matrix: 16 };
    const length = lengths[element.name];
    if (length === undefined) return undefined;
    const values = numbersIn(element.text);
    if (values?.length !== length) throw this.#refuse(element, `<${element.name}> should be ${length} numbers`);
    const [x = 0, y = 0, z = 0, w = 0] = values;
    if (element.name === 'translate') return shift(x, y, z);
    if (element.name === 'scale') return scaling(x, y, z);
    if (element.name === 'rotate') return rotation(x, y, z, (w * Math.PI) / 180);
    return values.slice(0, 12) as unknown as Matrix;
  }

  #show(geometry: XmlElement, matrix: Matrix, instance: XmlElement | undefined): void {
    if (++this.#visits > MOST_VISITS) throw this.#refuse(geometry, `shows more than ${MOST_VISITS} nodes`);
    const mesh = childOf(geometry, 'mesh');
    if (!mesh) return;
    for (const { builder, material } of colladaMesh(this.#file, mesh, this.#byId, this.#budget)) {
      if (builder.triangles === 0) continue;
      const colour = this.#colourOf(material, instance);
      const name = (geometry.attributes.name ?? geometry.attributes.id ?? '').slice(0, 80);
      this.#pieces.push({ name, mesh: transformed(this.#file, builder.finish(), matrix), ...(colour && { colour }) });
    }
  }

  /** From the name that a mesh uses, over what its instance binds to it, to the effect's diffuse colour. */
  #colourOf(symbol: string | undefined, instance: XmlElement | undefined): Colour | undefined {
    if (symbol === undefined) return undefined;
    const bindings = childrenOf(childOf(childOf(instance, 'bind_material'), 'technique_common'), 'instance_material');
    const bound = bindings.find(({ attributes }) => attributes.symbol === symbol)?.attributes.target ?? symbol;
    const material = this.#byId.get(bound.replace(/^#/, ''));
    const effect = this.#byId.get(childOf(material, 'instance_effect')?.attributes.url?.replace(/^#/, '') ?? '');
    const technique = childOf(childOf(effect, 'profile_COMMON'), 'technique');
    for (const shading of technique?.children ?? []) {
      const rgba = numbersIn(childOf(childOf(shading, 'diffuse'), 'color')?.text ?? '');
      if (rgba && rgba.length >= 3) return [channel(rgba[0] ?? 0), channel(rgba[1] ?? 0), channel(rgba[2] ?? 0)];
    }
    return undefined;
  }

  #target(element: XmlElement, attribute: string): XmlElement {
    const url = element.attributes[attribute] ?? '';
    const target = this.#byId.get(url.replace(/^#/, ''));
    if (!target) throw this.#refuse(element, `"${url.slice(0, 80)}" is not in the file`);
    return target;
  }

  #refuse(element: XmlElement, message: string): ImportError {
    return refusal(this.#file, message, element.place);
  }
}
