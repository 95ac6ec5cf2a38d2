import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textToBytes } from '../../core/base/bytes.ts';
import { anyDocument, fig8 } from '../../core/maps/maps.contract.ts';
import { type EdlDocument, floorPlanOf, parseEdl, readSite } from '../../core/maps/maps.ts';
import { lightTokens } from '../../web/theme/tokens.ts';
import { readXml } from '../xml.ts';
import { drawFloor } from './floor-drawing.ts';
import { COLOURS } from './ink.ts';

const drawn = (document: EdlDocument, title = 'A floor') => drawFloor(floorPlanOf(document), title);

describe('a drawn floor', () => {
  it('[M1] has the colours of the page and no others', () => {
    const known = new Set(Object.values(lightTokens));
    expect(Object.values(COLOURS).filter((colour) => !known.has(colour))).toEqual([]);
    const picture = drawn(parseEdl(fig8).document as EdlDocument);
    const used = new Set(picture.match(/#[0-9A-F]{6}/g));
    expect([...used].filter((colour) => !known.has(colour))).toEqual([]);
  });

  it('[M1] shows every wall, door, junction, notice, point and name, to scale', () => {
    const names = '\n8 POINT: x= 50 y= 400 theta= 0 name= "Lab <1> & \\"more"\n9 NOTICE: x= 5 y= 300 height= 150 file= a/way-out.png\n';
    const text = fig8 + names.replace('\\"', "'");
    const picture = drawn(parseEdl(text).document as EdlDocument);
    expect(picture).toContain('Lab &lt;1> &amp; ');
    expect(picture).toContain('>way-out<');
    expect(picture).toContain('>1 m<');
    // 960 pixels for 9 m: the door from x = 2 to 3 on y = 1.
    const x = (metres: number) => Math.round((28 + (metres * 960) / 9) * 10) / 10;
    expect(picture).toContain(`L${x(2)} `);
    expect(picture).toContain(`M${x(3)} `);
    expect(picture.match(/stroke-dasharray/g)).toHaveLength(3);
    expect(picture.match(/ A|A\d/g)?.length).toBeGreaterThanOrEqual(2);
  });

  it('[M1] is well formed, whatever the map and its title', () => {
    fc.assert(
      fc.property(anyDocument, fc.string({ unit: 'binary' }), (document, title) => {
        const picture = drawn(document, title);
        expect(() => readXml('picture.svg', textToBytes(picture))).not.toThrow();
        expect(picture).not.toMatch(/NaN|Infinity/);
      }),
    );
  });
});

describe('a drawn topological map', () => {
  it('[M6] has its ways and a mark for each node, over the floor, and is well formed', () => {
    const stops = ['G', 'H'].map((floor) => ({ floor, xCm: 200, yCm: 300 }));
    const floors = [
      { name: 'G', edl: fig8 },
      { name: 'H', heightCm: 300, edl: fig8 },
    ];
    const { site } = readSite(JSON.stringify({ name: 'House', floors, elevators: [{ name: 'Lift <A>', stops }] }));
    const floor = site?.floors[0];
    if (!site || !floor) throw new Error('figure 8 is a good floor');
    const nodes = site.topology.nodes.filter((node) => node.floor === floor.id);
    const picture = drawFloor(floor.plan, 'House', { ...site.topology, nodes });
    expect(() => readXml('picture.svg', textToBytes(picture))).not.toThrow();
    for (const name of ['Corridor 1', 'Corridor 2', 'Room 1', 'Room 2', 'Lift &lt;A>']) expect(picture).toContain(`>${name}<`);
    const ways = /<path d="([^"]*)"[^>]*stroke-dasharray="0.1 6"/.exec(picture)?.[1] ?? '';
    // Those of this floor, with that to the elevator; the shaft goes up.
    expect(ways.match(/M/g)).toHaveLength(8);
    expect(picture.match(/rotate\(45\)/g)).toHaveLength(1);
    expect(picture.match(/<circle/g)).toHaveLength(5);
  });
});
