import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ImportError, importBody } from './formats.ts';
import { asciiStl, binaryStl, dae, filesOf, glb, gltf, obj, vrml } from './samples.contract.ts';

/** Refused with an ImportError that names the reason, within the time and memory that an import may take. */
async function refused(path: string, file: string | Uint8Array, reason: RegExp): Promise<void> {
  const before = process.memoryUsage().rss;
  const start = process.threadCpuUsage();
  const thrown = await importBody(filesOf({ [path]: file })).catch((error: unknown) => error);
  // Of the processor, not of the clock: what else runs on the machine is not the file's fault.
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(2000);
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024);
  expect(thrown).toBeInstanceOf(ImportError);
  expect((thrown as ImportError).message).toMatch(reason);
  expect((thrown as ImportError).cause).toBeUndefined();
}

const stlOf = (...values: number[]) => binaryStl([[0, 0, 0, 1, 0, 0, ...values]]);
const changed = (change: object) => JSON.stringify({ ...gltf, ...change });

/** A zip with one number of its directory changed. */
function spoiltZip(offset: number, value: number, files: Record<string, Uint8Array> = { 'a.stl': new Uint8Array(5000) }): Uint8Array {
  const zip = zipSync(files);
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  for (let at = 0; at + 46 < zip.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50) {
      view.setUint32(at + offset, value, true);
      return zip;
    }
  }
  throw new Error('a zip without a directory');
}

