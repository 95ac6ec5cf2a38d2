import { type Companion, GltfBuffers, packed } from './gltf-buffers.ts';
import { type GltfDocument, type GltfNode, type GltfPrimitive, gltfSchema } from './gltf-document.ts';
import { refusal } from './import-error.ts';
import { MOST_DEPTH, MOST_TREE_BYTES, MOST_VALUES } from './limits.ts';
import { IDENTITY, isFiniteMatrix, type Matrix, ofQuaternion, product, scaling, shift } from './matrix.ts';
import { channel } from './obj.ts';
import { type Budget, type Colour, type Geometry, type Piece, PieceBuilder, transformed } from './pieces.ts';
import { textOf } from './source-folder.ts';

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const MOST_VISITS = 20_000;

/** glTF 2.0 as text or GLB: triangles, where their nodes stand, and base colours. Metres, y up, by the standard. */
export function readGltf(file: string, bytes: Uint8Array, budget: Budget, companion: Companion): Geometry {
  const { text, binary } = chunksOf(file, bytes);
  const document = documentOf(file, text);
  const reader = new GltfReader(file, document, new GltfBuffers(file, document, binary, companion), budget);
  return { pieces: reader.read(), unitM: 1, up: 'y', notes: [...reader.notes] };
}

function chunksOf(file: string, bytes: Uint8Array): { text: string; binary?: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || view.getUint32(0, true) !== MAGIC) return { text: textOf(file, bytes, MOST_TREE_BYTES) };
  const version = view.getUint32(4, true);
  if (version !== 2) throw refusal(file, `is GLB of version ${version}; only 2 is read`);
  let text: string | undefined;
  let binary: Uint8Array | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const [length, type] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    if (at + 8 + length > bytes.length) throw refusal(file, `was cut short: a chunk of ${length} bytes begins at byte ${at}`);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (type === JSON_CHUNK) text ??= textOf(file, chunk, MOST_TREE_BYTES);
    if (type === BINARY_CHUNK) binary ??= chunk;
    at += 8 + length;
  }
  if (text === undefined) throw refusal(file, 'is GLB without its JSON chunk');
  return { text, ...(binary && { binary }) };
}

/** Before it is parsed: a tree that needs more memory than there is would end the whole process. */
function requireFewValues(file: string, text: string): void {
  let [values, isText] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) isText = !isText;
    else if (isText) {
      if (code === 0x5c) at++;
    } else if (code === 0x2c || code === 0x5b || code === 0x7b) values++;
    if (values > MOST_VALUES) throw refusal(file, `has more than ${MOST_VALUES} values besides its buffers`);
  }
}

