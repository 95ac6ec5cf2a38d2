import type { Clock } from '../../core/base/clock.ts';
import type { Bucket, Entry, Revision, SwapResult, WatchEvent } from '../../core/bus/bus.ts';
import { DeliveryQueue } from '../../core/bus/delivery-queue.ts';
import { requireKey, requireSwap } from '../../core/bus/limits.ts';
import type { OpenHandlers, Report } from '../../core/bus/listeners.ts';
import { MirroredBucket, type WatchEvents } from './mirrored-bucket.ts';
import type { NatsWire } from './nats-wire.ts';
import { RecordStore } from './record-store.ts';
import { RecordWatch } from './record-watch.ts';
import type { RecordStream } from './server.ts';

/** Where a bus has its buckets from. */
export interface Records {
  bucket(name: string, user: BucketUser): Bucket;
}

/** What a bucket needs of the bus it was opened on. */
export interface BucketUser {
  readonly handlers: OpenHandlers;
  requireOpen(): void;
}

export interface NatsRecordsOptions {
  readonly clock: Clock;
  readonly report: Report;
  readonly defer: (action: () => void) => void;
  readonly swapMs?: number | undefined;
}

/** The records of a process: each bucket that somebody watches is followed once, and all who watch it are told from the copy here. */
export class NatsRecords implements Records, Disposable {
  readonly #store: RecordStore;
  readonly #wire: NatsWire;
  readonly #stream: RecordStream;
  readonly #ports: { readonly clock: Clock; readonly report: Report; readonly queue: DeliveryQueue };
  readonly #mirrors = new Map<string, MirroredBucket>();

  constructor(wire: NatsWire, stream: RecordStream, { clock, report, defer, swapMs }: NatsRecordsOptions) {
    this.#wire = wire;
    this.#stream = stream;
    this.#ports = { clock, report, queue: new DeliveryQueue(defer) };
    this.#store = new RecordStore(wire, stream, { clock, swapMs });
  }

  [Symbol.dispose](): void {
    for (const mirror of this.#mirrors.values()) mirror[Symbol.dispose]();
    this.#mirrors.clear();
  }

  bucket(name: string, { handlers, requireOpen }: BucketUser): Bucket {
    return {
      get: async (key: string): Promise<Entry | undefined> => {
        requireOpen();
        requireKey(key);
        const mirror = this.#mirrors.get(name);
        return mirror?.isSynced ? mirror.get(key) : await this.#store.get(name, key);
      },
      swap: async (key: string, expected: Revision | undefined, value: Uint8Array | undefined): Promise<SwapResult> => {
        requireOpen();
        requireSwap(key, expected, value);
        return await this.#store.swap(name, key, expected, value);
      },
      watch: (handler: (event: WatchEvent) => void): Disposable => {
        requireOpen();
        return handlers.add(this.#mirror(name).watch(handler));
      },
    };
  }

  /** All records of a bucket that somebody here watches; undefined while something may be missing. */
  copyOf(name: string): ReadonlyMap<string, Entry> | undefined {
    return this.#mirrors.get(name)?.records;
  }

  get life(): string {
    return this.#stream.life;
  }

  #mirror(name: string): MirroredBucket {
    const known = this.#mirrors.get(name);
    if (known) return known;
    const { clock, queue, report } = this.#ports;
    const mirror = new MirroredBucket(name, {
      wire: this.#wire,
      follow: (bucket: string, events: WatchEvents) => new RecordWatch(bucket, { wire: this.#wire, stream: this.#stream, clock }, events),
      queue,
      report,
      onIdle: () => {
        this.#mirrors.delete(name);
        mirror[Symbol.dispose]();
      },
    });
    this.#mirrors.set(name, mirror);
    return mirror;
  }
}
