/** Several bare `ws` clients in one process: receivers, and a producer. */
import { everyTickAfterRunIn, monotonicMs, serveRole } from '../harness/role.ts';
import { HEAD_BYTES, openRaw, RUN_IN_TICKS, STAMP_BYTES } from './raw-messages.ts';

let latenciesMs: number[] = [];
let messages = 0;
let bytes = 0;

const handlers = {
  async join({ url, from, to, stamped }: { url: string; from: number; to: number; stamped: 'yes' | 'no' }): Promise<void> {
    for (let client = from; client < to; client++) {
      const socket = await openRaw(`${url}/?client=${client}`);
      socket.on('message', (data: Buffer) => {
        messages++;
        bytes += data.length;
        if (stamped === 'yes') latenciesMs.push(monotonicMs() - data.readDoubleLE(0));
      });
    }
  },
  /** `sizes`: of the message of each tick. */
  async produce({
    url,
    startMs,
    tickMs,
    sizes,
  }: {
    url: string;
    startMs: number;
    tickMs: number;
    sizes: readonly number[];
  }): Promise<void> {
    const socket = await openRaw(url);
    const send = (tick: number) => {
      const message = Buffer.alloc(Math.max(sizes[tick] ?? 0, HEAD_BYTES));
      message.writeUInt32LE(tick, STAMP_BYTES);
      message.writeDoubleLE(monotonicMs(), 0);
      socket.send(message);
    };
    everyTickAfterRunIn(startMs, tickMs, (number) => send(number % RUN_IN_TICKS), send);
  },
  clear(): void {
    latenciesMs = [];
    messages = 0;
    bytes = 0;
  },
  report: (): { latenciesMs: Float64Array; messages: number; bytes: number } => ({
    latenciesMs: Float64Array.from(latenciesMs),
    messages,
    bytes,
  }),
};
export type RawClients = typeof handlers;

serveRole(handlers);
