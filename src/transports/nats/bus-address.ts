import { MisuseError } from '../../core/base/errors.ts';
import type { NatsAccess } from './dial.ts';

const SPACE = 'manyhands';
/** `nats://user:password@one:4222,two:4222/space`: whatever comes before the last @ is the user and the password. */
const ADDRESS = /^(nats|tls):\/\/(?:(.*)@)?([^@/]+)(?:\/([a-z0-9_-]+))?$/;

export interface BusAddress {
  readonly servers: readonly string[];
  readonly space: string;
  readonly access: NatsAccess | undefined;
  /** `required` by tls:// */
  readonly tls: 'required' | 'as the servers like';
}

export const isBusAddress = (text: string): boolean => /^(nats|tls):\/\//.test(text);

/** What people write for the servers of a bus. */
export function parseBusAddress(text: string): BusAddress {
  const [, scheme, user, hosts = '', space = SPACE] = ADDRESS.exec(text) ?? [];
  const servers = hosts.split(',').filter((server) => server !== '');
  if (servers.length === 0 || !servers.every((server) => URL.canParse(`nats://${server}`)))
    throw new MisuseError('this is no address of a bus; write nats://HOST:PORT, or several as nats://ONE:4222,TWO:4222');
  return { servers, space, access: accessOf(user), tls: scheme === 'tls' ? 'required' : 'as the servers like' };
}

function accessOf(given: string | undefined): NatsAccess | undefined {
  if (given === undefined) return undefined;
  const [user = '', ...rest] = given.split(':');
  return rest.length === 0
    ? { kind: 'token', token: decodeURIComponent(user) }
    : { kind: 'password', user: decodeURIComponent(user), password: decodeURIComponent(rest.join(':')) };
}
