import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSite, type SiteConcern, type SiteReading } from '../../core/maps/maps.ts';
import { read } from '../edl/map-files.ts';

/** A site that was read from a file, with the floors that lie beside it. */
export interface ReadSite extends SiteReading {
  /** The same with the texts of all floors in it: it needs no files beside it. */
  readonly document: string;
}

export async function readSiteFile(name: string): Promise<ReadSite> {
  const { text } = await read(name);
  const beside = (file: string) => join(name === '-' ? '.' : dirname(name), file);
  const reading = readSite(text, { textOf: (file) => textOf(beside(file)), hasFile: (file) => existsSync(beside(file)) });
  return { ...reading, document: reading.site ? whole(text, (file) => textOf(beside(file))) : text };
}

/** Only of a site that was read without errors: so it has floors, and each its text. */
function whole(text: string, textOfFile: (file: string) => string | undefined): string {
  const document = JSON.parse(text) as { floors: { file?: string; edl?: string }[] };
  const floors = document.floors.map(({ file, ...floor }) => (file === undefined ? floor : { ...floor, edl: textOfFile(file) }));
  return JSON.stringify({ ...document, floors }, undefined, 2);
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** As compilers say it, so that editors find the place. */
export function told(file: string, { severity, code, place, floor, line, column, message, remedy }: SiteConcern): string {
  const where = [file, place, line, column].filter((part) => part !== undefined && part !== '').join(':');
  return `${where}: ${severity}: ${message} [${code}]\n = ${floor === undefined ? '' : `${floor}: `}${remedy}`;
}
