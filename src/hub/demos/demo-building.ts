import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Building, buildingOf, type PictureOf } from '../../core/buildings/buildings.ts';
import { readSite, type SiteReading } from '../../core/maps/maps.ts';
import { picturesIn } from '../edl/picture-files.ts';

/** The building of a demo, of one floor. */
export function demoBuilding(name: string, edl: string): Building {
  return builtOf(name, readSite(JSON.stringify({ name, floors: [{ name: 'Ground floor', edl }] })));
}

/** The building of a demo that is a site with files beside it, as anybody's would be. */
export function demoSite(folder: string, file: string): Building {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  const pictureOf = picturesIn(folder);
  return builtOf(file, readSite(text(file), { textOf: text, pictureOf }), pictureOf);
}

function builtOf(name: string, { site, concerns }: SiteReading, pictureOf?: PictureOf): Building {
  if (!site) throw new Error(`the demo ${name} has no building: ${concerns.map(({ message }) => message).join('; ')}`);
  return buildingOf(site, pictureOf);
}
