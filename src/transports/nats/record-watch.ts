import { AckPolicy, DeliverPolicy, jetstreamManager } from '@nats-io/jetstream';
import { createInbox, type Msg, type MsgHdrs, nanos } from '@nats-io/transport-node';
import type { Clock } from '../../core/base/clock.ts';
import type { BusStatus } from '../../core/bus/bus.ts';
import type { ListingReason, WatchEvents } from './mirrored-bucket.ts';
import type { NatsWire } from './nats-wire.ts';
import { isDeletion, revisionOf } from './record-store.ts';
import type { RecordStream } from './server.ts';

/**
 * The server says so often that it is there. The library's own watch waits a minute before it misses a consumer whose server died, and says
 * that it has listed all only after the next change when something changed while it did: hence one of our own.
 */
const HEARTBEAT_MS = 500;
const MOST_SILENT_MS = 1500;
/** Who stood still itself reads first what came meanwhile. */
const GRACE_MS = 100;
const CONSUMER_MS = 1500;
const TRY_AGAIN_MS = 200;
const INACTIVE_MS = 10_000;
const HEARTBEAT_STATUS = 100;

/** A consumer of one list and what follows it. */
interface Reading {
  readonly listening: Disposable;
  /** Messages of this consumer that came. */
  received: number;
  state: 'asked for' | 'listing' | 'synced';
}

/** Follows one bucket: all records, `synced`, changes; and all again after anything was missed. */
export class RecordWatch implements Disposable {
  readonly #bucket: string;
  readonly #wire: NatsWire;
  readonly #stream: RecordStream;
  readonly #clock: Clock;
  readonly #events: WatchEvents;
  readonly #open: Disposable[];
  /** Of each record the newest change that was told, in this list. */
  readonly #told = new Map<string, number>();
  #reading: Reading | undefined;
  #watchdog: Disposable | undefined;
  /** Something was told since the connection was made: a list that begins now is another one, for who was told. */
  #hasTold = false;
  /** The servers have refused a consumer since then, or not answered. */
  #isDenied = false;
  #isDisposed = false;

  constructor(bucket: string, { wire, stream, clock }: { wire: NatsWire; stream: RecordStream; clock: Clock }, events: WatchEvents) {
    this.#bucket = bucket;
    this.#wire = wire;
    this.#stream = stream;
    this.#clock = clock;
    this.#events = events;
    this.#open = [
      wire.onStatus(({ kind }) => this.#statusIs(kind)),
      wire.listen(`${stream.newsPrefix}.${bucket}.*`, (message) => this.#news(message)),
    ];
    this.#list();
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    for (const part of this.#open) part[Symbol.dispose]();
    this.#stop();
  }

  #statusIs(kind: BusStatus['kind']): void {
    if (kind === 'reconnecting') {
      this.#hasTold = false;
      this.#isDenied = false;
      this.#begin('connected');
    }
    this.#list();
  }

  #stop(): void {
    this.#watchdog?.[Symbol.dispose]();
    this.#watchdog = undefined;
    // The server forgets the consumer when nobody listens to it any more.
    this.#reading?.listening[Symbol.dispose]();
    this.#reading = undefined;
  }

