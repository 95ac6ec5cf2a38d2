import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { textToBytes } from '../core/base/bytes.ts';
import { sha256 } from '../core/base/sha-256.ts';
import { decodeMesh } from '../core/geometry/mesh.ts';
import type { Part } from '../core/geometry/shape.ts';
import { modelSchema } from '../core/robots/model-schema.ts';
import { type ImportOptions, importBody, sourcesIn } from './formats.ts';
import { asciiStl, binaryStl, dae, filesOf, glb, gltf, mtl, obj, someTriangles, urdf, vrml } from './samples.contract.ts';

/** Imports a bare mesh and checks what holds for each of them. */
async function imported(files: Readonly<Record<string, string | Uint8Array>>, options?: ImportOptions) {
  const body = await importBody(filesOf(files), options);
  expect(body.model.links).toHaveLength(1);
  expect(modelSchema.safeParse(body.model).success).toBe(true);
  for (const [hash, bytes] of body.meshes) expect(sha256(bytes)).toBe(hash);
  const parts = (body.model.links[0]?.parts ?? []) as Part[];
  return { ...body, parts, messages: body.problems.map(({ message }) => message).join('\n'), ...standingSize(parts) };
}

function standingSize(parts: readonly Part[]): { sizeM: number[]; lowestM: number } {
  const boxes = parts.flatMap(({ shape, at }) => (shape.kind === 'mesh' ? [{ ...shape, at: [at.x, at.y, at.z] }] : []));
  const side = (axis: 0 | 1 | 2) => Math.max(...boxes.map(({ highM }) => highM[axis])) - Math.min(...boxes.map(({ lowM }) => lowM[axis]));
  const lowestM = Math.min(...boxes.map(({ lowM, at }) => lowM[2] + (at[2] ?? 0)));
  return { sizeM: [side(0), side(1), side(2)].map((value) => Number(value.toFixed(5))), lowestM };
}

