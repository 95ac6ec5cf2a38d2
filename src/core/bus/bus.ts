/**
 * The Bus: how participants of a world reach each other and the records they share.
 *
 * Four implementations keep the rules of SPEC.md and pass bus.contract.ts: `embedded` (in process), `simulated` (virtual
 * time and faults), `socket` (a WebSocket to a hub) and `nats`, both in transports. A rule that one of them could not keep honestly is not here.
 */
export interface Bus {
  /** The id every message of this connection is stamped with. Given by whoever made the connection, never by the sender. */
  readonly self: string;

  readonly status: BusStatus;
  onStatus(handler: (status: BusStatus) => void): Disposable;

  /** Sends to all current subscribers but this connection itself. At most once; FIFO per publisher and subject. Never delivers before returning. */
  publish(subject: string, payload: Uint8Array): void;

  /** `pattern`: tokens joined by dots; `*` stands for one token, a last `>` for one or more. */
  subscribe(pattern: string, handler: (message: Message) => void): Disposable;

  /** The first answer. Rejects with NoRespondersError (nobody listens: it was certainly not handled), TimeoutError or DisconnectedError (it may have been). */
  request(subject: string, payload: Uint8Array, options: { timeoutMs: number }): Promise<Uint8Array>;

  /** A named set of records. Buckets exist as soon as they are named. */
  bucket(name: string): Bucket;

  /** Delivers what is under way, then closes. Afterwards every call is refused with DisconnectedError. */
  drain(): Promise<void>;
}

export interface Message {
  readonly subject: string;
  readonly payload: Uint8Array;
  /** The publisher's id, stamped by the bus. */
  readonly from: string;
  /** Answers a request; does nothing on a plain publish. Only the first answer counts. */
  reply(payload: Uint8Array): void;
}

export type BusStatus =
  | { readonly kind: 'connected' }
  /** Until it is connected again publishes are dropped, requests and `get` reject with DisconnectedError, swaps are `unknown`. */
  | { readonly kind: 'reconnecting'; readonly attempt: number; readonly reason: string }
  | { readonly kind: 'closed'; readonly reason: string };

/** Opaque: only compared for equality by the bucket that gave it. */
export type Revision = string & { readonly opaque: 'revision' };

export interface Entry {
  readonly key: string;
  readonly value: Uint8Array;
  readonly revision: Revision;
}

/** Records with revisions. `get` may answer from an old copy; only `swap` and `watch` decide. */
export interface Bucket {
  get(key: string): Promise<Entry | undefined>;

  /**
   * Replaces the record if it is still at `expected` (undefined: if there is none). `value` undefined deletes it.
   * `unknown`: the answer was lost and the swap may or may not have happened; a nonce inside the value tells later.
   */
  swap(key: string, expected: Revision | undefined, value: Uint8Array | undefined): Promise<SwapResult>;

  /** All records, then `synced`, then changes. After a reconnect all records again and another `synced`: what was not listed again is gone. */
  watch(handler: (event: WatchEvent) => void): Disposable;
}

export type SwapResult =
  | { readonly kind: 'applied'; readonly revision: Revision }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'unknown'; readonly reason: string };

export type WatchEvent =
  | { readonly kind: 'value'; readonly entry: Entry }
  | { readonly kind: 'deleted'; readonly key: string; readonly revision: Revision }
  | { readonly kind: 'synced' };

/** What makes connections for others: the hub's door opens one for each participant it admits. */
export interface Backbone {
  connect(self: string): Bus;
}

export class NoRespondersError extends Error {
  override readonly name = 'NoRespondersError';
  constructor(subject: string) {
    super(`nobody answers on ${subject}`);
  }
}

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  constructor(subject: string, timeoutMs: number) {
    super(`no answer on ${subject} within ${timeoutMs} ms`);
  }
}

export class DisconnectedError extends Error {
  override readonly name = 'DisconnectedError';
}

/** The hub did not allow it: a hello (`reason` is a CloseReason), a request, a swap. Trying the same again will be refused again, unless it was only `full`. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Nobody answered, in whatever way: for who will ask again anyway, one kind of silence is like another. */
export const isSilence = (error: unknown): boolean =>
  error instanceof TimeoutError || error instanceof NoRespondersError || error instanceof DisconnectedError;
