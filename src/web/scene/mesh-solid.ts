import { Color } from 'three';
import type { Mesh } from '../../core/geometry/mesh.ts';
import { CREASE_RAD } from './shape-solid.ts';
import type { PaintedTriangles } from './solid.ts';

/** Made once a mesh, however many models and scenes show it. */
const made = new WeakMap<Mesh, PaintedTriangles>();

/** An imported mesh with normals: smooth over its curves, sharp at its edges. */
export function meshSolid(mesh: Mesh): PaintedTriangles {
  const known = made.get(mesh);
  if (known) return known;
  const solid = creased(mesh);
  made.set(mesh, solid);
  return solid;
}

const CREASE_COSINE = Math.cos(CREASE_RAD);
/** Round a vertex with more triangles than this, normals are gathered in groups: comparing each with each would take for ever in a hostile file. */
const MOST_COMPARED = 48;
const MOST_GROUPS = 12;
/** Corners of one vertex with normals nearer than this share one. */
const SAME_COSINE = 0.9995;
const MOST_SEARCHED = 12;

function creased(mesh: Mesh): PaintedTriangles {
  const { positions, indices } = mesh;
  const faces = faceNormals(mesh);
  const welded = weldedVertices(positions);
  const around = cornersAround(welded, indices);
  const normals = new Float32Array(indices.length * 3);
  for (let vertex = 0; vertex + 1 < around.starts.length; vertex++) {
    const corners = around.corners.subarray(around.starts[vertex], around.starts[vertex + 1]);
    if (corners.length <= MOST_COMPARED) smoothEach(corners, faces, normals);
    else smoothGroups(corners, faces, normals);
  }
  return shared(mesh, normals);
}

interface FaceNormals {
  /** Unit length, or zero where a triangle has no area. */
  readonly units: Float32Array;
  /** By how much each counts: its area. */
  readonly weights: Float32Array;
}

function faceNormals({ positions: p, indices }: Mesh): FaceNormals {
  const units = new Float32Array(indices.length);
  const weights = new Float32Array(indices.length / 3);
  for (let i = 0; i < indices.length; i += 3) {
    const a = (indices[i] ?? 0) * 3;
    const b = (indices[i + 1] ?? 0) * 3;
    const c = (indices[i + 2] ?? 0) * 3;
    const ax = p[a] ?? 0;
    const ay = p[a + 1] ?? 0;
    const az = p[a + 2] ?? 0;
    const ux = (p[b] ?? 0) - ax;
    const uy = (p[b + 1] ?? 0) - ay;
    const uz = (p[b + 2] ?? 0) - az;
    const vx = (p[c] ?? 0) - ax;
    const vy = (p[c + 1] ?? 0) - ay;
    const vz = (p[c + 2] ?? 0) - az;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = Math.sqrt(x * x + y * y + z * z);
    weights[i / 3] = length;
    if (length === 0) continue;
    units[i] = x / length;
    units[i + 1] = y / length;
    units[i + 2] = z / length;
  }
  return { units, weights };
}

/** For each vertex the number of its place: files often say the same place once for every triangle that touches it. */
function weldedVertices(positions: Float32Array): Uint32Array {
  const count = positions.length / 3;
  const welded = new Uint32Array(count);
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, count * 2)));
  const table = new Int32Array(size).fill(-1);
  const rounded = new Float32Array(positions.length);
  // Minus zero and zero are one place.
  for (let i = 0; i < rounded.length; i++) rounded[i] = (positions[i] ?? 0) + 0;
  const bits = new Uint32Array(rounded.buffer);
  let places = 0;
  for (let vertex = 0; vertex < count; vertex++) {
    const at = vertex * 3;
    let slot = mixed(bits[at] ?? 0, bits[at + 1] ?? 0, bits[at + 2] ?? 0) & (size - 1);
    for (;;) {
      const other = table[slot] ?? -1;
      if (other === -1) {
        table[slot] = vertex;
        welded[vertex] = places++;
        break;
      }
      if (bits[other * 3] === bits[at] && bits[other * 3 + 1] === bits[at + 1] && bits[other * 3 + 2] === bits[at + 2]) {
        welded[vertex] = welded[other] ?? 0;
        break;
      }
      slot = (slot + 1) & (size - 1);
    }
  }
  return welded;
}

