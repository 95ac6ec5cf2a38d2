import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, decodeMesh, encodeMesh, type Mesh } from './mesh.ts';
import { pngHeader } from './pictures.contract.ts';

const triangle: Mesh = { positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 2, 0.5]), indices: new Uint32Array([0, 1, 2]) };

const colours = new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 255]);
const printed: Mesh = { ...triangle, print: { picture: pngHeader(64, 32), places: new Float32Array([0, 1, 1, 1, 0, 0]) } };

describe('a mesh', () => {
  it('comes back as it was, with and without colours and a picture', () => {
    for (const mesh of [triangle, { ...triangle, colours }, printed, { ...printed, colours }])
      expect(decodeMesh(encodeMesh(mesh))).toEqual(mesh);
  });

  it('with a picture is refused when that, or a place in it, is none', () => {
    const encoded = encodeMesh(printed);
    const broken = (at: number, word: number) => {
      const bytes = encoded.slice();
      new DataView(bytes.buffer).setUint32(at, word, true);
      return () => decodeMesh(bytes);
    };
    expect(broken(12, 4)).toThrow('nothing that is called 4');
    expect(broken(64, 0x4000_0000)).toThrow('vertex 0 of a mesh lies at 2 of its picture');
    expect(broken(88, 0)).toThrow('neither a PNG nor a JPEG');
    expect(() => decodeMesh(encodeMesh({ ...printed, print: { ...printed.print, picture: pngHeader(5000, 4) } as Mesh['print'] }))).toThrow(
      'it has 5000 x 4 pixels',
    );
    expect(() => encodeMesh({ ...printed, print: { picture: pngHeader(1, 1), places: new Float32Array(4) } })).toThrow('3 vertices have 4');
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
    const start = fc.constantFrom(encodeMesh(triangle), encodeMesh(printed));
    const edits = fc.array(fc.tuple(fc.nat(111), fc.nat(255)), { maxLength: 8 });
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