describe('hostile files', () => {
  it.each([
    ['1e308', 'a.stl', asciiStl.replace('0.3', '1e308'), /no place within/],
    ['NaN', 'a.stl', asciiStl.replace('0.3', 'NaN'), /a\.stl:13:14:.*"NaN" is no number/],
    ['binary NaN', 'a.stl', stlOf(Number.NaN, 0, 0), /no place/],
    ['binary infinity', 'a.stl', stlOf(Infinity, 0, 0), /no place/],
    ['1e308', 'a.obj', obj.replace('v 1 0 0', 'v 1e308 0 0'), /no place/],
    ['a corner that is not there', 'a.obj', obj.replace('1 2 3 4', '1 2 9'), /a\.obj:10:.*corner 9/],
    ['1e308', 'a.dae', dae.replace('100', '1e308'), /no place/],
    ['NaN', 'a.dae', dae.replace('100', 'nan'), /no number/],
    ['a product of numbers beyond all', 'a.dae', dae.replace('0 0 50', '1e300 0 0').replace('2 1 1', '1e300 1 1'), /no place/],
    ['1e308', 'a.wrl', vrml.replace('0.5 1 0.5', '1e308 0 0'), /no place/],
    ['1e999', 'a.wrl', vrml.replace('0.5 1 0.5', '1e999 0 0'), /a\.wrl:\d+:\d+: "1e999" is no number/],
    ['a body as large as a town', 'a.wrl', vrml.replace('5 0 0', '50000 0 0'), /more than 1000 m/],
  ])('[F17] refuses %s in %s', (_what, path, file, reason) => refused(path, file, reason));

  it('[F17] [F19] refuses millions of triangles, said or real', async () => {
    const lie = binaryStl([[0, 0, 0, 1, 0, 0, 0, 1, 0]]);
    new DataView(lie.buffer).setUint32(80, 4_000_000_000, true);
    await refused('a.stl', lie, /4000000000 triangles/);
    const many = new Uint8Array(84 + 50 * 1_000_000);
    new DataView(many.buffer).setUint32(80, 1_000_000, true);
    await refused('a.stl', many, /1000000 triangles/);
    await refused('a.obj', `v 0 0 0\nv 1 0 0\nv 0 1 0\n${'f 1 2 3\n'.repeat(500_001)}`, /more than 500000 triangles/);
    await refused(
      'a.gltf',
      changed({ accessors: [{ bufferView: 0, componentType: 5126, count: 4e9, type: 'VEC3' }] }),
      /4000000000 elements/,
    );
  });

  it('[F18] refuses what contains itself, and what shows itself too often', async () => {
    await refused('a.gltf', changed({ nodes: [{ children: [1] }, { children: [0] }] }), /inside of itself/);
    await refused('a.gltf', changed({ scenes: [], nodes: [{ children: [0] }] }), /go round/);
    const doubling = Array.from({ length: 40 }, (_, i) => ({ children: [i + 1, i + 1] }));
    await refused('a.gltf', changed({ nodes: [...doubling, { mesh: 0 }] }), /more than 20000 nodes/);
    await refused('a.wrl', '#VRML V2.0 utf8\nDEF A Group { children [ USE A ] }', /inside of itself/);
    const uses = Array.from({ length: 40 }, (_, i) => `DEF G${i + 1} Group { children [ USE G${i} USE G${i} ] }`);
    await refused('a.wrl', `#VRML V2.0 utf8\nDEF G0 Shape { geometry Box {} }\n${uses.join('\n')}`, /more than/);
    await refused('a.dae', dae.replace('<node id="b">', '<node id="b"><instance_node url="#a"/>'), /inside of itself/);
  });

  const corners = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
  const numbered = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i)).join('');
  it.each([
    ['solids', 'a.stl', () => 'solid a\nendsolid a\n'.repeat(100_000), /more than 20000 solids/],
    ['groups', 'a.obj', () => `${corners}${numbered(30_000, (i) => `g a${i}\nf 1 2 3\n`)}`, /more than 20000 groups/],
    ['vertices', 'a.obj', () => 'v 0 0 0\n'.repeat(3_100_000), /more than 3000000 vertices/],
    // To parse this would take more memory than a worker has, and end the process with it.
    ['nodes', 'a.gltf', () => `{"asset":{"version":"2.0"},"nodes":[${'{},'.repeat(5_000_000)}{}]}`, /more than 300000 values/],
    ['numbers', 'a.wrl', () => `#VRML V2.0 utf8\nShape { x [ ${'1 '.repeat(5_100_000)}`, /more than 5000000 numbers/],
    ['attributes', 'a.urdf', () => `<robot ${numbered(410_000, (i) => `a${i}="b" `)}/>`, /more than 400000 attributes/],
  ])('[F19] refuses crowds of %s that are nearly nothing', (_what, path, file, reason) => refused(path, file(), reason));

  it('[F19] looks for no file for ever, and reads none again and again', async () => {
    const beside = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`e${i}/x.wrl`, 'x']));
    const addresses = Array.from({ length: 3000 }, (_, i) => `Inline { url "d${i}/q/x.wrl" }`);
    const files = filesOf({ 'a.wrl': `#VRML V2.0 utf8\n${addresses.join(' ')}`, ...beside });
    await expect(importBody(files, { main: 'a.wrl' })).rejects.toThrow('names are all alike');
    const library = 'newmtl a\nKd 1 0 0\n'.repeat(1000);
    const body = `${'mtllib a.mtl\n'.repeat(100_000)}${'mtllib b.mtl\n'.repeat(100_000)}v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3`;
    const { model, problems } = await importBody(filesOf({ 'a.obj': body, 'a.mtl': library }), { unitM: 1 });
    expect(model.links[0]?.parts[0]?.paint).toBe('#ff0000');
    expect(problems).toHaveLength(1);
  });

  it('[F15] [F18] refuses deep nesting', async () => {
    await refused('a.wrl', `#VRML V2.0 utf8\n${'Group { children [ '.repeat(100_000)}`, /nested/);
    await refused('a.dae', `<COLLADA>${'<node>'.repeat(100_000)}`, /nested/);
    await refused('a.gltf', '['.repeat(200_000), /no glTF/);
    const chain = Array.from({ length: 200 }, (_, i) => ({ children: [i + 1] }));
    await refused('a.gltf', changed({ nodes: [...chain, { mesh: 0 }] }), /nested/);
  });

  it.each([
    ['a path out of the folder', zipSync({ '../../evil.stl': new Uint8Array(10) }), /leads out/],
    ['a path from the root', zipSync({ '/etc/evil.stl': new Uint8Array(10) }), /leads out/],
    ['a path of another system', zipSync({ '..\\evil.stl': new Uint8Array(10) }), /leads out/],
    ['a drive', zipSync({ 'C:\\evil.stl': new Uint8Array(10) }), /leads out/],
    ['a bomb', zipSync({ 'a.stl': new Uint8Array(5_000_000) }), /taken for a bomb/],
    ['a crowd', zipSync(Object.fromEntries(Array.from({ length: 4001 }, (_, i) => [`${i}.stl`, new Uint8Array(1)]))), /4000 members/],
    ['encryption', spoiltZip(8, 1), /encrypted/],
    ['an unknown method', spoiltZip(10, 99), /method 99/],
    ['a size that is less than there is', spoiltZip(24, 10), /more than the 10 bytes/],
    ['a size that is more than there is', spoiltZip(24, 6000), /5000 bytes, not the 6000/],
    ['a size of gigabytes', spoiltZip(24, 0xfffffff0, { 'a.stl': new Uint8Array(5000) }), /bomb|more than/],
    ['a cut one', zipSync({ 'a.stl': new Uint8Array(5000) }).subarray(0, 60), /no directory/],
  ])('[F16] refuses a zip with %s', (_what, zip, reason) => refused('a.zip', zip, reason));

  it('[F16] refuses a bomb that lies about its size, without going off', async () => {
    // 8 MB of zeros, said to be so few that their ratio alarms nobody.
    const packed = zipSync({ 'a.stl': new Uint8Array(8_000_000) });
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    for (let at = 0; at + 46 < packed.length; at++) if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 900_000, true);
    await refused('a.zip', packed, /more than the 900000 bytes/);
  });

  it.each([
    ['a.stl', ''],
    ['a.stl', 'solid'],
    ['a.obj', 'f 1 2 3'],
    ['a.glb', glb.subarray(0, 40)],
    ['a.gltf', '{}'],
    ['a.gltf', changed({ extensionsRequired: ['KHR_draco_mesh_compression'] })],
    ['a.dae', '<COLLADA/>'],
    ['a.wrl', '#VRML V1.0 ascii'],
    ['a.wrl', '#VRML V2.0 utf8\nInline { url "other.wrl" }'],
    ['a.wrl', '#VRML V2.0 utf8\nShape { geometry Box { size 1 1'],
    ['a.urdf', ''],
    ['a.zip', 'PK\x03\x04 and nothing of a zip behind it'],
  ])('[F12] [F6] refuses what is broken: %s %#', (path, file) => refused(path, file, new RegExp(`^${path}`)));
});
