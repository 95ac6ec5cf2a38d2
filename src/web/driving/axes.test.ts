import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curved, rise, shapeStick, sum, withoutDeadZone } from './axes.ts';

const axis = fc.double({ min: -1, max: 1, noNaN: true });

describe('axes', () => {
  it.each([
    [0, 0],
    [0.1, 0],
    [-0.1, 0],
    [0.55, 0.5],
    [-0.55, -0.5],
    [1, 1],
    [-1, -1],
  ])('[V7] a stick at %d with a dead zone of 0.1 is at %d', (value, expected) => {
    expect(withoutDeadZone(value, 0.1)).toBeCloseTo(expected, 10);
  });

  it('[V7] the dead zone of a stick is a circle, and its diagonal is no faster than its sides', () => {
    const shaping = { deadZone: 0.2, softness: 0 };
    expect(shapeStick({ forward: 0.13, left: 0.13 }, shaping)).toEqual({ forward: 0, left: 0 });
    const { forward, left } = shapeStick({ forward: 1, left: 1 }, shaping);
    expect(Math.hypot(forward, left)).toBeCloseTo(1, 10);
  });

  it('a curve keeps the ends and the order of deflections', () => {
    fc.assert(
      fc.property(axis, axis, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, softness) => {
        expect(curved(1, softness)).toBeCloseTo(1, 10);
        expect(Math.abs(curved(a, softness))).toBeLessThanOrEqual(Math.abs(a) + 1e-12);
        if (a < b) expect(curved(a, softness)).toBeLessThanOrEqual(curved(b, softness));
      }),
    );
  });

  it('[V6] sources add up within one, and cancel when they pull apart', () => {
    expect(
      sum([
        { forward: 1, left: 0.25 },
        { forward: 0.5, left: 0.25 },
      ]),
    ).toEqual({ forward: 1, left: 0.5 });
    expect(
      sum([
        { forward: 1, left: 0 },
        { forward: -1, left: 0 },
      ]),
    ).toEqual({ forward: 0, left: 0 });
  });

  it('[V9] rises within 250 ms, falls at once, and goes through the middle from zero', () => {
    expect(rise(0, 1, 125)).toBeCloseTo(0.5, 10);
    expect(rise(0.5, 1, 125)).toBe(1);
    expect(rise(1, 0.2, 1)).toBe(0.2);
    expect(rise(1, 0, 1)).toBe(0);
    expect(rise(1, -1, 50)).toBeCloseTo(-0.2, 10);
  });

  it('[V9] never asks for more than is asked, nor for the other side', () => {
    fc.assert(
      fc.property(axis, axis, fc.double({ min: 0, max: 1000, noNaN: true }), (now, asked, passedMs) => {
        const next = rise(now, asked, passedMs);
        expect(Math.abs(next)).toBeLessThanOrEqual(Math.abs(asked) + 1e-12);
        expect(next * asked).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
