import { describe, expect, it } from 'vitest';
import { decodeMesh, type Mesh } from '../core/geometry/mesh.ts';
import { importBody } from './formats.ts';
import { filesOf, gltf } from './samples.contract.ts';

/** One triangle, in so many bytes; `change` makes the document another. */
const base64 = (bytes: ArrayBuffer | Uint8Array) =>
  Buffer.from(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)).toString('base64');
const bufferOf = (bytes: Uint8Array) => ({ byteLength: bytes.length, uri: `data:application/gltf-buffer;base64,${base64(bytes)}` });
const bytesOf = (...arrays: ArrayBufferView[]) =>
  Uint8Array.from(Buffer.concat(arrays.map((a) => new Uint8Array(a.buffer, a.byteOffset, a.byteLength))));

async function imported(change: object) {
  const { meshes, model, problems } = await importBody(
    filesOf({ 'a.gltf': JSON.stringify({ ...gltf, nodes: [{ mesh: 0 }], scenes: [{ nodes: [0] }], ...change }) }),
    { up: 'z' },
  );
  const [bytes] = [...meshes.values()];
  const mesh = bytes ? decodeMesh(bytes) : ({ positions: new Float32Array(), indices: new Uint32Array() } satisfies Mesh);
  return {
    mesh,
    points: [...mesh.positions].map((value) => Number(value.toFixed(4))),
    parts: model.links[0]?.parts ?? [],
    messages: problems.map(({ message }) => message),
  };
}

const triangle = [0, 0, 0, 1, 0, 0, 0, 0, 1];

