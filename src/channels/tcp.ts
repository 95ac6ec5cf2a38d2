import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Channel, ChannelError } from './channel.ts';
import { StreamChannel } from './stream-channel.ts';

export interface TcpAddress {
  readonly host: string;
  /** 0, to listen on: any that is free. */
  readonly port: number;
}

/** Whoever has said nothing for so long is asked by the system whether it is still there; it is taken for gone some ten seconds later. */
const KEEP_ALIVE_MS = 10_000;

/** A channel to whoever listens there. */
export function tcpChannel({ host, port }: TcpAddress): Channel {
  return new StreamChannel({
    title: `tcp ${written({ host, port })}`,
    letGo,
    open: (signal) =>
      new Promise<Duplex>((resolve, reject) => {
        const socket = connect({ host, port, allowHalfOpen: true });
        const abort = () => socket.destroy(new Error('nobody waits for it any more'));
        signal.addEventListener('abort', abort);
        socket.once('error', reject);
        socket.once('connect', () => {
          signal.removeEventListener('abort', abort);
          socket.off('error', reject);
          resolve(tended(socket));
        });
      }),
  });
}

/** Somebody who came. */
export interface TcpVisit {
  /** Open already. */
  readonly channel: Channel;
  readonly host: string;
}

export interface TcpListener extends AsyncDisposable {
  readonly address: TcpAddress;
  /** Takes nobody any more. Those who came are not closed. */
  close(): Promise<void>;
}

/** Listens there, and tells of each who comes. Rejects with ChannelError when it cannot. */
export async function listenTcp(address: TcpAddress, onVisit: (visit: TcpVisit) => void): Promise<TcpListener> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: false }, (socket) => {
    const { remoteAddress: host = '', remotePort: port = 0 } = socket;
    onVisit({ host, channel: StreamChannel.over(`tcp ${written({ host, port })}`, tended(socket), letGo) });
  });
  await listening(server, address);
  const { port } = server.address() as { port: number };
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  // It listens no more, then: who looks for it finds nobody there.
  server.on('error', () => void close());
  return { address: { host: address.host, port }, close, [Symbol.asyncDispose]: close };
}

function listening(server: Server, { host, port }: TcpAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => reject(new ChannelError(`nothing can listen on ${written({ host, port })}`, { cause }));
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/** Small lines go out at once, and who vanished without a word is found out. */
const tended = (socket: Socket): Socket => socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);

/** Both sides of a connection end on their own: what the other one still sends is read to its end, for a moment. */
const letGo = (stream: Duplex): void => void stream.end();

const written = ({ host, port }: TcpAddress): string => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);