describe('meshes of files', () => {
  it('[F2] [F7] [F14] STL as text: one link on the ground, vertices in one place welded', async () => {
    const { model, meshes, sizeM, lowestM, messages } = await imported({ 'wedge.stl': asciiStl });
    expect(model).toMatchObject({ id: 'wedge', name: 'wedge', kind: 'part' });
    expect(sizeM).toEqual([0.1, 0.2, 0.3]);
    expect(lowestM).toBe(0);
    expect(messages).toContain('metres');
    const [bytes] = [...meshes.values()];
    expect(bytes && decodeMesh(bytes).positions).toHaveLength(12);
  });

  it('[F2] binary STL, also one that begins with "solid"; units by plausibility or by choice, and the colour of its header', async () => {
    const large = someTriangles.map((corners) => corners.map((value) => 200 * value));
    for (const header of ['', 'solid but binary', 'COLOR=\x10\x20\x30\x7f']) {
      const { parts, sizeM, messages } = await imported({ 'b.STL': binaryStl(large, header) });
      expect(sizeM).toEqual([0.2, 0.2, 0.2]);
      expect(messages).toContain('millimetres');
      expect(parts[0]?.paint).toBe(header.startsWith('COLOR') ? '#102030' : 'own');
    }
    expect((await imported({ 'b.stl': binaryStl(large) }, { unitM: 0.01 })).sizeM).toEqual([2, 2, 2]);
    expect(
      (
        await imported(
          {
            'b.stl': binaryStl([
              [0, 0, 0, 1, 0, 0, 0, 2, 0],
              [0, 0, 0, 0, 2, 0, 0, 0, 3],
            ]),
          },
          { up: 'y' },
        )
      ).sizeM,
    ).toEqual([1, 3, 2]);
  });

  it('[F3] OBJ with colours, faces of four corners and indices from the end', async () => {
    const { parts, sizeM } = await imported({ 'm/roof.obj': obj, 'm/roof.mtl': mtl });
    expect(parts.map(({ paint }) => paint)).toEqual(['#ff0000', '#0000ff']);
    expect(parts.map(({ shape }) => shape.kind === 'mesh' && shape.triangles)).toEqual([2, 2]);
    expect(sizeM).toEqual([1, 1, 1]);
    const without = await imported({ 'roof.obj': obj });
    expect(without.messages).toContain('"roof.mtl" are missing');
    expect(without.parts.map(({ paint }) => paint)).toEqual(['own', 'own']);
  });

  it('[F4] glTF: nodes in nodes, buffers inside and beside, base colour; y up', async () => {
    const { parts, sizeM, model } = await imported({ 'a.gltf': JSON.stringify(gltf) });
    expect(sizeM).toEqual([2, 2, 0]);
    expect(parts[0]?.paint).toBe('#ff0000');
    expect(model.extent.heightM).toBeLessThan(0.1);
    const [{ uri }] = gltf.buffers as [{ uri: string }];
    const beside = { ...gltf, buffers: [{ byteLength: 36, uri: 'data/a%20b.bin' }] };
    const bytes = Buffer.from(uri.split(',')[1] ?? '', 'base64');
    const again = await imported({ 'x/a.gltf': JSON.stringify(beside), 'x/data/a b.bin': bytes });
    expect([...again.meshes.keys()]).toEqual([...(await imported({ 'a.gltf': JSON.stringify(gltf) })).meshes.keys()]);
  });

  it('[F4] GLB with colours of vertices', async () => {
    const { meshes, sizeM } = await imported({ 'a.glb': glb });
    expect(sizeM).toEqual([1, 2, 3]);
    const [bytes] = [...meshes.values()];
    expect([...((bytes && decodeMesh(bytes).colours) ?? [])]).toEqual([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]);
  });

  it('[F5] COLLADA: unit, up axis, nodes, colours', async () => {
    const { parts, sizeM } = await imported({ 'plate.dae': dae });
    expect(sizeM).toEqual([2, 1, 0]);
    expect(parts).toMatchObject([{ paint: '#00ff00', shape: { triangles: 2, lowM: [0, 0, 0.5] } }]);
    expect((await imported({ 'plate.dae': dae.replace('Z_UP', 'Y_UP') })).sizeM).toEqual([2, 0, 1]);
    const triangles = dae.replace('<vcount>4</vcount>', '').replaceAll('polylist', 'trifans');
    expect((await imported({ 'plate.dae': triangles })).meshes).toEqual((await imported({ 'plate.dae': dae })).meshes);
  });

  it('[F11] a COLLADA mesh in a URDF counts in its unit, and its up axis does not count', async () => {
    const robot = '<robot name="r"><link name="l"><visual><geometry><mesh filename="plate.dae"/></geometry></visual></link></robot>';
    for (const axis of ['Z_UP', 'Y_UP']) {
      const { parts } = await imported({ 'r.urdf': robot, 'plate.dae': dae.replace('Z_UP', axis) });
      expect(parts).toMatchObject([{ shape: { lowM: [0, 0, 0.5], highM: [2, 1, 0.5] } }]);
    }
  });

  it('[F6] VRML: shapes, transforms, DEF and USE, gzipped or not', async () => {
    const { parts, sizeM, lowestM } = await imported({ 'scene.wrl': vrml });
    expect(parts.map(({ paint }) => paint)).toEqual(['#ff0000', '#ff0000', 'own']);
    // The second box is turned about y: 3 wide and 1 deep; the two reach from -0.5 to 6.5, and from -1 to 2 in height.
    expect(sizeM).toEqual([7, 3, 3]);
    expect(lowestM).toBeCloseTo(0, 6);
    expect((await imported({ 'scene.wrl.gz': gzipSync(textToBytes(vrml)) })).meshes.size).toBe(3);
    const round =
      '#VRML V2.0 utf8\nTransform { children [ Shape { geometry Sphere {} } Shape { geometry Cone {} } Shape { geometry Cylinder { radius 2 } } Shape { geometry Text {} } ] }';
    const drawn = await imported({ 'round.wrl': round });
    expect(drawn.sizeM).toEqual([4, 4, 2]);
    expect(drawn.messages).toContain('Text is not shown');
    const grid =
      '#VRML V2.0 utf8\nSwitch { whichChoice 1 choice [ Shape { geometry Box {} } Shape { geometry ElevationGrid { xDimension 2 zDimension 3 height [ 0 0 0 0 1 1 ] } } ] }';
    expect((await imported({ 'grid.wrl': grid })).sizeM).toEqual([1, 2, 1]);
  });

  it('[F7] more than 100 pieces become one, with the colours of each', async () => {
    const shape = (i: number) =>
      `Transform { translation ${i} 0 0 children Shape { appearance Appearance { material Material { diffuseColor ${i % 2} 0 1 } } geometry Box {} } }`;
    const { parts, meshes } = await imported({
      'row.wrl': `#VRML V2.0 utf8\n${Array.from({ length: 101 }, (_, i) => shape(i)).join('\n')}`,
    });
    expect(parts).toHaveLength(1);
    const [bytes] = [...meshes.values()];
    expect([...((bytes && decodeMesh(bytes).colours) ?? [])].slice(21, 27)).toEqual([0, 0, 255, 255, 0, 255]);
  });

  it('[F11] a mirrored mesh keeps its outside outside', async () => {
    const robot = (scale: string) =>
      `<robot name="r"><link name="l"><visual><geometry><mesh filename="a.stl" scale="${scale}"/></geometry></visual></link></robot>`;
    const corners = async (scale: string) => {
      const { meshes } = await imported({ 'r.urdf': robot(scale), 'a.stl': binaryStl([[0, 0, 0, 1, 0, 0, 0, 1, 0]]) });
      const [bytes] = [...meshes.values()];
      return bytes ? [...decodeMesh(bytes).indices] : [];
    };
    expect(await corners('1 1 1')).toEqual([0, 1, 2]);
    expect(await corners('-1 1 1')).toEqual([0, 2, 1]);
  });

  it('[F1] the best source first, and zips looked into', async () => {
    const files = {
      'deep/er/a.urdf': textToBytes(urdf),
      'z.urdf': textToBytes(urdf),
      'meshes/hand.stl': binaryStl(someTriangles),
      'readme.txt': textToBytes('x'),
    };
    const expected = ['z.urdf', 'deep/er/a.urdf', 'meshes/hand.stl'];
    expect(sourcesIn(filesOf(files))).toEqual(expected);
    const zip = filesOf({ 'robot.zip': zipSync(files) });
    expect(sourcesIn(zip)).toEqual(expected);
    const { model, problems } = await importBody(zip, { main: 'z.urdf', id: 'mine', name: 'My gripper' });
    expect(problems).toEqual([]);
    expect(model).toMatchObject({ id: 'mine', name: 'My gripper', links: { length: 5 } });
    await expect(importBody(filesOf({ 'readme.txt': 'x' }))).rejects.toThrow('nothing here can be imported');
  });
});
