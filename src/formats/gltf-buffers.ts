import { MOST_MESH_VERTICES } from '../core/geometry/mesh.ts';
import type { GltfAccessor, GltfDocument } from './gltf-document.ts';
import { type ImportError, refusal } from './import-error.ts';
import { MOST_READ_BYTES } from './limits.ts';

/** Reads a file that another refers to; undefined when it is not there. */
export type Companion = (reference: string) => Uint8Array | undefined;

const MOST_ZEROS = 1000;
const numbersOf: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

interface Component {
  readonly bytes: number;
  readonly most: number;
  readonly read: (view: DataView, at: number) => number;
}

const components: Readonly<Record<number, Component>> = {
  5120: { bytes: 1, most: 127, read: (view, at) => view.getInt8(at) },
  5121: { bytes: 1, most: 255, read: (view, at) => view.getUint8(at) },
  5122: { bytes: 2, most: 32_767, read: (view, at) => view.getInt16(at, true) },
  5123: { bytes: 2, most: 65_535, read: (view, at) => view.getUint16(at, true) },
  5125: { bytes: 4, most: 4_294_967_295, read: (view, at) => view.getUint32(at, true) },
  5126: { bytes: 4, most: 1, read: (view, at) => view.getFloat32(at, true) },
};

/** Elements of an accessor: the number `i` of each. */
export interface GltfNumbers {
  readonly count: number;
  readonly at: (element: number, i: number) => number;
}

interface Span {
  readonly bufferView: number;
  readonly byteOffset: number;
  readonly count: number;
}

interface ElementView {
  readonly data: DataView;
  readonly first: number;
  readonly stride: number;
}

/** Why a file that is packed is refused, and what to do. */
export const packed = (extension: string): string =>
  `is packed with ${extension.includes('draco') ? 'Draco' : 'meshopt'} (${extension}), which is not supported: export it without compression`;

/** The numbers behind the accessors of one document. */
export class GltfBuffers {
  readonly #file: string;
  readonly #document: GltfDocument;
  readonly #binary: Uint8Array | undefined;
  readonly #companion: Companion;
  readonly #loaded = new Map<number, Uint8Array>();

  constructor(file: string, document: GltfDocument, binary: Uint8Array | undefined, companion: Companion) {
    this.#file = file;
    this.#document = document;
    this.#binary = binary;
    this.#companion = companion;
  }

  /** `width` numbers an element; normalised integers become -1..1. They stay where they are: nothing is copied. */
  numbers(index: number, width: number): GltfNumbers {
    const accessor = this.#document.accessors[index];
    if (!accessor) throw this.#refuse(`accessor ${index} of ${this.#document.accessors.length} is not there`);
    if (numbersOf[accessor.type] !== width) throw this.#refuse(`accessor ${index} is ${accessor.type}, where ${width} numbers are needed`);
    const component = this.#component(index, accessor.componentType);
    if (accessor.count > 3 * MOST_MESH_VERTICES) throw this.#refuse(`accessor ${index} has ${accessor.count} elements: too many`);
    const { count, normalized, sparse } = accessor;
    const scale = normalized === true ? 1 / component.most : 1;
    const low = normalized === true ? -1 : -Infinity;
    const whole =
      accessor.bufferView === undefined ? undefined : this.#view(index, { ...accessor, bufferView: accessor.bufferView }, component, width);
    const others = sparse && this.#others(index, sparse, component, { width, count, isAlone: whole === undefined });
    const at = (element: number, i: number): number => {
      const other = others?.get(element);
      const found = other === undefined ? whole : others?.values;
      // Without a view it is all zeros.
      return found
        ? Math.max(low, component.read(found.data, found.first + (other ?? element) * found.stride + i * component.bytes) * scale)
        : 0;
    };
    return { count, at };
  }

  /** How many numbers an element of it has. */
  widthOf(index: number): number {
    return numbersOf[this.#document.accessors[index]?.type ?? ''] ?? 0;
  }

  /** Whether it says where its numbers are: one that is packed otherwise does not. */
  isPlain(index: number): boolean {
    const accessor = this.#document.accessors[index];
    return accessor?.bufferView !== undefined || accessor?.sparse !== undefined;
  }

  #component(index: number, type: number): Component {
    const component = components[type];
    if (!component) throw this.#refuse(`accessor ${index} has components of type ${type}`);
    return component;
  }

