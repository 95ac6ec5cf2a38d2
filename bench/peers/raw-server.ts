/** The least a server can do: it sends ready-made messages with `ws`, by its own clock or when a producer's message comes in. */
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { meter } from '../harness/meter.ts';
import { everyTickAfterRunIn, serveRole } from '../harness/role.ts';
import { type Batch, RUN_IN_TICKS, STAMP_BYTES } from './raw-messages.ts';

const clients = new Map<number, WebSocket>();
let schedule: { readonly client: number; readonly message: Buffer }[][] = [];

function sendTick(tick: number): void {
  for (const { client, message } of schedule[tick] ?? []) clients.get(client)?.send(message);
}

/** A producer's message is its tick and its time, and as many bytes as there were to say. */
function relay(data: Buffer): void {
  const due = schedule[data.readUInt32LE(STAMP_BYTES)] ?? [];
  for (const { client, message } of due) {
    data.copy(message, 0, 0, STAMP_BYTES);
    clients.get(client)?.send(message);
  }
}

const handlers = {
  async listen(): Promise<{ url: string }> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, clientTracking: false });
    server.on('connection', (socket, request) => {
      const client = new URL(request.url ?? '/', 'ws://server').searchParams.get('client');
      if (client === null) socket.on('message', relay);
      else clients.set(Number(client), socket);
    });
    await new Promise((resolve) => server.once('listening', resolve));
    return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` };
  },
  /** Encoded before: nothing but sending is left to do. */
  prepare({ batches }: { batches: readonly Batch[] }): void {
    schedule = [];
    for (const { tick, client, bytes } of batches) {
      schedule[tick] ??= [];
      schedule[tick].push({ client, message: Buffer.alloc(Math.max(bytes, STAMP_BYTES)) });
    }
  },
  begin({ startMs, tickMs }: { startMs: number; tickMs: number }): void {
    everyTickAfterRunIn(startMs, tickMs, (number) => sendTick(number % RUN_IN_TICKS), sendTick);
  },
  meter,
};
export type RawServer = typeof handlers;

serveRole(handlers);
