import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Model } from '../../src/core/robots/model.ts';
import { Program, startHub } from './processes.ts';

const STL = 'solid p\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 100 0 0\nvertex 0 50 0\nendloop\nendfacet\nendsolid p\n';
const urdf = (mesh: string) => `<robot name="Lift">
  <link name="base"><visual><geometry><mesh filename="${mesh}" scale="0.001 0.001 0.001"/></geometry></visual></link>
  <link name="top"><visual><geometry><box size="0.1 0.1 0.1"/></geometry></visual></link>
  <joint name="raise" type="prismatic">
    <parent link="base"/><child link="top"/><axis xyz="0 0 1"/><limit lower="0" upper="0.4" velocity="0.2" effort="1"/>
  </joint>
</robot>
`;

const folder = mkdtempSync(join(tmpdir(), 'manyhands-catalog-'));
let hub: Program & { readonly url: string };
let link: string;

beforeAll(async () => {
  hub = await startHub();
  link = String((await hub.event('listening')).administrator);
  mkdirSync(join(folder, 'lift_description', 'meshes'), { recursive: true });
  mkdirSync(join(folder, 'lift_description', 'urdf'));
  writeFileSync(join(folder, 'lift_description', 'meshes', 'base.stl'), STL);
  writeFileSync(join(folder, 'lift_description', 'urdf', 'lift.urdf'), urdf('package://lift_description/meshes/base.stl'));
  writeFileSync(join(folder, 'plate.stl'), STL);
});

afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function catalog(...args: string[]): Promise<{ code: number | null; program: Program }> {
  // Without the wrapper, which looks for Node and packages first.
  const program = new Program('src/hub/main.ts', ['catalog', ...args]);
  return { code: await program.exited, program };
}

describe('manyhands catalog', () => {
  it('imports a URDF with the meshes of its package, exports it, and imports that again', async () => {
    const imported = await catalog('import', join(folder, 'lift_description', 'urdf', 'lift.urdf'), '--link', link, '--json');
    expect(imported.code, imported.program.transcript).toBe(0);
    expect(imported.program.events).toMatchObject([
      { event: 'imported', id: 'lift', name: 'Lift', links: 2, joints: 1, triangles: 1, meshes: 1, problems: [] },
    ]);
    const out = join(folder, 'exported');
    const exported = await catalog('export', 'lift', '--out', out, '--hub', hub.url);
    expect(exported.code, exported.program.transcript).toBe(0);
    expect(readFileSync(join(out, 'robot.urdf'), 'utf8')).toContain('type="prismatic"');
    const again = await catalog('import', out, '--id', 'lift-again', '--link', link, '--json');
    expect(again.code, again.program.transcript).toBe(0);
    expect(again.program.events).toMatchObject([{ id: 'lift-again', links: 2, joints: 1, triangles: 1, problems: [] }]);
  });

  it('imports zips and bare meshes, several at once, in the unit it is told', async () => {
    const zip = join(folder, 'lift.zip');
    writeFileSync(zip, zipSync({ 'robot/lift.urdf': Buffer.from(urdf('base.stl')), 'robot/base.stl': Buffer.from(STL) }));
    const zipped = await catalog('import', zip, '--id', 'zipped', '--name', 'Zipped lift', '--link', link, '--json');
    expect(zipped.program.events, zipped.program.transcript).toMatchObject([
      { id: 'zipped', name: 'Zipped lift', meshes: 1, problems: [] },
    ]);
    writeFileSync(join(folder, 'sheet.stl'), STL.replaceAll('100', '80'));
    const both = await catalog('import', join(folder, 'plate.stl'), join(folder, 'sheet.stl'), '--unit', 'mm', '--link', link);
    expect(both.code, both.program.transcript).toBe(0);
    expect(both.program.lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['imported plate', 'imported sheet']);
    const { models } = (await (await fetch(`${hub.url}/api/v1/models`)).json()) as { models: Model[] };
    const shape = models.find(({ id }) => id === 'plate')?.links.flatMap(({ parts }) => parts)[0]?.shape;
    if (shape?.kind !== 'mesh') throw new Error(`the plate is ${JSON.stringify(shape)}`);
    const sizeM = shape.highM.map((high, axis) => high - (shape.lowM[axis] ?? 0));
    expect([...sizeM].sort()).toEqual([0, expect.closeTo(0.05, 6), expect.closeTo(0.1, 6)]);
  });

  it('says where a file is wrong, and leaves nothing of it behind', async () => {
    const broken = join(folder, 'broken.urdf');
    writeFileSync(broken, '<robot name="broken">\n  <link name="a">\n</robot>');
    const refused = await catalog('import', broken, '--link', link);
    expect(refused.code, refused.program.transcript).toBe(1);
    expect(refused.program.errors).toMatch(/^manyhands: .*broken\.urdf:3:\d+: /m);
    expect(refused.program.errors).toContain('Nothing of');
    const listed = await catalog('list', '--hub', hub.url);
    expect(listed.program.lines.join('\n')).toMatch(/^puma-560 +/m);
    expect(listed.program.lines.join('\n')).not.toMatch(/^broken/m);
  });

  it('puts a box for a mesh that is missing, replaces no other by chance, and removes', async () => {
    const missing = join(folder, 'missing.urdf');
    writeFileSync(missing, urdf('gone.stl').replace('Lift', 'Missing'));
    const boxed = await catalog('import', missing, '--link', link);
    expect(boxed.code, boxed.program.transcript).toBe(0);
    expect(boxed.program.lines.join('\n')).toMatch(/missing\.urdf.*gone\.stl.*\n.*--id missing/);
    const taken = await catalog('import', missing, '--link', link);
    expect(taken.code).toBe(1);
    expect(taken.program.errors).toContain('there is a model missing already; replace it by giving its id with --id');
    expect((await catalog('remove', 'missing', '--link', link)).code).toBe(0);
    const gone = await catalog('remove', 'missing', '--link', link);
    expect([gone.code, gone.program.errors]).toEqual([1, 'manyhands: there is no model missing in the catalog\n']);
  });

  it('needs files that are there, a hub, and the right to import', async () => {
    const plate = join(folder, 'plate.stl');
    const nothing = await catalog('import', join(folder, 'nowhere.stl'), '--link', link);
    expect([nothing.code, nothing.program.errors]).toEqual([2, expect.stringContaining('nowhere.stl cannot be read')]);
    const operator = await catalog('import', plate, '--id', 'mine', '--hub', hub.url);
    expect([operator.code, operator.program.errors]).toEqual([1, expect.stringContaining('ask for a join link as teacher')]);
    const alone = await catalog('import', plate, '--hub', 'http://127.0.0.1:9');
    expect([alone.code, alone.program.errors]).toEqual([3, expect.stringContaining('Is a hub running there?')]);
    const forged = await catalog('list', '--hub', hub.url, '--link', 'abc.def');
    expect(forged.code, forged.program.transcript).toBe(3);
  });
});
