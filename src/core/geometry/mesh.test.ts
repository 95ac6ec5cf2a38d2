import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, decodeMesh, encodeMesh, type Mesh } from './mesh.ts';

const triangle: Mesh = { positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 2, 0.5]), indices: new Uint32Array([0, 1, 2]) };

describe('a mesh', () => {
  it('comes back as it was, with and without colours', () => {
    const coloured = { ...triangle, colours: new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 255]) };
    for (const mesh of [triangle, coloured]) expect(decodeMesh(encodeMesh(mesh))).toEqual(mesh);
  });

  it('has a box round it', () => {
    expect(boundsOf(triangle)).toEqual({ low: [0, 0, 0], high: [1, 2, 0.5] });
    expect(boundsOf({ positions: new Float32Array() })).toBeUndefined();
  });

  it('is refused with the reason when it cannot be drawn', () => {
    const encoded = encodeMesh(triangle);
    const broken = (at: number, word: number) => {
      const bytes = encoded.slice();
      new DataView(bytes.buffer).setUint32(at, word, true);
      return () => decodeMesh(bytes);
    };
    expect(() => decodeMesh(new Uint8Array(3))).toThrow('this is no mesh');
    expect(broken(0, 1)).toThrow('this is no mesh');
    expect(broken(8, 600_000)).toThrow('a mesh may have 500000 triangles');
    expect(broken(4, 4)).toThrow('takes 76 bytes, not 64');
    expect(broken(16, 0x7fc0_0000)).toThrow('vertex 0 of a mesh is at NaN m');
    expect(broken(52, 3)).toThrow('triangle 0 of a mesh has corner 3 of 3');
  });

  it('never makes decoding fail in another way, whatever the bytes', () => {
    const start = fc.constant(encodeMesh(triangle));
    const edits = fc.array(fc.tuple(fc.nat(63), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(start, edits, (bytes, changes) => {
        const changed = bytes.slice();
        for (const [at, value] of changes) changed[at] = value;
        try {
          decodeMesh(changed);
        } catch (error) {
          expect((error as Error).name).toBe('MalformedError');
        }
      }),
    );
  });
});
