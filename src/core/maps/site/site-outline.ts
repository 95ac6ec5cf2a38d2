import { idFromName } from '../../base/ids.ts';
import { parseEdl } from '../edl/edl.ts';
import { readSiteDocument } from './site-document.ts';

/** Under this name a world keeps the document of its site, among its files. */
export const SITE_FILE = 'site.json';

/** How high a floor is, and how large. */
export interface FloorOutline {
  readonly id: string;
  readonly name: string;
  readonly heightM: number;
  readonly lengthM: number;
  readonly widthM: number;
}

/** The SHA-256 of the pictures that a document names, by their files. What cannot be read names none. */
export const picturesNamed = (text: string): ReadonlyMap<string, string> =>
  new Map(Object.entries(readSiteDocument(text).document?.pictures ?? {}));

/** The floors of a site whose texts are in its document, from the lowest up, without a look at what is on them. What cannot be read has none. */
export function siteOutline(text: string): FloorOutline[] {
  const floors = readSiteDocument(text).document?.floors ?? [];
  const outlines = floors.flatMap(({ name, heightCm, edl = '' }): FloorOutline[] => {
    const { document } = parseEdl(edl);
    if (!document) return [];
    const { lengthCm, widthCm } = document;
    return [{ id: idFromName(name), name, heightM: heightCm / 100, lengthM: lengthCm / 100, widthM: widthCm / 100 }];
  });
  return outlines.toSorted((a, b) => a.heightM - b.heightM);
}
