/** Counts what goes over a WebSocket, tick by tick. */
import { ByteReader } from '../../src/core/base/bytes.ts';
import { monotonicMs } from '../harness/role.ts';
import type { Batch } from '../peers/raw-messages.ts';

/** The codes of the two kinds of records that carry states; see src/core/bus/frames.ts. */
const ALIAS = 11;
const ALIASED = 12;

/** The bytes of a frame that are states: what a bare server would have to send too. */
function stateBytes(frame: Uint8Array): number {
  const reader = new ByteReader(frame);
  reader.byte();
  let bytes = 0;
  while (reader.remaining > 0) {
    const before = reader.remaining;
    const code = reader.byte();
    reader.raw(reader.count());
    if (code === ALIAS || code === ALIASED) bytes += before - reader.remaining;
  }
  return bytes;
}

export class Tap {
  readonly received: Batch[] = [];
  /** Bytes of states that were sent in each tick. */
  readonly sent: number[] = [];
  #startMs = Number.POSITIVE_INFINITY;
  #tickMs = 1;

  begin(startMs: number, tickMs: number): void {
    this.#startMs = startMs;
    this.#tickMs = tickMs;
  }

  /** The class of sockets whose traffic is this client's. */
  socketOf(client: number): typeof WebSocket {
    const tap = this;
    return class extends WebSocket {
      constructor(url: string | URL) {
        super(url);
        this.addEventListener('message', ({ data }) => tap.#receive(client, new Uint8Array(data as ArrayBuffer)));
      }

      override send(data: Parameters<WebSocket['send']>[0]): void {
        if (data instanceof Uint8Array) tap.#send(data);
        super.send(data);
      }
    };
  }

  #receive(client: number, frame: Uint8Array): void {
    const tick = this.#tick();
    const bytes = tick < 0 ? 0 : stateBytes(frame);
    if (bytes > 0) this.received.push({ tick, client, bytes });
  }

  #send(frame: Uint8Array): void {
    const tick = this.#tick();
    if (tick >= 0) this.sent[tick] = (this.sent[tick] ?? 0) + stateBytes(frame);
  }

  #tick(): number {
    return Number.isFinite(this.#startMs) ? Math.floor((monotonicMs() - this.#startMs) / this.#tickMs) : -1;
  }
}
