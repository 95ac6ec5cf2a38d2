import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importBody } from './formats.ts';
import { trianglesOf } from './polygon.ts';
import { dae, filesOf } from './samples.contract.ts';

type Point = readonly [number, number, number];

const plenty = () => ({ left: 1e9 });
const cross = ([ax, ay, az]: Point, [bx, by, bz]: Point): Point => [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** Twice the area of each triangle, as seen from where the face goes round against the clock: negative for one that lies the wrong way. */
function areas(points: readonly Point[], triangles: readonly number[]): number[] {
  const origin: Point = [0, 0, 0];
  let normal: Point = origin;
  for (const [i, point] of points.entries()) {
    const [x, y, z] = cross(point, points[(i + 1) % points.length] ?? origin);
    normal = [normal[0] + x, normal[1] + y, normal[2] + z];
  }
  const length = Math.hypot(...normal);
  return Array.from({ length: triangles.length / 3 }, (_, i) => {
    const [a, b, c] = [0, 1, 2].map((k) => points[triangles[3 * i + k] ?? 0] ?? origin) as [Point, Point, Point];
    const [x, y, z] = cross(minus(b, a), minus(c, a));
    return (x * normal[0] + y * normal[1] + z * normal[2]) / length;
  });
}

describe('faces', () => {
  it('[F23] random star-shaped ones in space, mostly not convex: triangles that lie in them cover them', () => {
    const radii = fc.array(fc.double({ min: 0.2, max: 2, noNaN: true }), { minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(radii, fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: -3, max: 3, noNaN: true }), (lengths, tilt, yaw) => {
        const points = lengths.map((radius, i): Point => {
          const angle = (2 * Math.PI * i) / lengths.length;
          const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
          const [tx, ty, tz] = [x, y * Math.cos(tilt), y * Math.sin(tilt)];
          return [tx * Math.cos(yaw) - ty * Math.sin(yaw), tx * Math.sin(yaw) + ty * Math.cos(yaw), tz];
        });
        const triangles = trianglesOf(points.flat(), plenty());
        expect(triangles).toHaveLength(3 * (points.length - 2));
        const found = areas(points, triangles);
        for (const area of found) expect(area).toBeGreaterThan(-1e-9);
        const [whole = 0] = [
          areas(points, Array.from({ length: points.length - 2 }, (_, i) => [0, i + 1, i + 2]).flat()).reduce((a, b) => a + b, 0),
        ];
        expect(found.reduce((a, b) => a + b, 0)).toBeCloseTo(whole, 6);
      }),
      { numRuns: 500 },
    );
  });

  it('[F23] a comb, a face with a hole joined on, and one that goes round twice keep their area', () => {
    const comb: Point[] = [...Array.from({ length: 20 }, (_, i): Point => [i, i % 2 === 0 ? 0 : 3, 0]), [19, 5, 0], [0, 5, 0]];
    const holed: Point[] = (
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
        [0, 0],
        [1, 1],
        [1, 3],
        [3, 3],
        [3, 1],
        [1, 1],
      ] as const
    ).map(([x, y]): Point => [x, y, 0]);
    for (const [points, area] of [
      [comb, 19 * 3.5],
      [holed, 12],
    ] as const) {
      const found = areas(points, trianglesOf(points.flat(), plenty()));
      for (const each of found) expect(each).toBeGreaterThan(-1e-9);
      expect(found.reduce((a, b) => a + b, 0) / 2).toBeCloseTo(area, 9);
    }
    const twice = Array.from({ length: 10 }, (_, i): Point => [Math.cos((4 * Math.PI * i) / 10), Math.sin((4 * Math.PI * i) / 10), 0]);
    expect(trianglesOf(twice.flat(), plenty())).toHaveLength(24);
  });

  it('[F23] [F19] what takes too much work is a fan, and nothing is left out', () => {
    const points = Array.from({ length: 200_000 }, (_, i): Point => [i, i % 2, 0]);
    points.push([200_000, 9, 0], [0, 9, 0]);
    expect(trianglesOf(points.flat(), { left: 1_000_000 })).toHaveLength(3 * (points.length - 2));
  });

  it('[F23] an L keeps its notch, in OBJ, COLLADA and VRML', async () => {
    const corners = [
      [0, 0],
      [2, 0],
      [2, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ];
    // From the last corner a fan would cover the notch: its first triangles reach over it.
    const order = [2, 3, 4, 5, 0, 1];
    const places = corners.map(([x, y]) => `${x} ${y} 0`);
    const files: Record<string, string> = {
      'l.obj': `${places.map((place) => `v ${place}`).join('\n')}\nf ${order.map((i) => i + 1).join(' ')}\n`,
      'l.wrl': `#VRML V2.0 utf8\nShape { geometry IndexedFaceSet { convex FALSE coord Coordinate { point [ ${places.join(', ')} ] } coordIndex [ ${order.join(' ')} -1 ] } }`,
      'l.dae': dae
        .replace('count="12">0 0 0 100 0 0 100 100 0 0 100 0', `count="18">${places.join(' ')}`)
        .replace('<vcount>4</vcount><p>0 1 2 3</p>', `<vcount>6</vcount><p>${order.join(' ')}</p>`),
    };
    for (const [path, text] of Object.entries(files)) {
      const { meshes } = await importBody(filesOf({ [path]: text }), { unitM: 1, up: 'z' });
      const { decodeMesh } = await import('../core/geometry/mesh.ts');
      const [bytes] = [...meshes.values()];
      const mesh = bytes && decodeMesh(bytes);
      const points = Array.from({ length: 6 }, (_, i) => [...(mesh?.positions.subarray(3 * i, 3 * i + 3) ?? [])] as unknown as Point);
      const scale = path === 'l.dae' ? 2 : 1;
      const order6 = [...(mesh?.indices ?? [])];
      const total = Array.from({ length: order6.length / 3 }, (_, i) => {
        const [a, b, c] = [0, 1, 2].map((k) => points[order6[3 * i + k] ?? 0]) as [Point, Point, Point];
        return Math.hypot(...cross(minus(b, a), minus(c, a))) / 2;
      }).reduce((a, b) => a + b, 0);
      expect(total).toBeCloseTo(3 * scale, 6);
    }
  });
});
