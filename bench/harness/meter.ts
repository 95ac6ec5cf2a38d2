/** What a server costs, measured inside its own process and in the same way for all servers. */
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import type { Socket } from 'node:net';
import { basename, join } from 'node:path';

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

/** Asked at both ends of a window. With BENCH_PROFILE=FOLDER in the environment the window is profiled, too. */
export async function meter(): Promise<Reading> {
  if (profiling === undefined) return read();
  if (windowStartUs === undefined) {
    windowStartUs = monotonicUs();
    return read();
  }
  const reading = read();
  const { profile } = await (await profiling).post('Profiler.stop');
  const folder = process.env.BENCH_PROFILE ?? '';
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${basename(process.argv[1] ?? '')}.${process.pid}.cpuprofile`);
  writeFileSync(file, JSON.stringify(since(windowStartUs, profile)));
  return reading;
}

/** From the start on: to begin takes so long with all code loaded that links would be taken for dead, and what is measured would be their return. */
const profiling = process.env.BENCH_PROFILE === undefined ? undefined : startProfiling();
let windowStartUs: number | undefined;

async function startProfiling(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  return session;
}

/** The profiler's clock. */
const monotonicUs = (): number => Number(process.hrtime.bigint() / 1000n);

function since(startUs: number, profile: Profiler.Profile): Profiler.Profile {
  const { samples = [], timeDeltas = [] } = profile;
  let timeUs = profile.startTime;
  let first = 0;
  while (first < timeDeltas.length && timeUs < startUs) timeUs += timeDeltas[first++] ?? 0;
  return { ...profile, startTime: startUs, samples: samples.slice(first), timeDeltas: timeDeltas.slice(first) };
}

function read(): Reading {
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

export const sumOf = (one: Reading, other: Reading): Reading => ({
  cpuMs: one.cpuMs + other.cpuMs,
  bytesOut: one.bytesOut + other.bytesOut,
  bytesIn: one.bytesIn + other.bytesIn,
});
