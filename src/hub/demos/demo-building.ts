import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../core/base/sha-256.ts';
import { type Building, buildingOf, furnished, type PictureOf } from '../../core/buildings/buildings.ts';
import { readSite, type Site } from '../../core/maps/maps.ts';
import { catalog } from '../../core/robots/robots.ts';
import { picturesIn } from '../edl/picture-files.ts';
import { wholeDocument } from '../site/site-files.ts';

/** The building of a demo, of one floor, and the document that it is made of. */
export function demoBuilding(name: string, edl: string): Building & { readonly site: string } {
  const document = JSON.stringify({ name, floors: [{ name: 'Ground floor', edl }] }, undefined, 2);
  return { ...buildingOf(siteOf(document)), site: document };
}

/** The same of a site with files beside it, as anybody's would be; and its pictures, by the files that its maps name. */
export function demoSite(
  folder: string,
  file: string,
): Building & { readonly site: string; readonly pictures: ReadonlyMap<string, Uint8Array> } {
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
  const pictureOf = picturesIn(folder);
  const site = siteOf(textOf(file), { textOf, pictureOf });
  const named = site.floors.flatMap(({ plan }) => plan.notices.map((notice) => notice.file));
  const pictures = new Map(named.flatMap((name) => pairOf(name, pictureOf(name))));
  const hashes = new Map([...pictures].map(([name, bytes]) => [name, sha256(bytes)]));
  const { building, concerns } = furnished(buildingOf(site, pictureOf), site, (id) => catalog.find((model) => model.id === id));
  if (concerns.length > 0) throw new Error(`a demo is not furnished: ${concerns.map(({ message }) => message).join('; ')}`);
  return { ...building, site: wholeDocument(textOf(file), textOf, hashes), pictures };
}

const pairOf = <T>(name: string, value: T | undefined): [string, T][] => (value === undefined ? [] : [[name, value]]);

function siteOf(document: string, beside: { readonly textOf?: (file: string) => string; readonly pictureOf?: PictureOf } = {}): Site {
  const { site, concerns } = readSite(document, beside);
  if (!site) throw new Error(`a demo has no building: ${concerns.map(({ message }) => message).join('; ')}`);
  return site;
}
