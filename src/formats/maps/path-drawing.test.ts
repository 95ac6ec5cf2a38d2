import { describe, expect, it } from 'vitest';
import { textToBytes } from '../../core/base/bytes.ts';
import { fig8 } from '../../core/maps/maps.contract.ts';
import { type EdlDocument, floorPlanOf, type Place, parseEdl } from '../../core/maps/maps.ts';
import { readXml } from '../xml.ts';
import { drawPath, stacked } from './path-drawing.ts';

const plan = floorPlanOf(parseEdl(fig8).document as EdlDocument);
const points: Place[] = [
  [1, 1],
  [2.5, 2],
  [4, 2],
];
const roadmap = {
  nodes: [...points, [5, 5] as Place],
  edges: [
    [0, 1],
    [1, 2],
    [2, 3],
  ] as const,
};
const ends = [
  { at: [1, 1] as Place, name: 'start <a>' },
  { at: [4, 2] as Place, name: 'goal' },
];

describe('a drawn path', () => {
  it('[M7] is over its floor, to scale, with the roadmap, what the robot sweeps, and both ends by name', () => {
    const picture = drawPath(plan, 'Fig. 8', { roadmap, points, radiusM: 0.3, ends });
    expect(() => readXml('picture.svg', textToBytes(picture))).not.toThrow();
    // 960 pixels for 9 m.
    const x = (metres: number) => Math.round((28 + (metres * 960) / 9) * 10) / 10;
    expect(picture).toContain(`stroke-width="${Math.round((0.6 * 960 * 10) / 9) / 10}"`);
    expect(picture.match(/h0/g)).toHaveLength(4);
    expect(picture.match(new RegExp(`M${x(1)} [\\d.]+L${x(2.5)} [\\d.]+L${x(4)} [\\d.]+"`, 'g'))).toHaveLength(2);
    expect(picture).toContain('start &lt;a>');
  });

  it('[M7] has the roadmap alone where nothing was found', () => {
    const picture = drawPath(plan, 'Fig. 8', { roadmap, points: [], radiusM: 0.3, ends });
    expect(picture).not.toContain('stroke-opacity="0.18"');
    expect(picture.match(/h0/g)).toHaveLength(4);
  });

  it('[M7] over several floors is one picture, each floor whole', () => {
    const floors = [
      drawPath(plan, 'Upper', { roadmap, points, radiusM: 0.3, ends }),
      drawPath(plan, 'Lower', { roadmap, points: [], radiusM: 0.3, ends }),
    ];
    const picture = stacked(floors);
    expect(() => readXml('picture.svg', textToBytes(picture))).not.toThrow();
    expect(picture.match(/<svg /g)).toHaveLength(3);
    expect(stacked(floors.slice(0, 1))).toBe(floors[0]);
  });
});
