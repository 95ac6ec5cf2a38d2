/** Passes what an operator says to the owner, and what the owner says to all others. */
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { serveRole } from '../harness/role.ts';

const others = new Set<WebSocket>();
let owner: WebSocket | undefined;

const handlers = {
  async listen(): Promise<{ url: string }> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, clientTracking: false });
    server.on('connection', (socket, request) => {
      if (request.url === '/owner') {
        owner = socket;
        socket.on('message', (data) => {
          for (const other of others) other.send(data);
        });
      } else {
        others.add(socket);
        socket.on('message', (data) => owner?.send(data));
      }
    });
    await new Promise((resolve) => server.once('listening', resolve));
    return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` };
  },
};
export type RawRelay = typeof handlers;

serveRole(handlers);
