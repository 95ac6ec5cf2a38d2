import { readFile } from 'node:fs/promises';
import type { Clock } from '../core/base/clock.ts';
import { MisuseError } from '../core/base/errors.ts';
import { type Random, randomId } from '../core/base/random.ts';
import type { Backbone } from '../core/bus/bus.ts';
import { EmbeddedBackbone } from '../core/bus/embedded.ts';
import { parseBusAddress } from '../transports/nats/bus-address.ts';
import { type NatsAccess, NatsBackbone, type NatsTls } from '../transports/nats/nats.ts';
import type { DeskRights } from '../transports/nats/record-desk.ts';

/** What carries the words of a hub's worlds: a bus of its own, or servers that it shares with other hubs. */
export type BusChoice =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'nats';
      readonly servers: readonly string[];
      readonly space: string;
      readonly access?: NatsAccess | undefined;
      readonly tls?: NatsTls | undefined;
    };

interface BackbonePorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
}

/** What a hub has of its backbone. */
export interface OpenBackbone extends Backbone, Partial<AsyncDisposable> {
  /** One with servers can ask them whether they are there. */
  readonly echo?: () => Promise<void>;
  /** Where participants can be on the bus themselves: keeps records for those of a world. */
  serveRecords?(world: string, rights: DeskRights): Disposable;
}

/** `label`: what the servers' monitoring calls this hub. */
export async function openBackbone(choice: BusChoice, label: string, ports: BackbonePorts): Promise<OpenBackbone> {
  const deferred = { ...ports, defer: queueMicrotask };
  if (choice.kind === 'embedded') return new EmbeddedBackbone({ ...deferred, life: `${randomId(ports.random, 6)}-` });
  const { servers, space, access, tls } = choice;
  return await NatsBackbone.connect({ ...deferred, servers, space, label, tls, ...(access && { access }) });
}

/** From an address, a file with credentials and one with certificates. */
export async function busChoiceOf(
  url: string | undefined,
  files: { readonly credentials?: string | undefined; readonly authorities?: string | undefined },
): Promise<BusChoice> {
  const { credentials, authorities } = files;
  if (url === undefined) {
    if (credentials !== undefined) throw new MisuseError('--bus-credentials goes with --bus nats://...');
    if (authorities !== undefined) throw new MisuseError('--bus-ca goes with --bus tls://...');
    return { kind: 'embedded' };
  }
  const { servers, space, access, tls } = parseBusAddress(url);
  const text = await busFile(credentials, 'credentials');
  const given = text === undefined ? access : ({ kind: 'credentials', text } as const);
  const pem = await busFile(authorities, 'certificates');
  return { kind: 'nats', servers, space, access: given, tls: tls === 'required' || pem !== undefined ? { authorities: pem } : undefined };
}

/** Undefined when none is named. */
export async function busFile(file: string | undefined, what: 'credentials' | 'certificates'): Promise<string | undefined> {
  if (file === undefined) return undefined;
  return await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new MisuseError(`the ${what} ${file} cannot be read`, { cause });
  });
}
