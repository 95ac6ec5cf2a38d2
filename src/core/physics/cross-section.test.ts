import { describe, expect, it } from 'vitest';
import { box, sphere } from '../geometry/parts.ts';
import { at } from '../geometry/placement.ts';
import type { Part } from '../geometry/shape.ts';
import { convexesOf, placed } from './convex.ts';
import { bandAt } from './cross-section.ts';

const standing = (part: Part, x: number, z: number) => convexesOf(part).map((convex) => placed(convex, at(x, 0, z)));

describe('what is cut at a height', () => {
  const pieces = [...standing(box('bone', [1, 1, 0.4]), 0, 0.2), ...standing(sphere('bone', 0.5), 3, 1.2)];

  it('stays the same up to where a round body begins, and not farther', () => {
    const { lowM, highM, sections } = bandAt(pieces, 0.5);
    expect(sections).toEqual([]);
    expect([lowM, highM]).toEqual([expect.closeTo(0.4, 9), expect.closeTo(0.7, 9)]);
    expect(bandAt(pieces, 1.8).lowM).toBeCloseTo(1.7, 9);
  });

  it('is only for a hair the same where a round body is cut', () => {
    const { lowM, highM, sections } = bandAt(pieces, 1.2);
    expect(sections).toHaveLength(1);
    expect(highM - lowM).toBeLessThan(0.01);
  });

  it('is a wall from its bottom to its top', () => {
    const { lowM, highM, sections } = bandAt(pieces, 0.1);
    expect(sections).toHaveLength(1);
    expect([lowM, highM]).toEqual([expect.closeTo(0, 9), expect.closeTo(0.4, 9)]);
  });
});
