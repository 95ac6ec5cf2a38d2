import { describe, expect, it } from 'vitest';
import { chosenFloor, firstChoice, newFloor } from './floor-choice.ts';

const floors = [
  { name: 'Ground floor', heightCm: 0, edl: '' },
  { name: 'First floor', heightCm: 350, edl: '', map: 'upstairs-map' },
];

describe('which floor a map becomes', () => {
  it('is the one it was put in as, or is called like; else one above all', () => {
    expect(firstChoice(floors, 'upstairs-map', 'Anything')).toEqual({ kind: 'present', name: 'First floor' });
    expect(firstChoice(floors, 'x-map', 'ground floor')).toEqual({ kind: 'present', name: 'Ground floor' });
    expect(firstChoice(floors, 'x-map', 'Attic')).toEqual({ kind: 'new', name: 'Attic', height: '7' });
    expect(newFloor([], 'Hall')).toEqual({ kind: 'new', name: 'Hall', height: '0' });
  });

  it('has a name and a height of its own', () => {
    expect(chosenFloor({ kind: 'present', name: 'First floor' }, floors)).toMatchObject({ name: 'First floor', heightCm: 350 });
    expect(chosenFloor({ kind: 'new', name: ' Attic ', height: '7.25' }, floors)).toEqual({ name: 'Attic', heightCm: 725 });
    for (const [name, height, objection] of [
      ['', '7', /name/],
      ['Attic', 'high', /how high/],
      ['Attic', '3.5', /First floor is as high/],
      ['FIRST floor', '7', /There is a floor First floor/],
    ] as const)
      expect(chosenFloor({ kind: 'new', name, height }, floors)).toEqual({ objection: expect.stringMatching(objection) as string });
    expect(chosenFloor({ kind: 'present', name: 'Roof' }, floors)).toEqual({ objection: expect.stringContaining('Roof') as string });
  });
});
