import { textToBytes } from '../core/base/bytes.ts';
import { boundsOf, type Mesh } from '../core/geometry/mesh.ts';

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** One mesh as GLB, turned from z up to the y up of glTF: (x, y, z) becomes (x, z, -y). */
export function writeGlb(mesh: Mesh): Uint8Array<ArrayBuffer> {
  const positions = new Float32Array(mesh.positions.length);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    positions[i] = mesh.positions[i] ?? 0;
    positions[i + 1] = mesh.positions[i + 2] ?? 0;
    positions[i + 2] = -(mesh.positions[i + 1] ?? 0);
  }
  const vertices = positions.length / 3;
  const [positionBytes, indexBytes] = [4 * positions.length, 4 * mesh.indices.length];
  const binary = new Uint8Array(positionBytes + indexBytes + (mesh.colours ? 4 * vertices : 0));
  const view = new DataView(binary.buffer);
  for (const [i, value] of positions.entries()) view.setFloat32(4 * i, value, true);
  for (const [i, index] of mesh.indices.entries()) view.setUint32(positionBytes + 4 * i, index, true);
  for (let i = 0; mesh.colours && i < vertices; i++) {
    const light = [0, 1, 2].map((channel) => lightOf(mesh.colours?.[3 * i + channel] ?? 0));
    binary.set([...light, 255], positionBytes + indexBytes + 4 * i);
  }
  const { low, high } = boundsOf({ ...mesh, positions }) ?? { low: [0, 0, 0], high: [0, 0, 0] };
  const views = [
    { buffer: 0, byteOffset: 0, byteLength: positionBytes, target: 34962 },
    { buffer: 0, byteOffset: positionBytes, byteLength: indexBytes, target: 34963 },
    ...(mesh.colours ? [{ buffer: 0, byteOffset: positionBytes + indexBytes, byteLength: 4 * vertices, target: 34962 }] : []),
  ];
  const accessors = [
    { bufferView: 0, componentType: 5126, count: vertices, type: 'VEC3', min: low, max: high },
    { bufferView: 1, componentType: 5125, count: mesh.indices.length, type: 'SCALAR' },
    ...(mesh.colours ? [{ bufferView: 2, componentType: 5121, normalized: true, count: vertices, type: 'VEC4' }] : []),
  ];
  const attributes = { POSITION: 0, ...(mesh.colours && { COLOR_0: 2 }) };
  return glb(
    {
      asset: { version: '2.0', generator: 'Manyhands' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes, indices: 1 }] }],
      accessors,
      bufferViews: views,
      buffers: [{ byteLength: binary.length }],
    },
    binary,
  );
}

/** glTF counts light, not how bright it looks. */
function lightOf(value: number): number {
  const seen = value / 255;
  return Math.round(255 * (seen <= 0.04045 ? seen / 12.92 : ((seen + 0.055) / 1.055) ** 2.4));
}

function glb(document: unknown, binary: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = textToBytes(JSON.stringify(document));
  const textLength = Math.ceil(text.length / 4) * 4;
  const bytes = new Uint8Array(12 + 8 + textLength + 8 + binary.length);
  const view = new DataView(bytes.buffer);
  for (const [i, word] of [MAGIC, 2, bytes.length, textLength, JSON_CHUNK].entries()) view.setUint32(4 * i, word, true);
  bytes.fill(0x20, 20, 20 + textLength);
  bytes.set(text, 20);
  view.setUint32(20 + textLength, binary.length, true);
  view.setUint32(24 + textLength, BINARY_CHUNK, true);
  bytes.set(binary, 28 + textLength);
  return bytes;
}
