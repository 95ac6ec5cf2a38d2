/** `manyhands site`: buildings from the command line. */
import { MisuseError } from '../../core/base/errors.ts';
import type { Site, SiteConcern, SiteFloor } from '../../core/maps/maps.ts';
import { drawFloor } from '../../formats/maps/floor-drawing.ts';
import { count, plural, print, printJson, tellNothingMade, write } from '../edl/map-files.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { readSiteFile, told } from './site-files.ts';

export interface SiteOptions {
  readonly format: 'human' | 'json';
}

export async function checkSites(files: readonly string[], { format }: SiteOptions): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  for (const name of files) {
    const { site, concerns } = await readSiteFile(name);
    const [errors, warnings] = [count(concerns, 'error'), count(concerns, 'warning')];
    if (!site) code = EXIT.failure;
    if (format === 'json') printJson({ file: name, ok: site !== undefined, errors, warnings, concerns, topology: site?.topology });
    else {
      for (const concern of concerns) print(told(name, concern));
      print(
        `${name}: ${site && warnings === 0 ? `all is well: ${summaryOf(site)}` : `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`}`,
      );
    }
  }
  return code;
}

export interface DrawOptions extends SiteOptions {
  readonly floor: string | undefined;
  readonly shows: 'members' | 'topology';
  readonly out: string | undefined;
}

export async function drawSite(name: string, { floor: wanted, shows, out, format }: DrawOptions): Promise<ExitCode> {
  const { site, concerns } = await readSiteFile(name);
  if (!site) return tellWrong(name, concerns, format);
  const floor = floorOf(site, wanted);
  const nodes = site.topology.nodes.filter((node) => node.floor === floor.id);
  const title = site.floors.length === 1 ? site.name : `${site.name}, ${floor.name}`;
  const picture = drawFloor(floor.plan, title, shows === 'topology' ? { ...site.topology, nodes } : undefined);
  if (out !== undefined) await write(out, picture);
  if (format === 'json') printJson({ file: name, floor: floor.name, ...(out === undefined ? { text: picture } : { out }), concerns });
  else {
    for (const concern of concerns) process.stderr.write(`${told(name, concern)}\n`);
    if (out === undefined) process.stdout.write(picture);
    else print(`wrote ${out}`);
  }
  return EXIT.ok;
}

export function tellWrong(name: string, concerns: readonly SiteConcern[], format: SiteOptions['format']): ExitCode {
  if (format === 'json') printJson({ file: name, ok: false, concerns });
  else {
    for (const concern of concerns) process.stderr.write(`${told(name, concern)}\n`);
    tellNothingMade(name, concerns);
  }
  return EXIT.failure;
}

function floorOf({ floors }: Site, wanted: string | undefined): SiteFloor {
  const floor = wanted === undefined ? floors[0] : floors.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (!floor) throw new MisuseError(`there is no floor ${wanted}; choose ${floors.map(({ name }) => name).join(', ')}`);
  return floor;
}

function summaryOf({ floors, elevators, topology: { nodes, edges } }: Site): string {
  return `${plural(floors.length, 'floor')}, ${plural(elevators.length, 'elevator')}, ${plural(nodes.length, 'node')}, ${plural(edges.length, 'edge')}`;
}