function documentOf(file: string, text: string): GltfDocument {
  requireFewValues(file, text);
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw refusal(file, `is no glTF: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const parsed = gltfSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw refusal(file, `is no glTF 2.0: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  if (!parsed.data.asset.version.startsWith('2')) throw refusal(file, `is glTF ${parsed.data.asset.version.slice(0, 20)}; only 2 is read`);
  const unknown = parsed.data.extensionsRequired.filter((extension) => !harmless.test(extension));
  const packing = unknown.find((extension) => /draco|meshopt/.test(extension));
  if (packing !== undefined) throw refusal(file, packed(packing.slice(0, 80)));
  if (unknown.length > 0) throw refusal(file, `needs the extension ${unknown.join(', ').slice(0, 200)}, which is not supported`);
  return parsed.data;
}

/** They change how it looks, not where it is; or, as quantization does, only which numbers are allowed. */
const harmless =
  /^(KHR_mesh_quantization|KHR_materials_\w+|KHR_texture_\w+|EXT_texture_\w+|MSFT_texture_\w+|KHR_lights_punctual|KHR_xmp\w*|KHR_animation_pointer)$/;

class GltfReader {
  readonly #file: string;
  readonly #document: GltfDocument;
  readonly #buffers: GltfBuffers;
  readonly #budget: Budget;
  readonly #pieces: Piece[] = [];
  readonly notes = new Set<string>();
  #visits = 0;

  constructor(file: string, document: GltfDocument, buffers: GltfBuffers, budget: Budget) {
    this.#file = file;
    this.#document = document;
    this.#buffers = buffers;
    this.#budget = budget;
  }

  read(): Piece[] {
    const { scene = 0, scenes, nodes } = this.#document;
    const children = new Set(nodes.flatMap((node) => node.children));
    // A file without scenes shows every node that is nobody's child.
    const roots = scenes[scene]?.nodes ?? nodes.map((_, i) => i).filter((i) => !children.has(i));
    if (scenes.length === 0 && roots.length === 0 && nodes.length > 0)
      throw refusal(this.#file, 'every node is a child of another: they go round');
    if (scenes.length > 1) this.notes.add(`has ${scenes.length} scenes; number ${scene + 1} is shown`);
    for (const root of roots) this.#visit(root, IDENTITY, []);
    return this.#pieces;
  }

  #visit(index: number, outer: Matrix, above: readonly number[]): void {
    const node = this.#document.nodes[index];
    if (!node) throw refusal(this.#file, `node ${index} of ${this.#document.nodes.length} is not there`);
    if (above.includes(index)) throw refusal(this.#file, `node ${index} is inside of itself`);
    if (above.length >= MOST_DEPTH) throw refusal(this.#file, `nodes are nested more than ${MOST_DEPTH} deep`);
    if (++this.#visits > MOST_VISITS) throw refusal(this.#file, `shows more than ${MOST_VISITS} nodes`);
    const matrix = product(outer, matrixOf(node));
    if (!isFiniteMatrix(matrix)) throw refusal(this.#file, `node ${index} stands at no place that could be counted`);
    if (node.mesh !== undefined && node.skin !== undefined) this.notes.add('its skin is shown as it was modelled: bones do not move it');
    if (node.mesh !== undefined) this.#show(node.mesh, matrix, node.name);
    for (const child of node.children) this.#visit(child, matrix, [...above, index]);
  }

  #show(index: number, matrix: Matrix, nodeName: string | undefined): void {
    const mesh = this.#document.meshes[index];
    if (!mesh) throw refusal(this.#file, `mesh ${index} of ${this.#document.meshes.length} is not there`);
    for (const primitive of mesh.primitives) {
      const factor = this.#factorOf(primitive);
      const built = this.#primitive(primitive, factor ?? WHITE);
      if (built.triangles === 0) continue;
      const name = (nodeName ?? mesh.name ?? '').slice(0, 80);
      const shown = transformed(this.#file, built.finish(), matrix);
      const colour = factor && !shown.colours ? linearColour(factor[0] ?? 1, factor[1] ?? 1, factor[2] ?? 1) : undefined;
      this.#pieces.push({ name, mesh: shown, ...(colour && { colour }) });
    }
  }

  #primitive({ attributes, indices, mode, extensions }: GltfPrimitive, factor: readonly number[]): PieceBuilder {
    const builder = new PieceBuilder(this.#file, this.#budget);
    // Points and lines have no surface.
    if (mode < 4) return builder;
    if (attributes.POSITION === undefined) return builder;
    // A file may have both: packed, and plain for those who cannot unpack it.
    const isPacked = extensions?.KHR_draco_mesh_compression !== undefined;
    if (isPacked && !this.#buffers.isPlain(attributes.POSITION)) throw refusal(this.#file, packed('KHR_draco_mesh_compression'));
    // Without numbers all of it is in one place, and however much is said to be there, there is nothing to see.
    if (!this.#buffers.isPlain(attributes.POSITION)) return builder;
    const places = this.#buffers.numbers(attributes.POSITION, 3);
    const painted = attributes.COLOR_0;
    const paints = painted === undefined ? undefined : this.#buffers.numbers(painted, this.#buffers.widthOf(painted) === 4 ? 4 : 3);
    if (paints && paints.count !== places.count) throw refusal(this.#file, 'has vertices and colours of different number');
    const part = (vertex: number, i: number): number => (paints?.at(vertex, i) ?? 1) * (factor[i] ?? 1);
    for (let i = 0; i < places.count; i++) {
      builder.vertex(places.at(i, 0), places.at(i, 1), places.at(i, 2), paints && linearColour(part(i, 0), part(i, 1), part(i, 2)));
    }
    const corners = indices === undefined ? undefined : this.#buffers.numbers(indices, 1);
    const count = corners?.count ?? builder.vertices;
    const corner = (i: number): number => (corners ? corners.at(i, 0) : i);
    if (mode === 4) for (let i = 0; i + 2 < count; i += 3) builder.triangle(corner(i), corner(i + 1), corner(i + 2));
    else if (mode === 5) {
      for (let i = 0; i + 2 < count; i++) builder.triangle(corner(i), corner(i + 1 + (i % 2)), corner(i + 2 - (i % 2)));
    } else for (let i = 1; i + 1 < count; i++) builder.triangle(corner(0), corner(i), corner(i + 1));
    return builder;
  }

  /** Of its material, by either way of saying it. */
  #factorOf({ material }: GltfPrimitive): readonly number[] | undefined {
    const found = material === undefined ? undefined : this.#document.materials[material];
    const older = found?.extensions?.KHR_materials_pbrSpecularGlossiness;
    const newer = found?.pbrMetallicRoughness;
    if (newer?.baseColorTexture !== undefined || older?.diffuseTexture !== undefined) this.notes.add('its textures are not shown');
    return newer?.baseColorFactor ?? older?.diffuseFactor;
  }
}

const WHITE = [1, 1, 1, 1];

/** glTF counts light; a screen is told how bright it looks. */
const linearColour = (red: number, green: number, blue: number): Colour => [seen(red), seen(green), seen(blue)];
const seen = (light: number): number => channel(light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

function matrixOf({ matrix: m, translation: t = [0, 0, 0], rotation: r = [0, 0, 0, 1], scale: s = [1, 1, 1] }: GltfNode): Matrix {
  if (m) return [0, 1, 2].flatMap((row) => [0, 4, 8, 12].map((column) => m[column + row] ?? 0)) as unknown as Matrix;
  const turned = ofQuaternion(r[0] ?? 0, r[1] ?? 0, r[2] ?? 0, r[3] ?? 1);
  return product(shift(t[0] ?? 0, t[1] ?? 0, t[2] ?? 0), product(turned, scaling(s[0] ?? 1, s[1] ?? 1, s[2] ?? 1)));
}
