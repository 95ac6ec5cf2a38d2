import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cameraOf, fittedTo, savedViewOf } from './saved-view.ts';

it('a view is the same after it was saved', () => {
  const metres = fc.double({ min: -50, max: 50, noNaN: true });
  const view = fc.record({
    target: fc.tuple(metres, metres, metres),
    distanceM: fc.double({ min: 0.1, max: 100, noNaN: true }),
    azimuthRad: fc.double({ min: -3.1, max: 3.1, noNaN: true }),
    elevationRad: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
  });
  fc.assert(
    fc.property(view, (before) => {
      const after = cameraOf(savedViewOf(before));
      expect(after.target).toEqual(before.target);
      expect(after.distanceM).toBeCloseTo(before.distanceM, 6);
      expect(after.azimuthRad).toBeCloseTo(before.azimuthRad, 5);
      expect(after.elevationRad).toBeCloseTo(before.elevationRad, 5);
    }),
  );
});

it('from straight in front, a metre up', () => {
  expect(cameraOf({ eye: [3, 0, 1], target: [0, 0, 1] })).toMatchObject({ distanceM: 3, azimuthRad: 0, elevationRad: 0 });
});

it('a narrow view looks from farther back, a wide one does not', () => {
  const view = cameraOf({ eye: [4, 0, 0], target: [0, 0, 0] });
  expect([2, 1.35, 0.58, 0.1].map((aspect) => fittedTo(aspect, view).distanceM)).toEqual([4, 4, 8, 10]);
});
