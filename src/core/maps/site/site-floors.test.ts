import { describe, expect, it } from 'vitest';
import { fig8 } from '../maps.contract.ts';
import { floorOfMap, floorsOfSite, readSite, withFloor } from '../maps.ts';

const ground = { name: 'Ground floor', heightCm: 0, edl: fig8 };
const upper = { name: 'Upper floor', heightCm: 300, edl: fig8, map: 'attic-map' };
const house = JSON.stringify({
  name: 'House',
  wallHeightCm: 240,
  floors: [upper, ground],
  elevators: [
    {
      name: 'Lift',
      stops: [
        { floor: 'Ground floor', xCm: 200, yCm: 300 },
        { floor: 'Upper floor', xCm: 200, yCm: 300 },
      ],
    },
  ],
});
const other = fig8.replace('y= 350.0', 'y= 300.0');

describe('the floors of a site', () => {
  it('[E45] are told from the lowest up, if all of them are in it', () => {
    expect(floorsOfSite(house)?.map(({ name }) => name)).toEqual(['Ground floor', 'Upper floor']);
    expect(floorsOfSite('{}')).toBeUndefined();
    expect(floorsOfSite(JSON.stringify({ name: 'House', floors: [ground, { name: 'B', heightCm: 1, file: 'b.edl' }] }))).toBeUndefined();
  });

  it('[E45] are found for a map: by name, then by what it was put in as', () => {
    const floors = floorsOfSite(house) ?? [];
    expect(floorOfMap(floors, 'attic-map', 'Ground floor')?.name).toBe('Ground floor');
    expect(floorOfMap(floors, 'attic-map', 'Attic')?.name).toBe('Upper floor');
    expect(floorOfMap(floors, 'new-map', 'ground  FLOOR')?.name).toBe('Ground floor');
    expect(floorOfMap(floors, 'new-map', 'Cellar')).toBeUndefined();
  });

  it('[E45] are changed one by one, and all else stays', () => {
    const changed = withFloor(house, { ...ground, edl: other, map: 'attic-map' });
    expect(readSite(changed).concerns).toEqual([]);
    const { map: _, ...unmapped } = upper;
    expect(JSON.parse(changed)).toEqual({ ...JSON.parse(house), floors: [unmapped, { ...ground, edl: other, map: 'attic-map' }] });
  });

  it('[E45] get one more, or are the first of a new building', () => {
    const cellar = { name: 'Cellar', heightCm: -300, edl: other, map: 'cellar-map' };
    expect(floorsOfSite(withFloor(house, cellar))?.map(({ name }) => name)).toEqual(['Cellar', 'Ground floor', 'Upper floor']);
    const alone = withFloor(undefined, cellar);
    expect(readSite(alone)).toMatchObject({ site: { name: 'Cellar', floors: [{ name: 'Cellar', heightM: -3 }] }, concerns: [] });
    expect(floorsOfSite(alone)).toEqual([cellar]);
  });
});
