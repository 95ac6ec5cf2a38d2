/** Manyhands for programs on the bus itself, beside the hubs: `joinBus`. For Node; pages and programs elsewhere use `joinWorld`. */
import { createHash } from 'node:crypto';
import { MisuseError } from '../core/base/errors.ts';
import { idFromName } from '../core/base/ids.ts';
import type { ModelShelf } from '../core/robots/known-models.ts';
import { catalog } from '../core/robots/robots.ts';
import { Participant } from '../core/world/world.ts';
import { type HubModelsPorts, hubModels } from '../library/hub-models.ts';
import { normaliseUrl } from '../library/hub-url.ts';
import { World } from '../library/joined-world.ts';
import { beginSession } from '../library/session.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandom } from '../platform/system-random.ts';
import { parseBusAddress } from '../transports/nats/bus-address.ts';
import { parseBusKey } from '../transports/nats/bus-key.ts';
import { connectDirectly, type DirectOptions } from '../transports/nats/direct.ts';

export type { World } from '../library/joined-world.ts';
export { isBusAddress } from '../transports/nats/bus-address.ts';
export { UnfitServerError } from '../transports/nats/server.ts';

export interface JoinBusOptions {
  /** What others call this participant; its id, if not said. */
  readonly name?: string;
  /** The text of its credentials: what `manyhands bus grant` wrote, or `nsc`. */
  readonly credentials?: string;
  /** Which world, where the credentials do not say. */
  readonly world?: string;
  /** Certificates (PEM) of who vouches for the servers, where the system does not know them. */
  readonly authorities?: string;
  /** The address of a hub, or a join link, whose models its motions are guarded by; without one, those that come with Manyhands. */
  readonly models?: string;
  /** `guarded`, by default: what this participant owns stops at what is in its way. `unguarded`: a real robot sees to that itself. */
  readonly motions?: 'guarded' | 'unguarded';
  /** Told of errors that no call waits for. By default they go to the console. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Joins a world over the bus itself. `url` is that of the NATS servers: `nats://one:4222,two:4222`, with `tls://` where they must have TLS.
 * Rejects with UnfitServerError if they do not take the credentials, DisconnectedError if none answers, JoinError if no hub has the world open.
 */
export async function joinBus(url: string, options: JoinBusOptions): Promise<World> {
  const { motions = 'guarded', onError = console.error } = options;
  const ports = { clock: systemClock, random: systemRandom, report: onError };
  const connection = connectionOf(url, options);
  const { world, participant } = connection;
  const name = options.name ?? participant;
  const shelf = options.models === undefined ? shippedModels() : await modelsAt(options.models, name, ports);
  const bus = await connectDirectly({ ...ports, ...connection, defer: queueMicrotask });
  try {
    const joined = await Participant.join({ ...ports, bus, world, name });
    return new World(joined, bus, { ...ports, motions, shelf });
  } catch (error) {
    await bus.drain();
    throw error;
  }
}

type Connection = Pick<DirectOptions, 'servers' | 'access' | 'tls' | 'space' | 'world' | 'participant'>;

/** A key says who it is for; what is said beside it must be the same. */
function connectionOf(url: string, { name = '', world, credentials, authorities }: JoinBusOptions): Connection {
  const { servers, space, access, tls } = parseBusAddress(url);
  const key = credentials === undefined ? undefined : parseBusKey(credentials);
  const where = key?.world ?? world;
  if (where === undefined) throw new MisuseError('which world? the credentials do not say; name it');
  if (world !== undefined && world !== where) throw new MisuseError(`these credentials are for the world ${where}, not for ${world}`);
  return {
    servers,
    space: key?.space ?? space,
    world: where,
    participant: key?.participant ?? (access?.kind === 'password' ? access.user : idFromName(name)),
    ...(tls === 'required' || authorities !== undefined ? { tls: { authorities } } : {}),
    ...accessFrom(access, credentials, key?.seed),
  };
}

function accessFrom(given: DirectOptions['access'], text: string | undefined, seed: string | undefined): Pick<DirectOptions, 'access'> {
  if (seed !== undefined) return { access: { kind: 'key', seed } };
  if (text !== undefined) return { access: { kind: 'credentials', text } };
  return given === undefined ? {} : { access: given };
}

const shippedModels = (): ModelShelf => {
  const fingerprint = createHash('sha256').update(JSON.stringify(catalog)).digest('hex');
  return { all: async () => ({ models: catalog, fingerprint }) };
};

async function modelsAt(url: string, name: string, ports: HubModelsPorts): Promise<ModelShelf> {
  const address = normaliseUrl(url);
  if (address.kind === 'wrong') throw new MisuseError(address.reason);
  const { hub, link } = address;
  const session = link === undefined ? undefined : await beginSession(hub, { link, name });
  return hubModels(hub, session?.token, ports);
}
