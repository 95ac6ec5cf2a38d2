import { type Building, buildingOf } from '../../core/buildings/buildings.ts';
import { readSite } from '../../core/maps/maps.ts';

/** The building of a demo, of one floor, and the document that it is made of. */
export function demoBuilding(name: string, edl: string): Building & { readonly site: string } {
  const document = JSON.stringify({ name, floors: [{ name: 'Ground floor', edl }] }, undefined, 2);
  const { site, concerns } = readSite(document);
  if (!site) throw new Error(`the demo ${name} has no building: ${concerns.map(({ message }) => message).join('; ')}`);
  return { ...buildingOf(site), site: document };
}
