import { basename, extname } from 'node:path';
import { readSite, type Site, writeEdl } from '../../core/maps/maps.ts';
import { count, type MapOptions, read, tellWrong, understand } from '../edl/map-files.ts';
import { tellWrong as tellWrongSite } from '../site/site.ts';
import { readSiteFile } from '../site/site-files.ts';

/** The building in a file: a site, or a map, which is a building of one floor. Undefined when something is wrong with it, and that was told. */
export async function siteIn(name: string, format: MapOptions['format']): Promise<Site | undefined> {
  if (extname(name).toLowerCase() === '.json') {
    const { site, concerns } = await readSiteFile(name);
    if (!site) tellWrongSite(name, concerns, format);
    return site;
  }
  const file = await read(name);
  const { document, diagnostics } = understand(file, {});
  if (!document || count(diagnostics, 'error') > 0) {
    tellWrong(file, diagnostics, format);
    return undefined;
  }
  const title = name === '-' ? 'Map' : basename(name, extname(name));
  const { site, concerns } = readSite(JSON.stringify({ name: title, floors: [{ name: title, edl: writeEdl(document) }] }));
  if (!site) tellWrongSite(name, concerns, format);
  return site;
}
