import { readFile } from 'node:fs/promises';
import type { Clock } from '../core/base/clock.ts';
import { MisuseError } from '../core/base/errors.ts';
import { type Random, randomId } from '../core/base/random.ts';
import type { Backbone } from '../core/bus/bus.ts';
import { EmbeddedBackbone } from '../core/bus/embedded.ts';
import { type NatsAccess, NatsBackbone } from '../transports/nats/nats.ts';

/** What carries the words of a hub's worlds: a bus of its own, or servers that it shares with other hubs. */
export type BusChoice =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'nats';
      readonly servers: readonly string[];
      readonly space: string;
      readonly access?: NatsAccess | undefined;
      readonly tls?: 'required' | undefined;
    };

interface BackbonePorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
}

/** `label`: what the servers' monitoring calls this hub. */
export async function openBackbone(choice: BusChoice, label: string, ports: BackbonePorts): Promise<Backbone & Partial<AsyncDisposable>> {
  const deferred = { ...ports, defer: queueMicrotask };
  if (choice.kind === 'embedded') return new EmbeddedBackbone({ ...deferred, life: `${randomId(ports.random, 6)}-` });
  const { servers, space, access, tls } = choice;
  return await NatsBackbone.connect({ ...deferred, servers, space, label, tls, ...(access && { access }) });
}

const SPACE = 'manyhands';
/** `nats://user:password@one:4222,two:4222/space`: whatever comes before the last @ is the user and the password. */
const ADDRESS = /^(nats|tls):\/\/(?:(.*)@)?([^@/]+)(?:\/([a-z0-9_-]+))?$/;

/** From an address and a file with credentials. */
export async function busChoiceOf(url: string | undefined, credentials: string | undefined): Promise<BusChoice> {
  if (url === undefined) {
    if (credentials !== undefined) throw new MisuseError('--bus-credentials goes with --bus nats://...');
    return { kind: 'embedded' };
  }
  const [, scheme, user, hosts = '', space = SPACE] = ADDRESS.exec(url) ?? [];
  const servers = hosts.split(',').filter((server) => server !== '');
  if (servers.length === 0 || !servers.every((server) => URL.canParse(`nats://${server}`)))
    throw new MisuseError('--bus is no address of a bus; write nats://HOST:PORT, or several as nats://ONE:4222,TWO:4222');
  return { kind: 'nats', servers, space, access: await accessOf(user, credentials), tls: scheme === 'tls' ? 'required' : undefined };
}

async function accessOf(given: string | undefined, credentials: string | undefined): Promise<NatsAccess | undefined> {
  if (credentials !== undefined) {
    const text = await readFile(credentials, 'utf8').catch((cause: unknown) => {
      throw new MisuseError(`the credentials ${credentials} cannot be read`, { cause });
    });
    return { kind: 'credentials', text };
  }
  if (given === undefined) return undefined;
  const [user = '', ...rest] = given.split(':');
  return rest.length === 0
    ? { kind: 'token', token: decodeURIComponent(user) }
    : { kind: 'password', user: decodeURIComponent(user), password: decodeURIComponent(rest.join(':')) };
}
