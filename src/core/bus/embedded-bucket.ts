import type { Bucket, Entry, Revision, SwapResult, WatchEvent } from './bus.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { requireKey, requireSwap } from './limits.ts';
import { Listener, type OpenHandlers, type Report } from './listeners.ts';
import type { RecordBucket } from './records.ts';

/** What a bucket needs of the connection it was opened on. */
export interface BucketConnection {
  readonly queue: DeliveryQueue;
  readonly report: Report;
  readonly handlers: OpenHandlers;
  requireOpen(): void;
}

export class EmbeddedBucket implements Bucket {
  readonly #records: RecordBucket;
  readonly #connection: BucketConnection;

  constructor(records: RecordBucket, connection: BucketConnection) {
    this.#records = records;
    this.#connection = connection;
  }

  async get(key: string): Promise<Entry | undefined> {
    this.#connection.requireOpen();
    return this.#records.get(requireKey(key));
  }

  async swap(key: string, expected: Revision | undefined, value: Uint8Array | undefined): Promise<SwapResult> {
    this.#connection.requireOpen();
    requireSwap(key, expected, value);
    return this.#records.swap(key, expected, value);
  }

  watch(handler: (event: WatchEvent) => void): Disposable {
    const { queue, report, handlers } = this.#connection;
    this.#connection.requireOpen();
    const listener = new Listener(handler, report);
    const send = (event: WatchEvent) => queue.push({ deliver: () => listener.tell(event) });
    for (const entry of this.#records.entries()) send({ kind: 'value', entry });
    send({ kind: 'synced' });
    const changes = this.#records.onChange(send);
    return handlers.add({
      [Symbol.dispose]: () => {
        listener[Symbol.dispose]();
        changes[Symbol.dispose]();
      },
    });
  }
}
