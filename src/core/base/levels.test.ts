import { expect, it } from 'vitest';
import { levelAt } from './levels.ts';

const HOUSE = [
  { id: 'first', heightM: 3 },
  { id: 'cellar', heightM: -3 },
  { id: 'ground', heightM: 0 },
];

it('tells the floor that something is on by its height', () => {
  const at = (zM: number) => levelAt(HOUSE, zM)?.id;
  expect([-9, -3, -0.6, -0.4, 0, 2.4, 2.6, 90].map(at)).toEqual([
    'cellar',
    'cellar',
    'cellar',
    'ground',
    'ground',
    'ground',
    'first',
    'first',
  ]);
  expect(levelAt([], 1)).toBeUndefined();
});
