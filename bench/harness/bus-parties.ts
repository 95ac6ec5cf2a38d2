/** One publisher, or all subscribers, of a bench of buses: in a process of its own. */
import { openBoardLine } from '../ours/board-line.ts';
import { openOurLine } from '../ours/nats-line.ts';
import { openRawLine } from '../peers/raw-nats-line.ts';
import type { BusLine } from './bus-line.ts';
import { everyTick, monotonicMs, pause, serveRole } from './role.ts';

export type LineKind = 'ours' | 'board' | 'raw';

const PAYLOAD_BYTES = 128;
/** Between two round trips to the server, so that nobody is told more than it can take. */
const BURST = 256;
const open = { ours: openOurLine, board: openBoardLine, raw: openRawLine } as const;

let lines: BusLine[] = [];
let latenciesMs: number[] = [];
let received = 0;
let lastMs = 0;

const stamped = (): Uint8Array => {
  const payload = new Uint8Array(PAYLOAD_BYTES);
  new DataView(payload.buffer).setFloat64(0, monotonicMs());
  return payload;
};

function heard(payload: Uint8Array): void {
  lastMs = monotonicMs();
  received++;
  latenciesMs.push(lastMs - new DataView(payload.buffer, payload.byteOffset).getFloat64(0));
}

const handlers = {
  async join({ kind, servers, count }: { kind: LineKind; servers: string[]; count: number }): Promise<void> {
    lines = await Promise.all(Array.from({ length: count }, (_, index) => open[kind](servers, `party-${process.pid}-${index}`)));
  },

  async listen(): Promise<void> {
    for (const line of lines) line.subscribe(heard);
    await Promise.all(lines.map((line) => line.reachServer()));
  },

  /** Forgets what was heard so far. */
  forget(): void {
    latenciesMs = [];
    received = 0;
  },

  latencies: (): Float64Array => Float64Array.from(latenciesMs),

  /** When the last of so many was heard, on the machine's clock. */
  async lastOf(count: number): Promise<number> {
    while (received < count) await pause(1);
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
