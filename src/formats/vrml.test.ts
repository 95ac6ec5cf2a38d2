import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { textToBytes } from '../core/base/bytes.ts';
import { decodeMesh } from '../core/geometry/mesh.ts';
import { ImportError, importBody } from './formats.ts';
import { filesOf } from './samples.contract.ts';

const vrml = (text: string) => `#VRML V2.0 utf8\n${text}`;

/** What a scene shows: sizes in its own axes, y up. */
async function shown(text: string, beside: Readonly<Record<string, string | Uint8Array>> = {}) {
  const { model, meshes, problems } = await importBody(filesOf({ 'scene.wrl': vrml(text), ...beside }), { main: 'scene.wrl', up: 'z' });
  const parts = model.links[0]?.parts ?? [];
  const shapes = parts.flatMap(({ shape }) => (shape.kind === 'mesh' ? [shape] : []));
  return {
    paints: parts.map(({ paint }) => paint),
    sizes: shapes.map(({ lowM, highM }) => highM.map((high, i) => Number((high - (lowM[i] ?? 0)).toFixed(5)))),
    lows: shapes.map(({ lowM }) => lowM.map((low) => Number(low.toFixed(5)))),
    areas: [...meshes.values()].map(areaOf),
    messages: problems.map(({ message }) => message),
  };
}

function areaOf(bytes: Uint8Array): number {
  const { positions, indices } = decodeMesh(bytes);
  const at = (corner: number, axis: number) => positions[3 * (indices[corner] ?? 0) + axis] ?? 0;
  let area = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [u, v] = [1, 2].map((k) => [0, 1, 2].map((axis) => at(i + k, axis) - at(i, axis))) as [number[], number[]];
    const [ux = 0, uy = 0, uz = 0, vx = 0, vy = 0, vz = 0] = [...u, ...v];
    area += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  return Number(area.toFixed(4));
}

const brick = `PROTO Brick [ field SFVec3f size 1 1 1 exposedField SFColor paint 1 0 0 field SFVec3f place 0 0 0 eventIn SFTime go ] {
  Transform { translation IS place children Shape { appearance Appearance { material Material { diffuseColor IS paint } } geometry Box { size IS size } } }
  Script { eventIn SFTime go IS go url "javascript: function go() {}" }
}`;

