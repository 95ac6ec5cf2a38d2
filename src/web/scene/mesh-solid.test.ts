import { describe, expect, it } from 'vitest';
import { ORIGIN } from '../../core/base/pose.ts';
import type { Mesh } from '../../core/geometry/mesh.ts';
import { pngHeader } from '../../core/geometry/pictures.contract.ts';
import type { Model } from '../../core/robots/model.ts';
import { compileModel, isOutdated } from './compiled-model.ts';
import { meshSolid } from './mesh-solid.ts';
import { MemoryMeshes, type MeshSource } from './mesh-source.ts';

const CORNERS = Float32Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) >> (i % 3)) & 1);
const SIDES = [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5];
const cube: Mesh = { positions: CORNERS, indices: Uint32Array.from(SIDES) };

/** Round a pole: neighbours differ by 0.1 rad. */
function cone(triangles: number): Mesh {
  const ring = Array.from({ length: triangles }, (_, i) => [
    Math.cos((2 * Math.PI * i) / triangles),
    Math.sin((2 * Math.PI * i) / triangles),
    0,
  ]);
  const indices = ring.flatMap((_, i) => [0, 1 + i, 1 + ((i + 1) % triangles)]);
  return { positions: Float32Array.from([0, 0, 0.1, ...ring.flat()]), indices: Uint32Array.from(indices) };
}

describe('the normals of an imported mesh', () => {
  it('are sharp at the edges of a cube: each corner has one for each side', () => {
    const { positions, normals, indices } = meshSolid(cube);
    expect(positions.length / 3).toBe(24);
    for (const corner of indices) {
      const normal = [...normals.subarray(corner * 3, corner * 3 + 3)].map(Math.abs).toSorted();
      expect(normal).toEqual([0, 0, 1]);
    }
  });

  it('are smooth over a flat cone, however many triangles meet at its tip, and whether or not they share vertices', () => {
    for (const mesh of [cone(24), cone(2000), apart(cone(24))]) {
      const { normals, indices } = meshSolid(mesh);
      const tip = indices[0] ?? 0;
      expect(normals[tip * 3 + 2]).toBeCloseTo(1, 3);
    }
  });

  it('are made once', () => expect(meshSolid(cube)).toBe(meshSolid(cube)));

  it('take fifty thousand triangles round one vertex', () => {
    const { indices } = meshSolid(cone(50_000));
    expect(indices.length).toBe(150_000);
  });
});

/** Every triangle with vertices of its own, as in an STL file. */
const apart = ({ positions, indices }: Mesh): Mesh => ({
  positions: Float32Array.from([...indices].flatMap((index) => [...positions.subarray(index * 3, index * 3 + 3)])),
  indices: Uint32Array.from(indices, (_, i) => i),
});

const HASH = 'c'.repeat(64);
const model: Model = {
  id: 'cube',
  name: 'Cube',
  kind: 'equipment',
  summary: 'A cube',
  links: [
    {
      name: 'base',
      parent: -1,
      origin: ORIGIN,
      parts: [
        { shape: { kind: 'mesh', mesh: HASH, lowM: [0, 0, 0], highM: [1, 1, 1], triangles: 12 }, at: { ...ORIGIN, x: 2 }, paint: 'own' },
      ],
    },
  ],
  dofs: [],
  extent: { radiusM: 3, heightM: 1 },
};

describe('a model with a mesh', () => {
  it('is drawn and picked by its triangles, where its part stands', () => {
    const meshes = new MemoryMeshes();
    meshes.add(new Map([[HASH, cube]]));
    const compiled = compileModel(model, 'fine', meshes);
    expect(compiled.triangles).toBe(12);
    expect(compiled.bodies[0]?.pick).toMatchObject({ low: [2, 0, 0], high: [3, 1, 1] });
    expect(compiled.standIns.size).toBe(0);
  });

  it('takes the colours of its vertices instead of the paint', () => {
    const meshes = new MemoryMeshes();
    meshes.add(new Map([[HASH, { ...cube, colours: Uint8Array.from({ length: 24 }, (_, i) => (i % 3 === 0 ? 255 : 0)) }]]));
    const geometry = compileModel(model, 'fine', meshes).bodies[0]?.opaque;
    expect([...(geometry?.getAttribute('color').array.slice(0, 3) ?? [])]).toEqual([1, 0, 0]);
    expect(geometry?.getAttribute('surface').getW(0)).toBe(0);
  });

  it('shows what is printed on it, each vertex at its place in the picture', () => {
    const picture = pngHeader(4, 4);
    const places = Float32Array.from({ length: 16 }, (_, i) => i / 16);
    const unpacked = { width: 4, height: 4 } as ImageBitmap;
    const state = { kind: 'here', mesh: { ...cube, print: { picture, places } }, picture: unpacked } as const;
    const [body] = compileModel(model, 'fine', { get: () => state, subscribe: () => () => undefined }).bodies;
    expect(body?.opaque).toBeUndefined();
    const { geometry, material } = body?.printed[0] ?? expect.fail('nothing is printed');
    expect(material.map?.image).toBe(unpacked);
    for (let vertex = 0; vertex < geometry.getAttribute('position').count; vertex++) {
      const [x, y, z] = [0, 1, 2].map((axis) => geometry.getAttribute('position').getComponent(vertex, axis)) as [number, number, number];
      // The part stands at x = 2.
      const corner = x - 2 + 2 * y + 4 * z;
      expect([geometry.getAttribute('uv').getX(vertex), geometry.getAttribute('uv').getY(vertex)]).toEqual([
        corner / 8,
        (2 * corner + 1) / 16,
      ]);
    }
  });

  it('is a box of the same bounds until the mesh comes, and one with an amber edge when it does not', () => {
    let state: ReturnType<MeshSource['get']> = { kind: 'coming' };
    const meshes: MeshSource = { get: () => state, subscribe: () => () => undefined };
    const coming = compileModel(model, 'fine', meshes);
    expect(coming.standIns.get(HASH)).toBe('coming');
    const bounds = coming.bodies[0]?.pick;
    for (const axis of [0, 1, 2]) expect((bounds?.high[axis] ?? 0) - (bounds?.low[axis] ?? 0)).toBeCloseTo(1, 5);
    expect(isOutdated(coming, meshes)).toBe(false);
    state = { kind: 'missing', reason: 'it is gone' };
    expect(isOutdated(coming, meshes)).toBe(true);
    const missing = compileModel(model, 'fine', meshes);
    expect(missing.triangles).toBeGreaterThan(coming.triangles);
    state = { kind: 'here', mesh: cube };
    expect(isOutdated(missing, meshes)).toBe(true);
  });
});
