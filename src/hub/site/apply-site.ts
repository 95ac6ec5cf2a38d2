/** `manyhands site apply`: another building for a world that runs. */
import { explain } from '../../core/base/errors.ts';
import type { Pose } from '../../core/base/pose.ts';
import { type Affected, changeSite, type InhabitedWorld, type InTheWay, type SiteOutcome } from '../../core/buildings/buildings.ts';
import { DisconnectedError } from '../../core/bus/bus.ts';
import { meshesOf } from '../../core/robots/robots.ts';
import { type JoinWorldOptions, joinWorld, type World } from '../../library/manyhands.ts';
import { RefusedError } from '../../transports/socket/close-reason.ts';
import { HubClient, type HubIdentity, HubRefusal } from '../catalog/hub-client.ts';
import { plural, print, printJson } from '../edl/map-files.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { sharePictures } from './shared-pictures.ts';
import { type SiteOptions, tellWrong } from './site.ts';
import { readSiteFile } from './site-files.ts';

export interface ApplyOptions extends SiteOptions, HubIdentity {
  readonly world: string;
  readonly inTheWay: InTheWay;
}

/** Under this name a world keeps the document of its site, among its files. */
const SITE_FILE = 'site.json';

export async function applySite(name: string, options: ApplyOptions): Promise<ExitCode> {
  const { site, document, pictureOf, concerns } = await readSiteFile(name);
  if (!site) return tellWrong(name, concerns, options.format);
  try {
    const hub = await HubClient.come(options);
    await using world = await joinWorld(hub.url, joining(options));
    await world.lookAtAll();
    const outcome = await changeSite(site, inhabited(world, hub), options.inTheWay, pictureOf);
    if (outcome.kind === 'applied') {
      const pictures = await sharePictures(site, pictureOf, (...picture) => hub.addFile(options.world, ...picture));
      await remember(hub, options.world, document(pictures), outcome.spareModels);
    }
    tell(outcome, options);
    return outcome.kind === 'applied' ? EXIT.ok : EXIT.failure;
  } catch (error) {
    if (!(error instanceof HubRefusal || error instanceof RefusedError || error instanceof DisconnectedError)) throw error;
    if (options.format === 'json') printJson({ event: 'failed', reason: explain(error) });
    process.stderr.write(`manyhands: ${explain(error)}\n`);
    return error instanceof HubRefusal ? EXIT.failure : EXIT.notJoined;
  }
}

/** The address of the hub may be the join link itself. */
function joining({ world, hub, link, name }: ApplyOptions): JoinWorldOptions {
  const shown = link ?? (hub?.includes('#') ? hub : undefined);
  return { world, name, motions: 'unguarded', ...(shown !== undefined && { link: shown }) };
}

export function inhabited(world: World, hub: HubClient): InhabitedWorld {
  return {
    get entities() {
      return world.entities;
    },
    insert: (draft, id) => world.insert(draft, id),
    remove: (entity) => world.remove(entity),
    place: async (entity: string, pose: Pose) => {
      const outcome = await world.command(entity, { kind: 'place', pose });
      return outcome.kind === 'done' ? undefined : outcome.reason;
    },
    model: (id) => world.model(id),
    putModels: async (models, meshes) => {
      for (const model of models) {
        const own = new Map([...meshes].filter(([hash]) => meshesOf(model).has(hash)));
        await hub.put({ model, meshes: own, problems: [] }, 'replace');
      }
    },
  };
}

/** The document goes with the world, and the models of walls that are no more are taken out of the catalog, unless other worlds have them, too. */
async function remember(hub: HubClient, world: string, document: string, spareModels: readonly string[]): Promise<void> {
  await hub.replaceFile(world, SITE_FILE, document);
  await hub.save(world);
  for (const model of spareModels) {
    await hub.remove(model).catch((error: unknown) => {
      if (!(error instanceof HubRefusal && (error.status === 409 || error.status === 404))) throw error;
    });
  }
}

function tell(outcome: SiteOutcome, { format, world }: ApplyOptions): void {
  if (format === 'json') {
    printJson({ event: outcome.kind, world, ...outcome });
    return;
  }
  if (outcome.kind === 'refused') {
    for (const one of outcome.inTheWay) process.stderr.write(`manyhands: ${one.name} (${one.id}) would stand in a wall, ${where(one)}\n`);
    process.stderr.write(`Nothing of the building of ${world} was changed. Move them, or let them be moved with --keep-free.\n`);
    return;
  }
  for (const one of outcome.moved) print(`moved ${one.name} (${one.id}) out of the way, to ${place(one)}`);
  const { inserted, removed, kept } = outcome;
  print(`${world}: ${plural(inserted, 'thing')} inserted, ${removed} removed, ${kept} as before`);
}

const place = ({ at: { x, y } }: Affected): string => `${x.toFixed(2)}, ${y.toFixed(2)} m`;
const where = (one: Affected): string => `at ${place(one)}${one.reason === undefined ? '' : `: ${one.reason}`}`;
