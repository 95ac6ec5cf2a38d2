import { describe, expect, it } from 'vitest';
import { decodeMesh } from '../../core/geometry/mesh.ts';
import { ImportError } from '../../formats/formats.ts';
import { importInThread } from './body-thread.ts';

const facet = 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n';
const stl = (facets: number) => new Map([['plate.stl', new TextEncoder().encode(`solid plate\n${facet.repeat(facets)}endsolid plate\n`)]]);

describe('the thread for files of strangers', () => {
  it('gives back what it made of them', async () => {
    const { model, meshes } = await importInThread(stl(1), { id: 'plate', unitM: 1 });
    expect(model.id).toBe('plate');
    expect([...meshes.values()].map((mesh) => decodeMesh(mesh).indices.length)).toEqual([3]);
  });

  it('says what is wrong with them, and where', async () => {
    const importing = importInThread(new Map([['robot.urdf', new TextEncoder().encode('<robot name="r">\n  <link name="a"')]]), {});
    await expect(importing).rejects.toThrow(ImportError);
    await expect(importing).rejects.toMatchObject({ problems: [{ file: 'robot.urdf', line: expect.any(Number) }] });
  });

  it('is ended when it takes too long', async () => {
    await expect(importInThread(stl(1), {}, { timeMs: 1, megabytes: 256 })).rejects.toThrow('this takes more than 0.001 s');
  });

  it('is ended when it takes too much memory, and only it', async () => {
    await expect(importInThread(stl(200_000), {}, { timeMs: 60_000, megabytes: 8 })).rejects.toThrow('this takes more than 8 MB');
  });
});
