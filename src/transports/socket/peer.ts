import type { IncomingMessage } from 'node:http';
import type { Peer } from './gatekeeper.ts';

/** Whoever is on the other side of a request: to be let in, or to be asked who it is. */
export const peerOf = ({ socket, headers }: IncomingMessage): Peer => ({
  address: socket.remoteAddress ?? '',
  origin: headers.origin,
  host: headers.host,
  way: Object.keys(headers).some(isOfProxy) ? 'forwarded' : 'direct',
});

/** What proxies and tunnels add. */
const isOfProxy = (header: string): boolean =>
  header === 'forwarded' || header === 'via' || header === 'x-real-ip' || header.startsWith('x-forwarded-');
