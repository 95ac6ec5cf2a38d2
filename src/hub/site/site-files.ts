import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSite, type SiteConcern, type SiteReading } from '../../core/maps/maps.ts';
import { read } from '../edl/map-files.ts';

/** A site that was read from a file, with the floors that lie beside it. */
export async function readSiteFile(name: string): Promise<SiteReading> {
  const { text } = await read(name);
  const beside = (file: string) => join(name === '-' ? '.' : dirname(name), file);
  return readSite(text, { textOf: (file) => textOf(beside(file)), hasFile: (file) => existsSync(beside(file)) });
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** As compilers say it, so that editors find the place. */
export function told(file: string, { severity, code, place, floor, line, column, message, remedy }: SiteConcern): string {
  const where = [file, place, line, column].filter((part) => part !== undefined && part !== '').join(':');
  return `${where}: ${severity}: ${message} [${code}]\n = ${floor === undefined ? '' : `${floor}: `}${remedy}`;
}
