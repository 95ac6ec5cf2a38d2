import type { Clock } from '../base/clock.ts';
import { requireId } from '../base/ids.ts';
import type { Backbone, Bucket, Bus, BusStatus, Message } from './bus.ts';
import { DisconnectedError, NoRespondersError } from './bus.ts';
import { BusMessage } from './bus-message.ts';
import { ConnectionStatus } from './connection-status.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { EmbeddedBucket } from './embedded-bucket.ts';
import { requireBucketName, requirePayload } from './limits.ts';
import { Listener, OpenHandlers, type Report } from './listeners.ts';
import { PendingCalls } from './pending-calls.ts';
import { Records } from './records.ts';
import { Subscriptions } from './subscriptions.ts';

export interface EmbeddedPorts {
  /** Runs `action` soon, but after the caller has returned: a microtask or the next turn of the event loop. */
  readonly defer: (action: () => void) => void;
  readonly report: Report;
  readonly clock: Clock;
  /** Another at each start, for a backbone that outlives its participants' memory of the one before: its records begin anew. */
  readonly life?: string;
}

/** The bus inside one process: payloads are handed over as they are, in one deferred burst. */
export class EmbeddedBackbone implements Backbone {
  readonly #shared: Shared;

  constructor(ports: EmbeddedPorts) {
    this.#shared = {
      ports,
      queue: new DeliveryQueue(ports.defer),
      subscriptions: new Subscriptions(),
      records: new Records(ports.report, ports.life),
    };
  }

  connect(self: string): Bus {
    return new EmbeddedBus(requireId(self, 'self'), this.#shared);
  }
}

/** What the connections of one backbone have in common. */
interface Shared {
  readonly ports: EmbeddedPorts;
  readonly queue: DeliveryQueue;
  readonly subscriptions: Subscriptions<Subscription>;
  readonly records: Records;
}

class EmbeddedBus implements Bus {
  readonly self: string;
  readonly #shared: Shared;
  readonly #status: ConnectionStatus;
  readonly #calls: PendingCalls;
  readonly #handlers = new OpenHandlers();
  #draining: Promise<void> | undefined;

  constructor(self: string, shared: Shared) {
    this.self = self;
    this.#shared = shared;
    this.#status = new ConnectionStatus({ kind: 'connected' }, shared.ports.report);
    this.#calls = new PendingCalls(shared.ports.clock);
  }

  get status(): BusStatus {
    return this.#status.current;
  }

  onStatus(handler: (status: BusStatus) => void): Disposable {
    return this.#status.onChange(handler);
  }

  publish(subject: string, payload: Uint8Array): void {
    this.#status.requireOpen();
    requirePayload(payload);
    const targets = this.#shared.subscriptions.matching(subject);
    if (this.#reaches(targets)) this.#shared.queue.push(new EmbeddedMessage(subject, payload, this.self, targets));
  }

  subscribe(pattern: string, handler: (message: Message) => void): Disposable {
    this.#status.requireOpen();
    const { subscriptions, ports } = this.#shared;
    const subscription = new Subscription(this.self, pattern, handler, ports.report);
    subscriptions.add(subscription);
    return this.#handlers.add({
      [Symbol.dispose]: () => {
        subscription[Symbol.dispose]();
        subscriptions.delete(subscription);
      },
    });
  }

  async request(subject: string, payload: Uint8Array, { timeoutMs }: { timeoutMs: number }): Promise<Uint8Array> {
    this.#status.requireOpen();
    requirePayload(payload);
    const { queue, subscriptions } = this.#shared;
    const targets = subscriptions.matching(subject);
    if (!this.#reaches(targets)) throw new NoRespondersError(subject);
    const call = this.#calls.open<Uint8Array>(subject, timeoutMs);
    const answer = (reply: Uint8Array) => queue.push({ deliver: () => call.resolve(reply) });
    queue.push(new EmbeddedMessage(subject, payload, this.self, targets, answer));
    return call.answer;
  }

  bucket(name: string): Bucket {
    this.#status.requireOpen();
    const { records, queue, ports } = this.#shared;
    return new EmbeddedBucket(records.bucket(requireBucketName(name)), {
      queue,
      report: ports.report,
      requireOpen: () => this.#status.requireOpen(),
      handlers: this.#handlers,
    });
  }

  drain(): Promise<void> {
    this.#draining ??= new Promise((resolve) => {
      const deliver = () => {
        this.#close();
        resolve();
      };
      this.#shared.queue.push({ deliver });
    });
    return this.#draining;
  }

  /** Whoever hears only itself is alone. */
  #reaches(targets: readonly Subscription[]): boolean {
    for (const target of targets) if (target.self !== this.self) return true;
    return false;
  }

  #close(): void {
    this.#handlers[Symbol.dispose]();
    this.#calls.rejectAll(new DisconnectedError(`${this.self} closed its connection while it waited for an answer`));
    this.#status.change({ kind: 'closed', reason: 'drained' });
  }
}

class Subscription extends Listener<Message> {
  readonly self: string;
  readonly pattern: string;

  constructor(self: string, pattern: string, handler: (message: Message) => void, report: Report) {
    super(handler, report);
    this.self = self;
    this.pattern = pattern;
  }
}

/** A message that knows its receivers, so that a publish costs one object. */
class EmbeddedMessage extends BusMessage {
  readonly #targets: readonly Subscription[];

  constructor(
    subject: string,
    payload: Uint8Array,
    from: string,
    targets: readonly Subscription[],
    answer?: (payload: Uint8Array) => void,
  ) {
    super(subject, payload, from, answer);
    this.#targets = targets;
  }

  deliver(): void {
    for (const target of this.#targets) {
      if (target.self !== this.from) target.tell(this);
    }
  }
}
