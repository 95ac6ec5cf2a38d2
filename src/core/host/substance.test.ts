import { expect, it } from 'vitest';
import { cubePiece } from '../robots/catalog/pieces.ts';
import { substanceOf } from './substance.ts';

it('a part weighs what is said of it, and else what its size makes likely', () => {
  const reckoned = substanceOf(cubePiece);
  expect(reckoned.massKg).toBeCloseTo(300 * 0.042 ** 3, 6);
  expect(substanceOf({ ...cubePiece, massKg: 2.5 })).toEqual({ ...reckoned, massKg: 2.5 });
  expect(substanceOf({ ...cubePiece, friction: 0 })).toEqual({ ...reckoned, friction: 0 });
});