function mixed(x: number, y: number, z: number): number {
  let hash = Math.imul(x ^ (x >>> 15), 0x85eb_ca6b);
  hash = Math.imul(hash ^ y ^ (hash >>> 13), 0xc2b2_ae35);
  hash = Math.imul(hash ^ z ^ (hash >>> 16), 0x27d4_eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** All corners that touch a place, place by place. */
function cornersAround(welded: Uint32Array, indices: Uint32Array): { starts: Uint32Array; corners: Uint32Array } {
  let places = 0;
  for (const place of welded) if (place >= places) places = place + 1;
  const starts = new Uint32Array(places + 1);
  for (const index of indices) {
    const after = (welded[index] ?? 0) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let place = 0; place < places; place++) starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
  const next = starts.slice();
  const corners = new Uint32Array(indices.length);
  for (let corner = 0; corner < indices.length; corner++) {
    const place = welded[indices[corner] ?? 0] ?? 0;
    const at = next[place] ?? 0;
    corners[at] = corner;
    next[place] = at + 1;
  }
  return { starts, corners };
}

const faceOf = (corner: number): number => corner - (corner % 3);

function smoothEach(corners: Uint32Array, { units, weights }: FaceNormals, normals: Float32Array): void {
  for (const corner of corners) {
    const own = faceOf(corner);
    const nx = units[own] ?? 0;
    const ny = units[own + 1] ?? 0;
    const nz = units[own + 2] ?? 0;
    let x = 0;
    let y = 0;
    let z = 0;
    for (const other of corners) {
      const face = faceOf(other);
      const ox = units[face] ?? 0;
      const oy = units[face + 1] ?? 0;
      const oz = units[face + 2] ?? 0;
      if (nx * ox + ny * oy + nz * oz < CREASE_COSINE) continue;
      const weight = weights[face / 3] ?? 0;
      x += ox * weight;
      y += oy * weight;
      z += oz * weight;
    }
    write(normals, corner, x, y, z);
  }
}

function smoothGroups(corners: Uint32Array, { units, weights }: FaceNormals, normals: Float32Array): void {
  const groups: { readonly first: number; x: number; y: number; z: number; readonly corners: number[] }[] = [];
  for (const corner of corners) {
    const face = faceOf(corner);
    const nx = units[face] ?? 0;
    const ny = units[face + 1] ?? 0;
    const nz = units[face + 2] ?? 0;
    const isNear = (first: number) =>
      nx * (units[first] ?? 0) + ny * (units[first + 1] ?? 0) + nz * (units[first + 2] ?? 0) >= CREASE_COSINE;
    let group = groups.find(({ first }) => isNear(first)) ?? (groups.length === MOST_GROUPS ? groups.at(-1) : undefined);
    if (!group) {
      group = { first: face, x: 0, y: 0, z: 0, corners: [] };
      groups.push(group);
    }
    const weight = weights[face / 3] ?? 0;
    group.x += nx * weight;
    group.y += ny * weight;
    group.z += nz * weight;
    group.corners.push(corner);
  }
  for (const { x, y, z, corners: members } of groups) for (const corner of members) write(normals, corner, x, y, z);
}

function write(normals: Float32Array, corner: number, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  normals[corner * 3] = length === 0 ? 0 : x / length;
  normals[corner * 3 + 1] = length === 0 ? 0 : y / length;
  // A triangle without area is not seen, but its normal must be one.
  normals[corner * 3 + 2] = length === 0 ? 1 : z / length;
}

/** Corners of a vertex that have the same normal become one vertex again. */
function shared({ positions, indices, colours, print }: Mesh, cornerNormals: Float32Array): PaintedTriangles {
  const first = new Int32Array(positions.length / 3).fill(-1);
  const sources = new Uint32Array(indices.length);
  const nexts = new Int32Array(indices.length).fill(-1);
  const normals = new Float32Array(indices.length * 3);
  const corners = new Uint32Array(indices.length);
  let count = 0;
  for (let corner = 0; corner < indices.length; corner++) {
    const vertex = indices[corner] ?? 0;
    const x = cornerNormals[corner * 3] ?? 0;
    const y = cornerNormals[corner * 3 + 1] ?? 0;
    const z = cornerNormals[corner * 3 + 2] ?? 0;
    let found = first[vertex] ?? -1;
    for (let tries = 0; found !== -1; tries++) {
      const at = found * 3;
      if (x * (normals[at] ?? 0) + y * (normals[at + 1] ?? 0) + z * (normals[at + 2] ?? 0) > SAME_COSINE) break;
      found = tries === MOST_SEARCHED ? -1 : (nexts[found] ?? -1);
    }
    if (found === -1) {
      found = count++;
      sources[found] = vertex;
      normals[found * 3] = x;
      normals[found * 3 + 1] = y;
      normals[found * 3 + 2] = z;
      nexts[found] = first[vertex] ?? -1;
      first[vertex] = found;
    }
    corners[corner] = found;
  }
  return {
    positions: gathered(positions, 3, sources, count),
    normals: normals.slice(0, count * 3),
    indices: corners,
    ...(colours && { colours: gathered(linearOf(colours), 3, sources, count) }),
    ...(print && { places: gathered(print.places, 2, sources, count) }),
  };
}

function gathered(values: Float32Array, width: 2 | 3, sources: Uint32Array, count: number): Float32Array {
  const out = new Float32Array(count * width);
  for (let i = 0; i < count; i++) {
    const from = (sources[i] ?? 0) * width;
    for (let k = 0; k < width; k++) out[i * width + k] = values[from + k] ?? 0;
  }
  return out;
}

/** As light is computed. */
function linearOf(colours: Uint8Array): Float32Array {
  const table = Float32Array.from({ length: 256 }, (_, value) => SCRATCH.setRGB(value / 255, 0, 0, 'srgb').r);
  return Float32Array.from(colours, (value) => table[value] ?? 0);
}

const SCRATCH = new Color();