  /** Where its elements lie, which is inside of its buffer. */
  #view(index: number, { bufferView, byteOffset, count }: Span, component: Component, width: number): ElementView {
    const view = this.#document.bufferViews[bufferView];
    if (!view) throw this.#refuse(`buffer view ${bufferView} is not there`);
    if (view.extensions?.EXT_meshopt_compression !== undefined && this.#isEmpty(view.buffer))
      throw this.#refuse(packed('EXT_meshopt_compression'));
    const bytes = this.#buffer(view.buffer);
    const stride = view.byteStride || component.bytes * width;
    if (stride < component.bytes * width) throw this.#refuse(`the elements of accessor ${index} overlap: they begin every ${stride} bytes`);
    const first = view.byteOffset + byteOffset;
    const end = count === 0 ? first : first + stride * (count - 1) + component.bytes * width;
    if (end > Math.min(bytes.length, view.byteOffset + view.byteLength)) {
      throw this.#refuse(
        `accessor ${index} ends at byte ${end} of buffer ${view.buffer}, behind its view or the buffer of ${bytes.length} bytes`,
      );
    }
    return { data: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), first, stride };
  }

  /** The elements that a sparse accessor has otherwise than its view: which of its values each is. */
  #others(
    index: number,
    { count, indices, values }: NonNullable<GltfAccessor['sparse']>,
    component: Component,
    { width, count: all, isAlone }: { width: number; count: number; isAlone: boolean },
  ) {
    // A few that differ from zeros by the million: no tool writes that, and it would take memory for nothing.
    if (isAlone && all > MOST_ZEROS + 100 * count)
      throw this.#refuse(`accessor ${index} has ${all} elements, and says only ${count} of them`);
    if (count > all) throw this.#refuse(`accessor ${index} has ${all} elements and ${count} others in place of them`);
    const whole = this.#component(index, indices.componentType);
    const places = this.#view(index, { ...indices, count }, whole, 1);
    const found = new Map<number, number>();
    for (let i = 0; i < count; i++) {
      const element = whole.read(places.data, places.first + i * places.stride);
      if (!(element >= 0 && element < all)) throw this.#refuse(`accessor ${index} has ${all} elements; another is in place of ${element}`);
      found.set(element, i);
    }
    return { values: this.#view(index, { ...values, count }, component, width), get: (element: number) => found.get(element) };
  }

  #isEmpty(buffer: number): boolean {
    const known = this.#document.buffers[buffer];
    return known?.uri === undefined && (buffer > 0 || this.#binary === undefined);
  }

  #buffer(index: number): Uint8Array {
    const loaded = this.#loaded.get(index);
    if (loaded) return loaded;
    const buffer = this.#document.buffers[index];
    if (!buffer) throw this.#refuse(`buffer ${index} is not there`);
    const bytes = buffer.uri === undefined ? this.#binary : this.#fetch(buffer.uri);
    if (!bytes) throw this.#refuse(`buffer ${index} (${(buffer.uri ?? 'inside the GLB').slice(0, 80)}) is missing`);
    if (bytes.length < buffer.byteLength) throw this.#refuse(`buffer ${index} has ${bytes.length} bytes, not ${buffer.byteLength}`);
    this.#loaded.set(index, bytes);
    return bytes;
  }

  #fetch(uri: string): Uint8Array | undefined {
    if (!uri.startsWith('data:')) return this.#companion(uri);
    const comma = uri.indexOf(',');
    if (comma < 0 || !uri.slice(0, comma).endsWith(';base64')) throw this.#refuse('a buffer in a data: address must be base64');
    const bytes = fromBase64(uri, comma + 1);
    if (!bytes) throw this.#refuse('a buffer in a data: address is no base64');
    return bytes;
  }

  #refuse(message: string): ImportError {
    return refusal(this.#file, message);
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits = new Int8Array(128).fill(-1);
for (const [value, letter] of [...alphabet].entries()) digits[letter.charCodeAt(0)] = value;

/** Undefined for letters that are none of its. `atob` would make a text of it first. */
function fromBase64(text: string, from: number): Uint8Array | undefined {
  let end = text.length;
  while (end > from && text[end - 1] === '=') end--;
  const length = Math.floor(((end - from) * 3) / 4);
  if (length > MOST_READ_BYTES) return undefined;
  const bytes = new Uint8Array(length);
  let [held, heldBits, to] = [0, 0, 0];
  for (let at = from; at < end; at++) {
    const digit = digits[text.charCodeAt(at)] ?? -1;
    if (digit < 0) return undefined;
    held = ((held << 6) | digit) & 0xffff;
    heldBits += 6;
    if (heldBits >= 8) {
      heldBits -= 8;
      bytes[to++] = (held >> heldBits) & 0xff;
    }
  }
  return bytes;
}