  /** From the beginning: with another consumer, for one that missed something cannot be asked what it was. */
  #list(): void {
    this.#stop();
    if (this.#isDisposed || this.#wire.status.kind !== 'connected') return;
    const inbox = createInbox(this.#wire.privateInbox);
    const listening = this.#wire.listen(inbox, (message) => this.#received(reading, message));
    const reading: Reading = { listening, received: 0, state: 'asked for' };
    this.#reading = reading;
    this.#consume(inbox).then(
      (pending) => {
        if (this.#reading !== reading) return;
        this.#expectMore(reading);
        if (pending === 0) this.#synced(reading);
      },
      () => {
        // The servers choose a leader, or are about to be lost: either is over some time. Until then news go on.
        if (this.#reading !== reading) return;
        this.#isDenied = true;
        this.#watchdog = this.#clock.after(TRY_AGAIN_MS, () => this.#list());
      },
    );
  }

  /** Answers how many records there are to list. */
  async #consume(inbox: string): Promise<number> {
    const api = await jetstreamManager(this.#wire.connection, { checkAPI: false, timeout: CONSUMER_MS });
    const { num_pending: pending } = await api.consumers.add(this.#stream.name, {
      deliver_subject: inbox,
      deliver_policy: DeliverPolicy.LastPerSubject,
      filter_subject: `${this.#stream.prefix}.${this.#bucket}.*`,
      ack_policy: AckPolicy.None,
      idle_heartbeat: nanos(HEARTBEAT_MS),
      inactive_threshold: nanos(INACTIVE_MS),
      max_deliver: 1,
      mem_storage: true,
      num_replicas: 1,
    });
    return pending;
  }

  #received(reading: Reading, message: Msg): void {
    if (this.#reading !== reading) return;
    this.#expectMore(reading);
    if (message.headers?.code === HEARTBEAT_STATUS) {
      if (numberIn(message.headers, 'Nats-Last-Consumer') !== reading.received) this.#list();
      return;
    }
    const place = placeOf(message.reply);
    if (place === undefined || place.consumed !== reading.received + 1) {
      this.#list();
      return;
    }
    reading.received++;
    this.#tell(message, place.sequence);
    if (place.pending === 0) this.#synced(reading);
  }

  /**
   * Told by whoever wrote it down, at once and perhaps never: the consumer tells it again. Where none can be had it is not waited for:
   * servers that choose a leader may give nobody a consumer for 20 s, though they write.
   */
  #news(message: Msg): void {
    if (!message.headers || !(this.#hasTold || this.#isDenied)) return;
    this.#hasTold = true;
    this.#tell(message, numberIn(message.headers, 'Nats-Sequence'));
  }

  #tell({ subject, data, headers }: Msg, sequence: number): void {
    const key = subject.slice(subject.lastIndexOf('.') + 1);
    if (sequence <= (this.#told.get(key) ?? 0)) return;
    this.#told.set(key, sequence);
    const revision = revisionOf(this.#stream, sequence);
    this.#events.changed(
      isDeletion(headers) ? { kind: 'deleted', key, revision } : { kind: 'value', entry: { key, value: data, revision } },
    );
  }

  #begin(reason: ListingReason): void {
    this.#told.clear();
    this.#events.listing(reason);
  }

  #synced(reading: Reading): void {
    if (reading.state === 'synced') return;
    reading.state = 'synced';
    this.#events.changed({ kind: 'synced' });
  }

  /** The consumer is there. It says so again and again. */
  #expectMore(reading: Reading): void {
    if (reading.state === 'asked for') {
      reading.state = 'listing';
      const reason = this.#hasTold ? 'missed' : 'connected';
      this.#hasTold = true;
      this.#begin(reason);
    }
    this.#watchdog?.[Symbol.dispose]();
    this.#watchdog = this.#clock.after(MOST_SILENT_MS, () => {
      this.#watchdog = this.#clock.after(GRACE_MS, () => this.#list());
    });
  }
}

export const numberIn = (headers: MsgHdrs, name: string): number => Number(headers.get(name) || 0);

/** `$JS.ACK.<stream>.<consumer>.<delivered>.<stream sequence>.<consumer sequence>.<time>.<pending>`, in newer servers with a domain and an account before, and a token after. */
function placeOf(reply: string | undefined): { sequence: number; consumed: number; pending: number } | undefined {
  const tokens = reply?.split('.') ?? [];
  const first = tokens.length >= 11 ? 7 : 5;
  const [sequence, consumed, , pending] = tokens.slice(first).map(Number);
  if (sequence === undefined || consumed === undefined || pending === undefined || !Number.isInteger(sequence + consumed + pending))
    return undefined;
  return { sequence, consumed, pending };
}