describe('VRML', () => {
  it('[F6] instances of a PROTO, with what they say and what it says', async () => {
    const { paints, sizes, lows } = await shown(
      `${brick} Brick {} Brick { size 2 3 4 paint 0 0 1 place 5 0 0 } DEF B Brick { paint 0 1 0 } USE B`,
    );
    expect(paints).toEqual(['#ff0000', '#0000ff', '#00ff00', '#00ff00']);
    expect(sizes.slice(0, 2)).toEqual([
      [1, 1, 1],
      [2, 3, 4],
    ]);
    expect(lows[1]).toEqual([4, -1.5, -2]);
  });

  it('[F6] prototypes in prototypes: what IS a field is handed through, nodes too', async () => {
    const wall = `PROTO Wall [ field SFVec3f stone 1 2 1 field MFNode on [] ] { ${brick} Group { children [ Brick { size IS stone } Transform { translation 0 5 0 children IS on } ] } }`;
    const { sizes, lows } = await shown(`${wall} Wall { stone 3 3 3 on [ Shape { geometry Sphere {} } ] } Wall {}`);
    expect(sizes).toEqual([
      [3, 3, 3],
      [2, 2, 2],
      [1, 2, 1],
    ]);
    expect(lows[1]).toEqual([-1, 4, -1]);
  });

  it('[F6] names inside a PROTO are its own', async () => {
    const { paints, messages } = await shown(
      'PROTO P [] { Group { children [ DEF X Shape { geometry Box {} } USE X ] } } DEF X Shape { geometry Cone {} } P {} USE X Group { children USE nothing }',
    );
    expect(paints).toHaveLength(4);
    expect(messages).toEqual([expect.stringContaining('USE nothing')]);
  });

  it('[F6] EXTERNPROTO and Inline from the given files, beside it, in folders and zips, by the name they give', async () => {
    const text = `EXTERNPROTO Stone [ field SFVec3f size ] [ "urn:lib:stone" "http://example.org/lib/protos.wrl#Brick" ]
      Stone { size 2 2 2 } Transform { translation 9 0 0 children Inline { url [ "missing.wrl" "parts/ball.wrl" ] } }`;
    const beside = {
      'lib/protos.wrl': vrml(`PROTO Other [] { Shape { geometry Cone {} } } ${brick}`),
      'parts/ball.wrl': vrml('Shape { geometry Sphere {} } Inline { url "ball2.wrl" }'),
      'parts/ball2.wrl': vrml('Shape { geometry Sphere { radius 2 } }'),
    };
    const { sizes, lows, messages } = await shown(text, beside);
    expect(messages).toEqual([]);
    expect(sizes).toEqual([
      [2, 2, 2],
      [2, 2, 2],
      [4, 4, 4],
    ]);
    expect(lows[2]).toEqual([7, -2, -2]);
    const zip = zipSync(
      Object.fromEntries(Object.entries({ 'scene.wrl': vrml(text), ...beside }).map(([path, file]) => [path, textToBytes(file)])),
    );
    expect((await importBody(filesOf({ 'a.zip': zip }), { main: 'scene.wrl' })).model.links[0]?.parts).toHaveLength(3);
  });

  it('[F6] what is not there is named, and the rest is shown', async () => {
    const { messages, paints } = await shown(
      'EXTERNPROTO Gone [] "gone.wrl" Gone {} Inline { url "far.wrl" } Shape { geometry Text { string "hello" } } Shape { geometry Box {} }',
    );
    expect(paints).toHaveLength(1);
    expect(messages).toEqual([
      'EXTERNPROTO Gone is not among the files (gone.wrl)',
      'Inline "far.wrl" is not among the files',
      'Text is not shown',
    ]);
  });

  it('[F6] a file of prototypes alone, or of what a script makes, says so', async () => {
    await expect(shown(brick)).rejects.toThrow('only defines prototypes');
    await expect(shown('Script { url "javascript:" } Shape { geometry IndexedFaceSet {} }')).rejects.toThrow('scripts');
  });

  it('[F6] Switch and LOD: what is chosen, the finest; the first where nothing else would be seen', async () => {
    const choice = 'choice [ Shape { geometry Box {} } Shape { geometry Sphere { radius 3 } } ]';
    expect((await shown(`Switch { whichChoice 1 ${choice} }`)).sizes).toEqual([[6, 6, 6]]);
    expect((await shown(`LOD { range 5 ${choice.replace('choice', 'level')} }`)).sizes).toEqual([[2, 2, 2]]);
    expect((await shown(`Switch { ${choice} } Shape { geometry Box { size 1 1 1 } }`)).sizes).toEqual([[1, 1, 1]]);
    const hidden = await shown(`Switch { ${choice} }`);
    expect(hidden.sizes).toEqual([[2, 2, 2]]);
    expect(hidden.messages).toEqual([expect.stringContaining('Switch hides')]);
  });

  it('[F6] Extrusion: a square column, a bent pipe, a ring that is closed', async () => {
    const column = await shown(
      'Shape { geometry Extrusion { crossSection [ 1 1, 1 -1, -1 -1, -1 1, 1 1 ] spine [ 0 0 0, 0 3 0 ] scale [ 1 1, 0.5 0.5 ] } }',
    );
    expect(column.sizes).toEqual([[2, 3, 2]]);
    expect(column.areas[0]).toBeCloseTo(4 + 1 + 4 * 1.5 * Math.hypot(3, 0.5), 3);
    const lying = await shown('Shape { geometry Extrusion { spine [ 0 0 0, 5 0 0 ] } }');
    expect(lying.sizes).toEqual([[5, 2, 2]]);
    const bent = await shown(
      'Shape { geometry Extrusion { crossSection [ 0.1 0.1, 0.1 -0.1, -0.1 -0.1, -0.1 0.1, 0.1 0.1 ] spine [ 0 0 0, 0 2 0, 2 2 0 ] } }',
    );
    expect(bent.sizes[0]?.[2]).toBeCloseTo(0.2, 5);
    const round = Array.from({ length: 33 }, (_, i) => `${Math.cos((i * Math.PI) / 16)} 0 ${Math.sin((i * Math.PI) / 16)}`).map(
      (p, i, all) => (i === 32 ? all[0] : p),
    );
    const ring = await shown(
      `Shape { geometry Extrusion { beginCap FALSE endCap FALSE crossSection [ 0.1 0.1, 0.1 -0.1, -0.1 -0.1, -0.1 0.1, 0.1 0.1 ] spine [ ${round.join(', ')} ] } }`,
    );
    expect(ring.sizes[0]?.[1]).toBeCloseTo(0.2, 5);
    expect(ring.sizes[0]?.[0]).toBeCloseTo(2.2, 2);
  });

  it('[F6] colours of faces and of corners', async () => {
    const faces =
      'coord Coordinate { point [ 0 0 0, 1 0 0, 1 1 0, 0 1 0 ] } coordIndex [ 0 1 2 -1 0 2 3 -1 ] color Color { color [ 1 0 0, 0 0 1 ] }';
    for (const more of ['colorPerVertex FALSE', 'colorPerVertex FALSE colorIndex [ 0 1 ]', 'colorIndex [ 0 0 0 -1 1 1 1 -1 ]']) {
      const { meshes } = await importBody(filesOf({ 'a.wrl': vrml(`Shape { geometry IndexedFaceSet { ${faces} ${more} } }`) }));
      const [bytes] = [...meshes.values()];
      expect([...((bytes && decodeMesh(bytes).colours) ?? [])]).toEqual([255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255]);
    }
  });

  it('[F18] refuses files that bring in themselves, and prototypes that grow without end', async () => {
    const refused = async (text: string, beside: Readonly<Record<string, string>>, reason: RegExp) => {
      const thrown = await shown(text, beside).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(ImportError);
      expect((thrown as ImportError).cause).toBeUndefined();
      expect((thrown as ImportError).message).toMatch(reason);
    };
    await refused('Inline { url "scene.wrl" }', {}, /inside of itself|nested/);
    await refused('Inline { url "b.wrl" }', { 'b.wrl': vrml('Inline { url "scene.wrl" }') }, /inside of itself|nested/);
    await refused('EXTERNPROTO A [] "scene.wrl" A {}', {}, /brings in itself/);
    const growing = Array.from({ length: 40 }, (_, i) => `PROTO P${i + 1} [] { Group { children [ P${i} {} P${i} {} ] } }`);
    await refused(`PROTO P0 [] { Shape { geometry Box {} } } ${growing.join('\n')} P40 {}`, {}, /more than 100000 nodes/);
    await refused(`${'PROTO A [] { '.repeat(1000)}`, {}, /nested/);
    await refused(
      'PROTO A [ field SFNode n NULL ] { Group { children IS n } } DEF X A { n Group { children USE X } }',
      {},
      /no surface.*USE X/,
    );
  });
});
