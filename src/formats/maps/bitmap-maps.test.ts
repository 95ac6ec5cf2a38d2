import fc from 'fast-check';
import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { bytesToText, textToBytes } from '../../core/base/bytes.ts';
import { fig8 } from '../../core/maps/maps.contract.ts';
import { type EdlDocument, FREE, floorPlanOf, OCCUPIED, parseEdl, UNKNOWN } from '../../core/maps/maps.ts';
import { distanceM, type Place } from '../../core/maps/plan/segment.ts';
import { ImportError } from '../import-error.ts';
import { exportBitmap, importBitmap } from './bitmap-maps.ts';
import { occupancyOfImage, USUAL_READING } from './grey-image.ts';
import { readMapYaml, writeMapYaml } from './map-yaml.ts';
import { readPgm } from './pgm.ts';
import { readPng } from './png.ts';

const plan = floorPlanOf(parseEdl(fig8).document as EdlDocument);
const reading = { ...USUAL_READING, resolutionM: 0.05 };
const YAML = 'image: a.pgm\nresolution: 0.05\norigin: [-1.5, 2, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n';

describe('maps that are pictures', () => {
  it('[M2] are written as map_server reads them', () => {
    const { yaml, pgm } = exportBitmap(plan, { resolutionM: 0.1, image: 'fig-8.pgm' });
    expect(yaml).toBe(
      'image: "fig-8.pgm"\nmode: trinary\nresolution: 0.1\norigin: [-0.05, -0.05, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n',
    );
    expect(bytesToText(pgm.subarray(0, 13))).toBe('P5\n91 51\n255\n');
    const pixels = pgm.subarray(13);
    expect(pixels).toHaveLength(91 * 51);
    const row = (y: number) => [...pixels.subarray((50 - y) * 91, (51 - y) * 91)];
    // y = 1 m: the side of corridor 1, with its door and its junction.
    expect(row(10)).toEqual([
      ...Array(21).fill(0),
      ...Array(9).fill(254),
      ...Array(11).fill(0),
      ...Array(9).fill(254),
      ...Array(41).fill(0),
    ]);
    expect(row(50)).toEqual(Array(91).fill(0));
    expect(readMapYaml('fig-8.yaml', yaml)).toEqual({ ...USUAL_READING, image: 'fig-8.pgm', resolutionM: 0.1, origin: [-0.05, -0.05] });
  });

  it('[M3] are read by their thresholds, from PGM and PNG of every kind', () => {
    const cells = (image: Parameters<typeof occupancyOfImage>[0], negate = false) => [
      ...occupancyOfImage(image, { ...reading, negate }).cells,
    ];
    const binary = Uint8Array.from([...textToBytes('P5 # made by hand\n3 1\n255\n'), 0, 205, 254]);
    expect(cells(readPgm('a.pgm', binary))).toEqual([OCCUPIED, UNKNOWN, FREE]);
    expect(cells(readPgm('a.pgm', binary), true)).toEqual([FREE, OCCUPIED, OCCUPIED]);
    expect(cells(readPgm('a.pgm', textToBytes('P2\n3 2\n15\n0 12 15\n15 15 0')))).toEqual([FREE, FREE, OCCUPIED, OCCUPIED, UNKNOWN, FREE]);
    const deep = Uint8Array.from([...textToBytes('P5\n2 1\n65535\n'), 0, 255, 255, 0]);
    expect(cells(readPgm('a.pgm', deep))).toEqual([OCCUPIED, FREE]);
    const png = (channels: 1 | 2 | 3 | 4, data: number[]) =>
      readPng('a.png', encode({ width: 2, height: 1, channels, depth: 8, data: Uint8Array.from(data) }));
    expect(cells(png(1, [0, 255]))).toEqual([OCCUPIED, FREE]);
    expect(cells(png(2, [0, 255, 0, 0]))).toEqual([OCCUPIED, UNKNOWN]);
    expect(cells(png(3, [0, 0, 9, 255, 255, 250]))).toEqual([OCCUPIED, FREE]);
    expect(cells(png(4, [0, 0, 0, 255, 0, 0, 0, 0]))).toEqual([OCCUPIED, UNKNOWN]);
  });

  it('[M3] say how they are read in YAML', () => {
    expect(readMapYaml('a.yaml', YAML)).toEqual({
      image: 'a.pgm',
      resolutionM: 0.05,
      origin: [-1.5, 2],
      negate: false,
      occupiedShare: 0.65,
      freeShare: 0.25,
    });
    const description = {
      image: 'x: "y" #.pgm',
      resolutionM: 0.01,
      origin: [1e-7, -3],
      negate: true,
      occupiedShare: 0.5,
      freeShare: 0.1,
    } as const;
    expect(readMapYaml('a.yaml', writeMapYaml(description))).toEqual(description);
  });

  it('[M4] have the walls of figure 8 again', () => {
    const { pgm } = exportBitmap(plan, { resolutionM: 0.05, image: 'a.pgm' });
    const document = importBitmap('a.pgm', pgm, reading);
    expect([document.lengthCm, document.widthCm, document.members.length]).toEqual([905, 505, 10]);
    const again = floorPlanOf(document);
    for (const { from, to } of plan.walls) {
      for (let share = 0; share <= 1; share += 0.05) {
        // The lower left corner of the picture is half a pixel off the field's.
        const place: Place = [from[0] + (to[0] - from[0]) * share + 0.025, from[1] + (to[1] - from[1]) * share + 0.025];
        expect(again.walls.some((wall) => wall.source === 'wall' && distanceM(place, wall) <= 0.075)).toBe(true);
      }
    }
  });

  const header = (width: number, height: number) => {
    const png = encode({ width: 1, height: 1, channels: 1, depth: 8, data: Uint8Array.from([0]) });
    const view = new DataView(png.buffer, png.byteOffset);
    view.setUint32(16, width);
    view.setUint32(20, height);
    return png;
  };
  it.each<[string, () => unknown, RegExp]>([
    ['a PNG of gigabytes', () => readPng('a.png', header(60_000, 60_000)), /more than the 16000000/],
    ['a PNG that is cut', () => readPng('a.png', header(1, 1).subarray(0, 40)), /cannot be read/],
    ['a PNG without pixels', () => readPng('a.png', header(0, 5)), /is none/],
    ['a PGM of gigabytes', () => readPgm('a.pgm', textToBytes('P5 99999 99999 255\n')), /more than/],
    ['a PGM that is cut', () => readPgm('a.pgm', textToBytes('P5 9 9 255\n123')), /3 bytes of pixels, not the 81/],
    ['something else', () => importBitmap('a.pgm', textToBytes('GIF89a'), reading), /no grey map/],
    ['a colour map', () => readPgm('a.pgm', textToBytes('P6 1 1 255\n123')), /P5 or P2/],
    ['a map that is turned', () => readMapYaml('a.yaml', YAML.replace('0.0]', '1.57]')), /turned by 1.57/],
    ['an unknown mode', () => readMapYaml('a.yaml', `${YAML}mode: raw\n`), /"raw"/],
    ['no resolution', () => readMapYaml('a.yaml', YAML.replace('resolution: 0.05\n', '')), /resolution/],
    ['no YAML', () => readMapYaml('a.yaml', 'image: [a\n b: "'), /a\.yaml:\d+:\d+/],
    ['aliases of aliases', () => readMapYaml('a.yaml', 'a: &a [1]\nb: [*a, *a]\n'), /./],
    ['a floor finer than memory', () => exportBitmap(plan, { resolutionM: 0.001, image: 'a.pgm' }), /more than/],
  ])('[M5] refuse %s', (_what, work, reason) => {
    let thrown: unknown;
    try {
      work();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ImportError);
    expect((thrown as ImportError).message).toMatch(reason);
  });

  it('[M5] refuse with nothing but an ImportError, whatever the bytes', () => {
    const { pgm } = exportBitmap(plan, { resolutionM: 0.5, image: 'a.pgm' });
    const png = encode({ width: 4, height: 4, channels: 1, depth: 8, data: new Uint8Array(16) });
    const spoilt = fc.tuple(fc.constantFrom(pgm, png), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }), fc.nat());
    fc.assert(
      fc.property(spoilt, ([bytes, changes, length]) => {
        const changed = bytes.slice(0, 1 + (length % (2 * bytes.length)));
        for (const [at, value] of changes) changed[at % Math.min(changed.length, 60)] = value;
        try {
          importBitmap('a', changed, reading);
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
