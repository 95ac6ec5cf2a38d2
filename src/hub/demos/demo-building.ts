import { type Building, buildingOf } from '../../core/buildings/buildings.ts';
import { readSite } from '../../core/maps/maps.ts';

/** The building of a demo, of one floor. */
export function demoBuilding(name: string, edl: string): Building {
  const { site, concerns } = readSite(JSON.stringify({ name, floors: [{ name: 'Ground floor', edl }] }));
  if (!site) throw new Error(`the demo ${name} has no building: ${concerns.map(({ message }) => message).join('; ')}`);
  return buildingOf(site);
}
