import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PictureOf } from '../../core/buildings/buildings.ts';
import { readSite, type SiteConcern, type SiteReading } from '../../core/maps/maps.ts';
import { read } from '../edl/map-files.ts';
import { picturesIn } from '../edl/picture-files.ts';

/** A site that was read from a file, with the floors and pictures that lie beside it. */
export interface ReadSite extends SiteReading {
  /** The same with the texts of all floors in it, and the hashes of its pictures: it needs no files beside it. Only of a site without errors. */
  readonly document: (pictures: ReadonlyMap<string, string>) => string;
  /** The pictures that lie beside it. */
  readonly pictureOf: PictureOf;
}

export async function readSiteFile(name: string): Promise<ReadSite> {
  const { text } = await read(name);
  const folder = name === '-' ? '.' : dirname(name);
  const beside = (file: string) => join(folder, file);
  const pictureOf = picturesIn(folder);
  const reading = readSite(text, { textOf: (file) => textOf(beside(file)), pictureOf });
  return { ...reading, pictureOf, document: (pictures) => wholeDocument(text, (file) => textOf(beside(file)), pictures) };
}

/** Only of a site without errors: it has floors, and each its text. */
export function wholeDocument(
  text: string,
  textOfFile: (file: string) => string | undefined,
  pictures: ReadonlyMap<string, string>,
): string {
  const document = JSON.parse(text) as { floors: { file?: string; edl?: string }[] };
  const floors = document.floors.map(({ file, ...floor }) => (file === undefined ? floor : { ...floor, edl: textOfFile(file) }));
  return JSON.stringify({ ...document, floors, ...(pictures.size > 0 && { pictures: Object.fromEntries(pictures) }) }, undefined, 2);
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** As compilers say it, so that editors find the place. */
export function told(file: string, { severity, code, place, floor, line, column, message, remedy }: SiteConcern): string {
  const where = [file, place, line, column].filter((part) => part !== undefined && part !== '').join(':');
  return `${where}: ${severity}: ${message} [${code}]\n = ${floor === undefined ? '' : `${floor}: `}${remedy}`;
}
