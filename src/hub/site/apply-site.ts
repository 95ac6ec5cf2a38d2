/** `manyhands site apply`: another building for a world that runs. The hub puts it in. */
import type { SiteAnswer } from '../../core/api/http.ts';
import { explain } from '../../core/base/errors.ts';
import type { Affected, InTheWay } from '../../core/buildings/buildings.ts';
import { DisconnectedError } from '../../core/bus/bus.ts';
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

export async function applySite(name: string, options: ApplyOptions): Promise<ExitCode> {
  const { site, document, pictureOf, concerns } = await readSiteFile(name);
  if (!site) return tellWrong(name, concerns, options.format);
  try {
    const hub = await HubClient.come(options);
    const pictures = await sharePictures(site, pictureOf, (...picture) => hub.addFile(options.world, ...picture));
    const answer = await hub.putSite(options.world, document(pictures), options.inTheWay);
    // Of another version than this program, perhaps: here it was right.
    if (answer.kind === 'wrong') return tellWrong(name, answer.concerns, options.format);
    tell(answer, options);
    return answer.kind === 'applied' ? EXIT.ok : EXIT.failure;
  } catch (error) {
    if (!(error instanceof HubRefusal || error instanceof RefusedError || error instanceof DisconnectedError)) throw error;
    if (options.format === 'json') printJson({ event: 'failed', reason: explain(error) });
    process.stderr.write(`manyhands: ${explain(error)}\n`);
    return error instanceof HubRefusal && error.status !== 404 ? EXIT.failure : EXIT.notJoined;
  }
}

function tell(outcome: Exclude<SiteAnswer, { kind: 'wrong' }>, { format, world }: ApplyOptions): void {
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
