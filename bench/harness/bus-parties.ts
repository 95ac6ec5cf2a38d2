/** One publisher, or all subscribers, of a bench of buses: in a process of its own. */
import { openBoardLine } from '../ours/board-line.ts';
import { openOurLine } from '../ours/nats-line.ts';
import { openRawLine } from '../peers/raw-nats-line.ts';
import { type BusLine, PAYLOAD_BYTES, stamped } from './bus-line.ts';
import { noteMishap, requireNoMishap } from './mishaps.ts';
import { everyTick, monotonicMs, pause, serveRole } from './role.ts';

export type LineKind = 'ours' | 'board' | 'raw';

/** Between two round trips to the server, so that nobody is told more than it can take. */
const BURST = 256;
const open = { ours: openOurLine, board: openBoardLine, raw: openRawLine } as const;

let lines: BusLine[] = [];
let latenciesMs: number[] = [];
let received = 0;
let expected = 0;
let lastMs = 0;

/** A bus may lose messages; then there is nothing to measure, and nothing to wait for. */
class NotHeardError extends Error {
  override readonly name = 'NotHeardError';
}

function heard(payload: Uint8Array, ageMs: number): void {
  if (payload.length !== PAYLOAD_BYTES) noteMishap(new RangeError(`${payload.length} bytes came, where ${PAYLOAD_BYTES} were sent`));
  received++;
  latenciesMs.push(ageMs);
  if (received === expected) lastMs = monotonicMs();
}

const handlers = {
  /** Of this process so far. */
  cpuMs(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },

  /** `label`: a letter, for ids are short where people give them. */
  async join({ kind, servers, count, label }: { kind: LineKind; servers: string[]; count: number; label: string }): Promise<void> {
    lines = await Promise.all(Array.from({ length: count }, (_, index) => open[kind](servers, `${label}${index}`)));
  },

  async listen(): Promise<void> {
    for (const line of lines) line.subscribe(heard);
    await Promise.all(lines.map((line) => line.reachServer()));
  },

  /** Forgets what was heard so far, and notes when so many have been heard. */
  forget(count: number): void {
    latenciesMs = [];
    received = 0;
    expected = count;
  },

  latencies: (): Float64Array => Float64Array.from(latenciesMs),

  /** When the last of those it expects was heard, on the machine's clock. Rejects with NotHeardError when they have not come by then. */
  async last({ withinMs }: { withinMs: number }): Promise<number> {
    const untilMs = monotonicMs() + withinMs;
    while (received < expected) {
      requireNoMishap();
      if (monotonicMs() > untilMs) throw new NotHeardError(`${received} of ${expected} messages were heard within ${withinMs} ms`);
      await pause(1);
    }
    return lastMs;
  },

  /** One every millisecond. */
  async publishSteadily({ forMs }: { forMs: number }): Promise<void> {
    const ticking = everyTick(monotonicMs(), 1, () => lines[0]?.publish(stamped()));
    await pause(forMs);
    ticking[Symbol.dispose]();
    await lines[0]?.reachServer();
  },

  /** As fast as the server takes them; answers when the first was sent. */
  async publishAll(count: number): Promise<number> {
    const startMs = monotonicMs();
    for (let sent = 0; sent < count; ) {
      for (let burst = 0; burst < BURST && sent < count; burst++, sent++) lines[0]?.publish(stamped());
      await lines[0]?.reachServer();
    }
    return startMs;
  },

  async leave(): Promise<void> {
    await Promise.all(lines.map((line) => line[Symbol.asyncDispose]()));
  },
};
export type BusParties = typeof handlers;

serveRole(handlers);