describe('glTF as tools write it', () => {
  it('[F4] interleaved buffers, with an offset and what is between', async () => {
    const bytes = bytesOf(Float32Array.of(9, 9, 0, 0, 0, 7, 7, 1, 0, 0, 7, 7, 0, 0, 1, 7, 7));
    const change = {
      buffers: [bufferOf(bytes)],
      bufferViews: [{ buffer: 0, byteOffset: 4, byteLength: bytes.length - 4, byteStride: 20 }],
      accessors: [{ bufferView: 0, byteOffset: 4, componentType: 5126, count: 3, type: 'VEC3' }],
    };
    expect((await imported(change)).points).toEqual(triangle);
    const overlapping = { ...change, bufferViews: [{ buffer: 0, byteLength: bytes.length, byteStride: 4 }] };
    await expect(imported(overlapping)).rejects.toThrow('overlap');
  });

  it('[F4] quantized: whole numbers, normalised or scaled by the node', async () => {
    const bytes = bytesOf(Int16Array.of(0, 0, 0, 0, 32_767, 0, 0, 0, 0, 0, 32_767, 0));
    const view = {
      buffers: [bufferOf(bytes)],
      bufferViews: [{ buffer: 0, byteLength: 24, byteStride: 8 }],
      extensionsRequired: ['KHR_mesh_quantization'],
    };
    expect(
      (await imported({ ...view, accessors: [{ bufferView: 0, componentType: 5122, normalized: true, count: 3, type: 'VEC3' }] })).points,
    ).toEqual(triangle);
    const scaled = {
      ...view,
      nodes: [{ mesh: 0, scale: [1 / 32_767, 1 / 32_767, 1 / 32_767] }],
      accessors: [{ bufferView: 0, componentType: 5122, count: 3, type: 'VEC3' }],
    };
    expect((await imported(scaled)).points).toEqual(triangle);
  });

  it('[F4] sparse accessors, over a view and over nothing', async () => {
    const bytes = bytesOf(Float32Array.of(...triangle), Uint16Array.of(1, 2), Float32Array.of(2, 0, 0, 0, 0, 3));
    const bufferViews = [
      { buffer: 0, byteLength: 36 },
      { buffer: 0, byteOffset: 36, byteLength: 4 },
      { buffer: 0, byteOffset: 40, byteLength: 24 },
    ];
    const sparse = { count: 2, indices: { bufferView: 1, componentType: 5123 }, values: { bufferView: 2 } };
    const accessor = { componentType: 5126, count: 3, type: 'VEC3', sparse };
    for (const over of [{ bufferView: 0 }, {}]) {
      expect((await imported({ buffers: [bufferOf(bytes)], bufferViews, accessors: [{ ...accessor, ...over }] })).points).toEqual([
        0, 0, 0, 2, 0, 0, 0, 0, 3,
      ]);
    }
    const beyond = { ...accessor, count: 2 };
    await expect(imported({ buffers: [bufferOf(bytes)], bufferViews, accessors: [beyond] })).rejects.toThrow('in place of 2');
    await expect(
      imported({ buffers: [bufferOf(bytes)], bufferViews, accessors: [{ ...accessor, sparse: { ...sparse, count: 4e9 } }] }),
    ).rejects.toThrow('others in place');
    await expect(imported({ buffers: [bufferOf(bytes)], bufferViews, accessors: [{ ...accessor, count: 1_500_000 }] })).rejects.toThrow(
      'says only 2 of them',
    );
  });

  it('[F4] a matrix that mirrors keeps the outside outside', async () => {
    const { mesh, points } = await imported({ nodes: [{ mesh: 0, matrix: [-2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 0, 0, 1] }] });
    expect(points).toEqual([1, 0, 0, -1, 0, 0, 1, 0, 2]);
    expect([...mesh.indices]).toEqual([0, 2, 1]);
  });

  it('[F4] the scene that is named; skins and textures are noted', async () => {
    const change = {
      scene: 1,
      scenes: [{ nodes: [0] }, { nodes: [1] }],
      nodes: [{ mesh: 0 }, { mesh: 0, skin: 0, scale: [3, 3, 3] }],
      skins: [{ joints: [0] }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    };
    const { points, messages } = await imported(change);
    expect(points).toEqual(triangle.map((value) => 3 * value));
    expect(messages).toEqual(['has 2 scenes; number 2 is shown', expect.stringContaining('skin'), expect.stringContaining('textures')]);
  });

  it('[F4] colours of vertices times that of the material; the older way to say a colour', async () => {
    const bytes = bytesOf(Float32Array.of(...triangle), Uint8Array.of(255, 255, 255, 255, 255, 0, 0, 255, 0, 255, 255, 255));
    const change = {
      buffers: [bufferOf(bytes)],
      bufferViews: [
        { buffer: 0, byteLength: 36 },
        { buffer: 0, byteOffset: 36, byteLength: 12 },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
        { bufferView: 1, componentType: 5121, normalized: true, count: 3, type: 'VEC4' },
      ],
      meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 }, material: 0 }] }],
    };
    const { mesh, parts } = await imported(change);
    expect([...(mesh.colours ?? [])]).toEqual([255, 0, 0, 255, 0, 0, 0, 0, 0]);
    expect(parts[0]?.paint).toBe('own');
    const older = await imported({
      extensionsRequired: ['KHR_materials_pbrSpecularGlossiness'],
      materials: [{ extensions: { KHR_materials_pbrSpecularGlossiness: { diffuseFactor: [0, 1, 0, 1] } } }],
    });
    expect(older.parts[0]?.paint).toBe('#00ff00');
  });

  it.each([
    ['Draco, required', { extensionsRequired: ['KHR_draco_mesh_compression'] }, 'packed with Draco'],
    ['meshopt, required', { extensionsRequired: ['EXT_meshopt_compression'] }, 'packed with meshopt'],
    [
      'Draco, without the plain numbers',
      {
        meshes: [
          { primitives: [{ attributes: { POSITION: 0 }, extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: {} } } }] },
        ],
        accessors: [{ componentType: 5126, count: 3, type: 'VEC3' }],
      },
      'packed with Draco',
    ],
    [
      'meshopt, without the plain numbers',
      {
        buffers: [...gltf.buffers, { byteLength: 36 }],
        bufferViews: [{ buffer: 1, byteLength: 36, extensions: { EXT_meshopt_compression: { buffer: 0 } } }],
      },
      'packed with meshopt',
    ],
    ['something nobody knows', { extensionsRequired: ['ACME_teapots'] }, 'ACME_teapots'],
  ])('[F4] [F12] refuses %s, and says what to do', async (_what, change, reason) => {
    await expect(imported(change)).rejects.toThrow(reason);
  });

  it('[F4] packed with Draco, but with the plain numbers beside', async () => {
    const meshes = [
      {
        primitives: [
          { attributes: { POSITION: 0 }, extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } } },
        ],
      },
    ];
    expect((await imported({ meshes })).points).toEqual(triangle);
  });
});
