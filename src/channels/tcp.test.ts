import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type ChannelStage, channelContract, type OtherSide, until } from './channel.contract.ts';
import { type Channel, ChannelError } from './channel.ts';
import { listenTcp, tcpChannel } from './tcp.ts';

/** Sockets and servers of this process, none of which is a pipe to the one that runs the tests. */
const openSockets = (): string[] => process.getActiveResourcesInfo().filter((kind) => /TCP/.test(kind));

function otherSideOf(socket: Socket): OtherSide {
  const pieces: Buffer[] = [];
  socket.on('data', (bytes) => pieces.push(bytes)).on('error', () => {});
  return {
    get received() {
      return Buffer.concat(pieces);
    },
    send: (bytes) => void socket.write(bytes),
    stopReading: () => void socket.pause(),
    goOnReading: () => void socket.resume(),
    vanish: () => void socket.resetAndDestroy(),
    endSending: () => void socket.end(),
  };
}

async function listening(): Promise<{ server: Server; port: number; visits: Socket[] }> {
  const visits: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => visits.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, visits, port: (server.address() as { port: number }).port };
}

async function makeStage(): Promise<ChannelStage> {
  const { server, port, visits } = await listening();
  const channel = tcpChannel({ host: '127.0.0.1', port });
  return {
    unopened: () => tcpChannel({ host: '127.0.0.1', port }),
    async meet() {
      await channel.open();
      return { channel, other: otherSideOf(await until('the connection', () => visits[0])) };
    },
    nowhere: () => tcpChannel({ host: '127.0.0.1', port: 1 }),
    open: openSockets,
    async [Symbol.asyncDispose]() {
      await channel.close();
      for (const socket of visits) socket.destroy();
      server.close();
    },
  };
}

channelContract('TCP, who connects', makeStage);

channelContract('TCP, who is connected to', async () => {
  const visits: Channel[] = [];
  const listener = await listenTcp({ host: '127.0.0.1', port: 0 }, ({ channel }) => visits.push(channel));
  const socket = connect({ ...listener.address, allowHalfOpen: true });
  const other = otherSideOf(socket);
  const channel = await until('the connection', () => visits[0]);
  return {
    unopened: () => tcpChannel(listener.address),
    meet: async () => ({ channel, other }),
    nowhere: () => tcpChannel({ host: '127.0.0.1', port: 1 }),
    open: openSockets,
    async [Symbol.asyncDispose]() {
      await channel.close();
      socket.destroy();
      await listener.close();
    },
  };
});

describe('listenTcp', () => {
  it('[C1] says so when the port is taken, and takes nobody once it is closed', async () => {
    const first = await listenTcp({ host: '127.0.0.1', port: 0 }, () => {});
    await expect(listenTcp(first.address, () => {})).rejects.toThrow(ChannelError);
    await first.close();
    await expect(tcpChannel(first.address).open()).rejects.toThrow(/cannot be opened/);
  });
});
