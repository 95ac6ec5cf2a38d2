import type { Clock } from '../../core/base/clock.ts';
import { type Bucket, type Bus, type BusStatus, DisconnectedError, type Message, NoRespondersError } from '../../core/bus/bus.ts';
import { ConnectionStatus } from '../../core/bus/connection-status.ts';
import type { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { requireBucketName, requirePattern, requirePayload, requireSubject, requireTimeout } from '../../core/bus/limits.ts';
import { Listener, OpenHandlers, type Report } from '../../core/bus/listeners.ts';
import { PendingCalls } from '../../core/bus/pending-calls.ts';
import type { Records } from './nats-records.ts';
import type { NatsWire } from './nats-wire.ts';

export interface NatsBusPorts {
  readonly wire: NatsWire;
  readonly records: Records;
  /** Joins the buses of this process: NATS does not echo to us what one of us says. */
  readonly local: EmbeddedBackbone;
  readonly report: Report;
  readonly clock: Clock;
}

/** One participant, or one part of a hub, on a connection that many share. */
export class NatsBus implements Bus {
  readonly self: string;
  readonly #wire: NatsWire;
  readonly #records: Records;
  readonly #local: Bus;
  readonly #report: Report;
  readonly #status: ConnectionStatus;
  readonly #handlers = new OpenHandlers();
  readonly #following: Disposable;
  readonly #calls: PendingCalls;
  #draining: Promise<void> | undefined;

  constructor(self: string, { wire, records, local, report, clock }: NatsBusPorts) {
    this.self = self;
    this.#wire = wire;
    this.#records = records;
    this.#local = local.connect(self);
    this.#report = report;
    this.#status = new ConnectionStatus(wire.status, report);
    this.#calls = new PendingCalls(clock);
    this.#following = wire.onStatus((status) => this.#changed(status));
  }

  get status(): BusStatus {
    return this.#status.current;
  }

  onStatus(handler: (status: BusStatus) => void): Disposable {
    return this.#status.onChange(handler);
  }

  publish(subject: string, payload: Uint8Array): void {
    this.#status.requireOpen();
    this.#local.publish(subject, payload);
    this.#wire.publish(this.self, subject, payload);
  }

  subscribe(pattern: string, handler: (message: Message) => void): Disposable {
    this.#status.requireOpen();
    requirePattern(pattern);
    const listener = new Listener(handler, this.#report);
    const here = this.#local.subscribe(pattern, (message) => listener.tell(message));
    const elsewhere = this.#wire.subscribe(pattern, listener);
    return this.#handlers.add({
      [Symbol.dispose]: () => {
        listener[Symbol.dispose]();
        here[Symbol.dispose]();
        elsewhere[Symbol.dispose]();
      },
    });
  }

  async request(subject: string, payload: Uint8Array, { timeoutMs }: { timeoutMs: number }): Promise<Uint8Array> {
    this.#status.requireOpen();
    requireSubject(subject);
    requirePayload(payload);
    requireTimeout(timeoutMs);
    this.#status.requireConnected();
    const call = this.#calls.open<Uint8Array>(subject, timeoutMs);
    const asked = [this.#local.request(subject, payload, { timeoutMs }), this.#wire.request(this.self, subject, payload, timeoutMs)];
    Promise.any(asked).then(
      (answer) => call.resolve(answer),
      (error: unknown) => call.reject(decisive(error, subject)),
    );
    return call.answer;
  }

  bucket(name: string): Bucket {
    this.#status.requireOpen();
    return this.#records.bucket(requireBucketName(name), {
      handlers: this.#handlers,
      requireOpen: () => this.#status.requireOpen(),
    });
  }

  drain(): Promise<void> {
    this.#draining ??= this.#drain();
    return this.#draining;
  }

  async #drain(): Promise<void> {
    try {
      await this.#wire.flush();
    } catch (error) {
      // Lost while it was flushed: there is nobody left to hand it to.
      if (this.#wire.status.kind === 'connected') this.#report(error);
    }
    await this.#local.drain();
    this.#close('drained');
  }

  #changed(status: BusStatus): void {
    if (status.kind === 'closed') {
      this.#close(status.reason);
      return;
    }
    if (status.kind === 'reconnecting') this.#calls.rejectAll(new DisconnectedError(`${status.reason} before the answer came`));
    this.#status.change(status);
  }

  #close(reason: string): void {
    if (this.status.kind === 'closed') return;
    this.#following[Symbol.dispose]();
    this.#handlers[Symbol.dispose]();
    this.#calls.rejectAll(new DisconnectedError(`the connection of ${this.self} was closed before the answer came: ${reason}`));
    this.#status.change({ kind: 'closed', reason });
  }
}

/** Of the errors on both sides: whoever was asked and did not answer may have done it. */
function decisive(error: unknown, subject: string): Error {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const others = errors.filter((one) => !(one instanceof NoRespondersError));
  const [first] = others;
  if (first === undefined) return new NoRespondersError(subject);
  return first instanceof Error ? first : new DisconnectedError(`no answer on ${subject}`, { cause: first });
}
