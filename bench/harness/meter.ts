/** What a server costs, measured inside its own process and in the same way for all servers. */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

export interface Reading {
  /** User and system time of all threads of the process. */
  readonly cpuMs: number;
  /** Written to and read from the sockets of those who connected, with all framing. */
  readonly bytesOut: number;
  readonly bytesIn: number;
}

const sockets = new Set<Socket>();
let closedOut = 0;
let closedIn = 0;

// Loaded before the server listens: it misses no socket.
subscribe('net.server.socket', (message) => {
  const { socket } = message as { socket: Socket };
  sockets.add(socket);
  socket.once('close', () => {
    sockets.delete(socket);
    closedOut += socket.bytesWritten;
    closedIn += socket.bytesRead;
  });
});

export function readMeter(): Reading {
  const { user, system } = process.cpuUsage();
  let bytesOut = closedOut;
  let bytesIn = closedIn;
  for (const socket of sockets) {
    bytesOut += socket.bytesWritten;
    bytesIn += socket.bytesRead;
  }
  return { cpuMs: (user + system) / 1000, bytesOut, bytesIn };
}

export const spentBetween = (before: Reading, after: Reading): Reading => ({
  cpuMs: after.cpuMs - before.cpuMs,
  bytesOut: after.bytesOut - before.bytesOut,
  bytesIn: after.bytesIn - before.bytesIn,
});
