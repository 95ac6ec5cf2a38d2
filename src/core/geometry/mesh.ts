import { MalformedError, MisuseError } from '../base/errors.ts';
import { readPicture } from './picture.ts';

/** Triangles of an imported body, in metres, z up, in the frame of the part that shows them. */
export interface Mesh {
  /** Three numbers a vertex. */
  readonly positions: Float32Array;
  /** Three corners a triangle, counter-clockwise as seen from outside. */
  readonly indices: Uint32Array;
  /** Red, green and blue of each vertex as shown on a screen; without them the part's paint covers all of it. */
  readonly colours?: Uint8Array | undefined;
  /** What is printed on it, instead of a colour. */
  readonly print?: Print | undefined;
}

export interface Print {
  /** As it came: PNG or JPEG (picture.ts). */
  readonly picture: Uint8Array;
  /** Where in the picture each vertex lies, two numbers a vertex: shares of its width from the left and of its height from the top. */
  readonly places: Float32Array;
}

export const MOST_MESH_TRIANGLES = 500_000;
export const MOST_MESH_VERTICES = 1_500_000;
/** A vertex farther out is a mistake of units. */
const FARTHEST_M = 1000;
const MAGIC = 0x4d48_4d31;
const HEADER_BYTES = 16;

/** What a mesh brings along, in the last word of the header. */
const COLOURED = 1;
const PRINTED = 2;

/**
 * One encoding for one mesh, so that its hash can stand for it: a header, positions, indices and, if there are any, the places in its picture, colours, and the
 * picture, which goes to the end; little-endian.
 */
export function encodeMesh({ positions, indices, colours, print }: Mesh): Uint8Array<ArrayBuffer> {
  const vertices = positions.length / 3;
  if (colours && colours.length !== positions.length)
    throw new MisuseError(`${vertices} vertices have ${colours.length} numbers of colour`);
  if (print && print.places.length !== 2 * vertices)
    throw new MisuseError(`${vertices} vertices have ${print.places.length} numbers of places in a picture`);
  const numbers = 4 * (positions.length + indices.length + (print?.places.length ?? 0));
  const bytes = new Uint8Array(HEADER_BYTES + numbers + (colours?.length ?? 0) + (print?.picture.length ?? 0));
  const view = new DataView(bytes.buffer);
  const brings = (colours ? COLOURED : 0) + (print ? PRINTED : 0);
  for (const [i, word] of [MAGIC, vertices, indices.length / 3, brings].entries()) view.setUint32(4 * i, word, true);
  let at = HEADER_BYTES;
  for (const value of positions) {
    view.setFloat32(at, value, true);
    at += 4;
  }
  for (const index of indices) {
    view.setUint32(at, index, true);
    at += 4;
  }
  for (const value of print?.places ?? []) {
    view.setFloat32(at, value, true);
    at += 4;
  }
  if (colours) bytes.set(colours, at);
  if (print) bytes.set(print.picture, at + (colours?.length ?? 0));
  return bytes;
}

/** Refuses whatever could not be drawn: corners that are not there, numbers that are none, more than the limits, a picture that is none. */
export function decodeMesh(bytes: Uint8Array): Mesh {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) throw new MalformedError('this is no mesh');
  const [vertices, triangles, brings] = [view.getUint32(4, true), view.getUint32(8, true), view.getUint32(12, true)];
  if (vertices > MOST_MESH_VERTICES || triangles > MOST_MESH_TRIANGLES)
    throw new MalformedError(
      `a mesh may have ${MOST_MESH_TRIANGLES} triangles and ${MOST_MESH_VERTICES} vertices, not ${triangles} and ${vertices}`,
    );
  if (brings > COLOURED + PRINTED) throw new MalformedError(`a mesh brings colours or a picture along, nothing that is called ${brings}`);
  const [isColoured, isPrinted] = [(brings & COLOURED) !== 0, (brings & PRINTED) !== 0];
  const size = HEADER_BYTES + 12 * vertices + 12 * triangles + (isColoured ? 3 * vertices : 0) + (isPrinted ? 8 * vertices : 0);
  // What is left is the picture.
  if (isPrinted ? bytes.length < size : bytes.length !== size)
    throw new MalformedError(`a mesh of ${vertices} vertices and ${triangles} triangles takes ${size} bytes, not ${bytes.length}`);
  const indicesAt = HEADER_BYTES + 12 * vertices;
  const placesAt = indicesAt + 12 * triangles;
  const coloursAt = placesAt + (isPrinted ? 8 * vertices : 0);
  return {
    positions: positionsAt(view, HEADER_BYTES, vertices),
    indices: cornersAt(view, indicesAt, { triangles, vertices }),
    ...(isColoured && { colours: bytes.slice(coloursAt, coloursAt + 3 * vertices) }),
    ...(isPrinted && { print: { picture: pictureAt(bytes, size), places: placesIn(view, placesAt, vertices) } }),
  };
}

function positionsAt(view: DataView, at: number, vertices: number): Float32Array {
  const positions = new Float32Array(3 * vertices);
  for (let i = 0; i < positions.length; i++) {
    const value = view.getFloat32(at + 4 * i, true);
    if (!(Math.abs(value) <= FARTHEST_M)) throw new MalformedError(`vertex ${Math.floor(i / 3)} of a mesh is at ${value} m`);
    positions[i] = value;
  }
  return positions;
}

function cornersAt(view: DataView, at: number, { triangles, vertices }: { triangles: number; vertices: number }): Uint32Array {
  const indices = new Uint32Array(3 * triangles);
  for (let i = 0; i < indices.length; i++) {
    const index = view.getUint32(at + 4 * i, true);
    if (index >= vertices) throw new MalformedError(`triangle ${Math.floor(i / 3)} of a mesh has corner ${index} of ${vertices}`);
    indices[i] = index;
  }
  return indices;
}

function placesIn(view: DataView, at: number, vertices: number): Float32Array {
  const places = new Float32Array(2 * vertices);
  for (let i = 0; i < places.length; i++) {
    const value = view.getFloat32(at + 4 * i, true);
    if (!(value >= 0 && value <= 1)) throw new MalformedError(`vertex ${Math.floor(i / 2)} of a mesh lies at ${value} of its picture`);
    places[i] = value;
  }
  return places;
}

function pictureAt(bytes: Uint8Array, at: number): Uint8Array {
  const reading = readPicture(bytes.subarray(at));
  if (reading.kind === 'unfit') throw new MalformedError(`the picture of a mesh cannot be shown: ${reading.reason}`);
  return bytes.slice(at);
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
