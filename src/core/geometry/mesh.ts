import { MalformedError, MisuseError } from '../base/errors.ts';

/** Triangles of an imported body, in metres, z up, in the frame of the part that shows them. */
export interface Mesh {
  /** Three numbers a vertex. */
  readonly positions: Float32Array;
  /** Three corners a triangle, counter-clockwise as seen from outside. */
  readonly indices: Uint32Array;
  /** Red, green and blue of each vertex as shown on a screen; without them the part's paint covers all of it. */
  readonly colours?: Uint8Array | undefined;
}

export const MOST_MESH_TRIANGLES = 500_000;
export const MOST_MESH_VERTICES = 1_500_000;
/** A vertex farther out is a mistake of units. */
const FARTHEST_M = 1000;
const MAGIC = 0x4d48_4d31;
const HEADER_BYTES = 16;

/** One encoding for one mesh, so that its hash can stand for it: a header, positions, indices and, if there are any, colours; little-endian. */
export function encodeMesh({ positions, indices, colours }: Mesh): Uint8Array<ArrayBuffer> {
  const vertices = positions.length / 3;
  if (colours && colours.length !== positions.length)
    throw new MisuseError(`${vertices} vertices have ${colours.length} numbers of colour`);
  const bytes = new Uint8Array(HEADER_BYTES + 4 * positions.length + 4 * indices.length + (colours?.length ?? 0));
  const view = new DataView(bytes.buffer);
  for (const [i, word] of [MAGIC, vertices, indices.length / 3, colours ? 1 : 0].entries()) view.setUint32(4 * i, word, true);
  let at = HEADER_BYTES;
  for (const value of positions) {
    view.setFloat32(at, value, true);
    at += 4;
  }
  for (const index of indices) {
    view.setUint32(at, index, true);
    at += 4;
  }
  if (colours) bytes.set(colours, at);
  return bytes;
}

/** Refuses whatever could not be drawn: corners that are not there, numbers that are none, more than the limits. */
export function decodeMesh(bytes: Uint8Array): Mesh {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) throw new MalformedError('this is no mesh');
  const [vertices, triangles, hasColours] = [view.getUint32(4, true), view.getUint32(8, true), view.getUint32(12, true) === 1];
  if (vertices > MOST_MESH_VERTICES || triangles > MOST_MESH_TRIANGLES)
    throw new MalformedError(
      `a mesh may have ${MOST_MESH_TRIANGLES} triangles and ${MOST_MESH_VERTICES} vertices, not ${triangles} and ${vertices}`,
    );
  const size = HEADER_BYTES + 12 * vertices + 12 * triangles + (hasColours ? 3 * vertices : 0);
  if (bytes.length !== size)
    throw new MalformedError(`a mesh of ${vertices} vertices and ${triangles} triangles takes ${size} bytes, not ${bytes.length}`);
  const positions = new Float32Array(3 * vertices);
  const indices = new Uint32Array(3 * triangles);
  let at = HEADER_BYTES;
  for (let i = 0; i < positions.length; i++, at += 4) {
    const value = view.getFloat32(at, true);
    if (!(Math.abs(value) <= FARTHEST_M)) throw new MalformedError(`vertex ${Math.floor(i / 3)} of a mesh is at ${value} m`);
    positions[i] = value;
  }
  for (let i = 0; i < indices.length; i++, at += 4) {
    const index = view.getUint32(at, true);
    if (index >= vertices) throw new MalformedError(`triangle ${Math.floor(i / 3)} of a mesh has corner ${index} of ${vertices}`);
    indices[i] = index;
  }
  return { positions, indices, ...(hasColours && { colours: bytes.slice(at) }) };
}

/** The box round it; undefined for a mesh without vertices. */
export function boundsOf({
  positions,
}: {
  readonly positions: ArrayLike<number>;
}): { low: [number, number, number]; high: [number, number, number] } | undefined {
  if (positions.length < 3) return undefined;
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const axis = (i % 3) as 0 | 1 | 2;
    const value = positions[i] ?? 0;
    low[axis] = Math.min(low[axis], value);
    high[axis] = Math.max(high[axis], value);
  }
  return { low, high };
}
