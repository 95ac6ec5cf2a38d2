import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freePlace } from './free-place.ts';

it('is where it was wanted when nothing stands there', () => {
  expect(freePlace([1.1, -0.4], 0.3, [])).toEqual({ x: 1, y: -0.5 });
});

it('leaves ten centimetres to all that stands there, however it stands', () => {
  const metres = fc.double({ min: -3, max: 3, noNaN: true });
  const thing = fc.record({ x: metres, y: metres, radiusM: fc.double({ min: 0.05, max: 0.6, noNaN: true }) });
  fc.assert(
    fc.property(
      fc.tuple(metres, metres),
      fc.double({ min: 0.05, max: 1, noNaN: true }),
      fc.array(thing, { maxLength: 20 }),
      (around, radiusM, standing) => {
        const { x, y } = freePlace(around, radiusM, standing);
        for (const other of standing) expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThanOrEqual(other.radiusM + radiusM + 0.0999);
      },
    ),
  );
});

it('is as near as the things around allow', () => {
  const { x, y } = freePlace([0, 0], 0.4, [{ x: 0, y: 0, radiusM: 0.4 }]);
  expect(Math.hypot(x, y)).toBeLessThan(1.3);
});
