import {
  type Bucket,
  DisconnectedError,
  type Entry,
  type Revision,
  type SwapResult,
  TimeoutError,
  type WatchEvent,
} from '../../core/bus/bus.ts';
import type { FrameRecord, RecordOf } from '../../core/bus/frames.ts';
import { requireKey, requireSwap } from '../../core/bus/limits.ts';
import { Listener, type Report } from '../../core/bus/listeners.ts';
import type { Answer } from './client-calls.ts';

/** How long the hub may take over a record. */
const RECORD_MS = 10_000;

/** What the records need of their connection. */
export interface RecordsConnection {
  readonly report: Report;
  /** Throws DisconnectedError once it is closed for good. */
  requireOpen(): void;
  /** Rejects with DisconnectedError while there is no link. */
  ask(about: string, timeoutMs: number, record: (request: number) => FrameRecord): Promise<Answer>;
  /** Drops the record while there is no link. */
  send(record: FrameRecord): void;
}

interface Watch {
  readonly bucket: string;
  readonly listener: Listener<WatchEvent>;
}

/** The key-value side of this participant. */
export class ClientRecords {
  readonly #connection: RecordsConnection;
  readonly #watches = new Map<number, Watch>();
  #made = 0;

  constructor(connection: RecordsConnection) {
    this.#connection = connection;
  }

  bucket(name: string): Bucket {
    return {
      get: (key) => this.#get(name, key),
      swap: (key, expected, value) => this.#swap(name, key, expected, value),
      watch: (handler) => this.#watch(name, handler),
    };
  }

  /** The door of a new link lists all again. */
  restore(send: (record: FrameRecord) => void): void {
    for (const [watch, { bucket }] of this.#watches) send({ type: 'watch', watch, bucket });
  }

  clear(): void {
    for (const { listener } of this.#watches.values()) listener[Symbol.dispose]();
    this.#watches.clear();
  }

  changed(record: RecordOf<'value' | 'deleted' | 'synced'>): void {
    this.#watches.get(record.watch)?.listener.tell(eventOf(record));
  }

  async #get(bucket: string, key: string): Promise<Entry | undefined> {
    this.#connection.requireOpen();
    requireKey(key);
    const answer = await this.#connection.ask(`${bucket} ${key}`, RECORD_MS, (request) => ({ type: 'get', request, bucket, key }));
    if (answer.type !== 'got' || answer.entry === undefined) return undefined;
    return { key, value: answer.entry.value, revision: answer.entry.revision as Revision };
  }

  async #swap(bucket: string, key: string, expected: Revision | undefined, value: Uint8Array | undefined): Promise<SwapResult> {
    this.#connection.requireOpen();
    requireSwap(key, expected, value);
    try {
      const swap = (request: number): FrameRecord => ({ type: 'swap', request, bucket, key, expected, value });
      return resultOf(await this.#connection.ask(`${bucket} ${key}`, RECORD_MS, swap));
    } catch (error) {
      if (error instanceof DisconnectedError || error instanceof TimeoutError) return { kind: 'unknown', reason: error.message };
      throw error;
    }
  }

  #watch(bucket: string, handler: (event: WatchEvent) => void): Disposable {
    this.#connection.requireOpen();
    const listener = new Listener(handler, this.#connection.report);
    const watch = ++this.#made;
    this.#watches.set(watch, { bucket, listener });
    this.#connection.send({ type: 'watch', watch, bucket });
    return {
      [Symbol.dispose]: () => {
        listener[Symbol.dispose]();
        if (this.#watches.delete(watch)) this.#connection.send({ type: 'unwatch', watch });
      },
    };
  }
}

function resultOf(answer: Answer): SwapResult {
  if (answer.type !== 'swapped') return { kind: 'unknown', reason: `the hub answered ${answer.type} to a swap` };
  switch (answer.result) {
    case 'applied':
      return { kind: 'applied', revision: answer.detail as Revision };
    case 'conflict':
      return { kind: 'conflict' };
    case 'unknown':
      return { kind: 'unknown', reason: answer.detail };
  }
}

function eventOf(record: RecordOf<'value' | 'deleted' | 'synced'>): WatchEvent {
  switch (record.type) {
    case 'value':
      return { kind: 'value', entry: { key: record.key, value: record.value, revision: record.revision as Revision } };
    case 'deleted':
      return { kind: 'deleted', key: record.key, revision: record.revision as Revision };
    case 'synced':
      return { kind: 'synced' };
  }
}
