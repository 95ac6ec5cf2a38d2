import { describe, expect, it } from 'vitest';
import { decodeMesh } from '../../core/geometry/mesh.ts';
import { ImportError } from '../../formats/formats.ts';
import { checkInThread, importInThread } from './body-thread.ts';

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

  it('is ended when its buffers take too much, of which the heap knows nothing', async () => {
    // Half a million triangles, no two of which touch: 25 MB that become more than twice that.
    const triangles = 500_000;
    const bytes = new Uint8Array(84 + 50 * triangles);
    const view = new DataView(bytes.buffer);
    view.setUint32(80, triangles, true);
    for (let i = 0; i < triangles; i++)
      for (let k = 0; k < 9; k++) view.setFloat32(96 + 50 * i + 4 * k, (i % 1000) + (k % 3 === 2 ? Math.floor(i / 1000) : k / 10), true);
    const files = new Map([['apart.stl', bytes]]);
    await expect(importInThread(files, { unitM: 1 }, { timeMs: 60_000, megabytes: 40 })).rejects.toThrow('this takes more than 40 MB');
  });

  it('checks meshes that are views of one upload, and gives back each by itself', async () => {
    const { model, meshes } = await importInThread(stl(1), { id: 'plate', unitM: 1 });
    const [mesh = new Uint8Array()] = [...meshes.values()];
    const upload = new Uint8Array(1000 + mesh.length);
    upload.set(mesh, 500);
    const checked = await checkInThread(model, [upload.subarray(500, 500 + mesh.length)]);
    expect([...checked]).toEqual([...meshes]);
    expect([...checked.values()].map(({ buffer }) => buffer.byteLength)).toEqual([mesh.length]);
    expect(upload.byteLength).toBe(1000 + mesh.length);
  });
});
