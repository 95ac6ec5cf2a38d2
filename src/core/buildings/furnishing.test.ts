import { describe, expect, it } from 'vitest';
import { yawOf } from '../base/pose.ts';
import { fig8 } from '../maps/maps.contract.ts';
import { readSite, type Site } from '../maps/maps.ts';
import { catalog } from '../robots/robots.ts';
import { buildingOf, furnished, isOfSite } from './buildings.ts';

const modelOf = (id: string) => catalog.find((model) => model.id === id);

function siteWith(...furniture: object[]): Site {
  const floors = [
    { name: 'Ground floor', edl: fig8 },
    { name: 'Upper floor', heightCm: 300, edl: fig8 },
  ];
  const { site, concerns } = readSite(JSON.stringify({ name: 'House', floors, furniture }));
  return site ?? expect.fail(JSON.stringify(concerns));
}

const furnish = (site: Site) => furnished(buildingOf(site), site, modelOf);
const desk = { model: 'desk', floor: 'Upper floor', xCm: 250, yCm: 310.5, degrees: 90 };

describe('furniture of a site', () => {
  it('[A16] stands where the site says, by the model of the catalog', () => {
    const bare = siteWith();
    const { building, concerns } = furnish(siteWith(desk, { ...desk, model: 'laptop', aboveCm: 74, name: 'Terminal' }));
    expect(concerns).toEqual([]);
    const pieces = building.entities.slice(buildingOf(bare).entities.length);
    expect(pieces.map(({ draft }) => [draft.name, draft.model, draft.kind])).toEqual([
      ['Desk', 'desk', 'static'],
      ['Terminal', 'laptop', 'static'],
    ]);
    expect(pieces[0]?.draft.initial.pose).toMatchObject({ x: 2.5, y: 3.105, z: 3 });
    expect(pieces.map(({ draft }) => [draft.initial.pose.z, yawOf(draft.initial.pose)])).toEqual([
      [3, expect.closeTo(Math.PI / 2, 9)],
      [3.74, expect.closeTo(Math.PI / 2, 9)],
    ]);
    expect(pieces.every(({ id }) => isOfSite(id))).toBe(true);
    // They stay in the catalog whatever becomes of the building.
    expect(building.models).toEqual(buildingOf(bare).models);
  });

  it('[A16] keeps its ids as long as nothing of it changes', () => {
    const idsOf = (...pieces: object[]) => furnish(siteWith(...pieces)).building.entities.map(({ id }) => id);
    expect(idsOf(desk)).toEqual(idsOf(desk));
    expect(idsOf(desk).at(-1)).not.toBe(idsOf({ ...desk, xCm: 251 }).at(-1));
    expect(idsOf(desk).slice(0, -1)).toEqual(idsOf({ ...desk, xCm: 251 }).slice(0, -1));
  });

  it('[A16] tells which piece has no model to furnish with', () => {
    const { concerns } = furnish(siteWith(desk, { ...desk, model: 'dsk' }, { ...desk, model: 'pioneer-3-dx' }));
    expect(concerns.map(({ severity, place, message }) => `${severity} ${place}: ${message}`)).toEqual([
      'error furniture[1].model: there is no model dsk in the catalog',
      'error furniture[2].model: pioneer-3-dx is no furniture but wheeled',
    ]);
  });
});
