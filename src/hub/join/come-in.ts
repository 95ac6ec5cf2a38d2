import { isBusAddress, joinBus, UnfitServerError } from '../../headless/headless.ts';
import { DisconnectedError, explain, JoinError, joinWorld, MisuseError, RefusedError, type World } from '../../library/manyhands.ts';
import { busFile } from '../backbone.ts';

/** Who comes to which world, as it was typed. */
export interface Visitor {
  readonly url: string;
  readonly name: string;
  readonly world: string | undefined;
  /** A join link, for hubs that ask for one. */
  readonly link: string | undefined;
  /** For who joins on the bus itself: files, and a hub whose models count. */
  readonly bus?: {
    readonly credentials?: string | undefined;
    readonly authorities?: string | undefined;
    readonly models?: string | undefined;
  };
}

/** Undefined when it was not let in, or nobody was there: it has said so then. */
export async function comeIn(options: Visitor, say: (text: string) => void): Promise<World | undefined> {
  const onError = (error: unknown) => say(`manyhands: ${explain(error)}`);
  try {
    return isBusAddress(options.url) ? await onTheBus(options, onError) : await throughADoor(options, onError);
  } catch (error) {
    if (!EXPECTED.some((kind) => error instanceof kind)) throw error;
    onError(error);
    if (error instanceof DisconnectedError && !isBusAddress(options.url)) say('Is a hub running there? Start one with: bin/manyhands hub');
    if (error instanceof UnfitServerError) say('Are they in the nats.conf of the servers? Make them with: bin/manyhands bus grant');
    return undefined;
  }
}

const EXPECTED = [DisconnectedError, RefusedError, JoinError, UnfitServerError] as const;

function throughADoor({ url, name, world, link, bus = {} }: Visitor, onError: (error: unknown) => void): Promise<World> {
  const misplaced = Object.values(bus).some((value) => value !== undefined);
  if (misplaced) throw new MisuseError('--bus-credentials, --bus-ca and --models go with an address of the bus: nats://HOST:PORT');
  return joinWorld(url, { name, onError, ...(world !== undefined && { world }), ...(link !== undefined && { link }) });
}

async function onTheBus({ url, name, world, link, bus = {} }: Visitor, onError: (error: unknown) => void): Promise<World> {
  if (link !== undefined) throw new MisuseError('--link goes with the address of a hub; on the bus give --bus-credentials');
  const credentials = await busFile(bus.credentials, 'credentials');
  const authorities = await busFile(bus.authorities, 'certificates');
  return await joinBus(url, {
    name,
    onError,
    ...(world !== undefined && { world }),
    ...(credentials !== undefined && { credentials }),
    ...(authorities !== undefined && { authorities }),
    ...(bus.models !== undefined && { models: bus.models }),
  });
}
