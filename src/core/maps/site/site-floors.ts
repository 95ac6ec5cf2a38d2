/** The floors of a site's document, for who changes one of them and leaves all else as it is written. */
import { idFromName } from '../../base/ids.ts';
import { readSiteDocument } from './site-document.ts';

/** A floor as it stands in the document, with its text in it. */
export interface WrittenFloor {
  readonly name: string;
  readonly heightCm: number;
  readonly edl: string;
  /** Which map of the world was last put in as this floor, by the id of its document. */
  readonly map?: string | undefined;
}

/** From the lowest up; undefined when the text is no site, or one of its floors lies in a file. */
export function floorsOfSite(text: string): WrittenFloor[] | undefined {
  const { document } = readSiteDocument(text);
  const floors = document?.floors.flatMap(({ name, heightCm, edl, map }) => (edl === undefined ? [] : [{ name, heightCm, edl, map }]));
  return floors?.length === document?.floors.length ? floors?.toSorted((a, b) => a.heightCm - b.heightCm) : undefined;
}

/** Which floor a map is, unless somebody says otherwise: the one that is called like it, or the one it was put in as before. */
export function floorOfMap(floors: readonly WrittenFloor[], map: string, name: string): WrittenFloor | undefined {
  return floors.find((floor) => idFromName(floor.name) === idFromName(name)) ?? floors.find((floor) => floor.map === map);
}

/** The document with this floor, in place of the one of its name or beside the others; without a document, a building of this floor, called like it. */
export function withFloor(text: string | undefined, floor: WrittenFloor): string {
  const site = text === undefined ? { name: floor.name, floors: [] } : (JSON.parse(text) as { name: string; floors: WrittenFloor[] });
  // What was put in as this floor is no other one any more.
  const others = site.floors.map((known) =>
    known.map === floor.map && known.name.trim() !== floor.name ? { ...known, map: undefined } : known,
  );
  const index = others.findIndex((known) => known.name.trim() === floor.name);
  const floors = index < 0 ? [...others, floor] : others.with(index, floor);
  return JSON.stringify({ ...site, floors }, undefined, 2);
}
