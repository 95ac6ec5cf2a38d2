import type { Bucket, Bus, BusStatus, Message, WatchEvent } from './bus.ts';
import { DisconnectedError, NoRespondersError } from './bus.ts';
import { BusMessage } from './bus-message.ts';
import { ConnectionStatus } from './connection-status.ts';
import { requireBucketName, requirePayload } from './limits.ts';
import { Listener, OpenHandlers } from './listeners.ts';
import { PendingCalls } from './pending-calls.ts';
import type { SimulatedLinks, Simulation } from './simulated-links.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { RECORDS, type RecordsClient, SimulatedBucket, type SimulatedRecords } from './simulated-records.ts';
import { SimulatedWatch } from './simulated-watch.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What all connections of one network share. */
export interface SimulatedParts {
  readonly simulation: Simulation;
  readonly links: SimulatedLinks;
  readonly records: SimulatedRecords;
  readonly subscriptions: Subscriptions<SimulatedSubscription>;
}

/** One connection of a simulated process. What a crashed process still calls does nothing and is never answered. */
export class SimulatedBus implements Bus {
  readonly self: string;
  readonly #parts: SimulatedParts;
  readonly #client: RecordsClient;
  readonly #handlers = new OpenHandlers();
  readonly #watches = new Set<SimulatedWatch>();
  #draining: Promise<void> | undefined;

  constructor(self: string, place: string, process: SimulatedProcess, parts: SimulatedParts, initial: BusStatus) {
    this.self = self;
    this.#parts = parts;
    this.#client = {
      place,
      process,
      calls: new PendingCalls(process.clock),
      status: new ConnectionStatus(initial, parts.simulation.report),
      watch: (name, handler) => this.#watch(name, handler),
    };
  }

  get status(): BusStatus {
    return this.#client.status.current;
  }

  get place(): string {
    return this.#client.place;
  }

  get process(): SimulatedProcess {
    return this.#client.process;
  }

  /** Whether messages reach it and leave it. */
  get reachable(): boolean {
    return this.status.kind === 'connected' && !this.process.crashed;
  }

  onStatus(handler: (status: BusStatus) => void): Disposable {
    return this.#client.status.onChange(handler);
  }

  publish(subject: string, payload: Uint8Array): void {
    this.#client.status.requireOpen();
    requirePayload(payload);
    const subscriptions = this.#parts.subscriptions.matching(subject);
    if (this.process.crashed || subscriptions.length === 0) return;
    const message = new BusMessage(subject, payload, this.self);
    for (const subscription of subscriptions) {
      if (subscription.bus.self !== this.self && this.reaches(subscription.bus)) this.#send(subscription, message);
    }
  }

  /** What the connections of one process say to each other stays inside, also while theirs to the others is lost. */
  reaches(other: SimulatedBus): boolean {
    return other.process === this.process ? this.status.kind !== 'closed' && !this.process.crashed : this.reachable;
  }

  subscribe(pattern: string, handler: (message: Message) => void): Disposable {
    this.#client.status.requireOpen();
    const { subscriptions, simulation } = this.#parts;
    const subscription = new SimulatedSubscription(this, pattern, handler, simulation);
    subscriptions.add(subscription);
    const handlers = this.#handlers.add({
      [Symbol.dispose]: () => {
        subscription[Symbol.dispose]();
        subscriptions.delete(subscription);
      },
    });
    if (this.process.crashed) handlers[Symbol.dispose]();
    return handlers;
  }

  async request(subject: string, payload: Uint8Array, { timeoutMs }: { timeoutMs: number }): Promise<Uint8Array> {
    const { status, calls, process } = this.#client;
    status.requireConnected();
    requirePayload(payload);
    const responders = this.#parts.subscriptions.matching(subject).filter(({ bus }) => bus.self !== this.self && bus.reachable);
    const call = calls.open<Uint8Array>(subject, timeoutMs);
    if (process.crashed) return call.answer;
    if (responders.length === 0) this.#askServer(subject, () => call.reject(new NoRespondersError(subject)));
    for (const responder of responders) {
      const answer = (reply: Uint8Array) => responder.bus.#answer(this, subject, () => call.resolve(reply));
      this.#send(responder, new BusMessage(subject, payload, this.self, answer));
    }
    return call.answer;
  }

  bucket(name: string): Bucket {
    this.#client.status.requireOpen();
    return new SimulatedBucket(requireBucketName(name), this.#client, this.#parts.records);
  }

  drain(): Promise<void> {
    const underWayMs = 2 * this.#parts.simulation.faults.latencyMs.max;
    this.#draining ??= new Promise((resolve) => {
      this.process.clock.after(underWayMs, () => {
        this.vanish();
        this.#client.calls.rejectAll(new DisconnectedError(`${this.self} closed its connection while it waited for an answer`));
        this.#client.status.change({ kind: 'closed', reason: 'drained' });
        resolve();
      });
    });
    return this.#draining;
  }

  lose(reason: string): void {
    if (this.status.kind !== 'connected') return;
    for (const watch of this.#watches) watch.stop();
    this.#client.calls.rejectAll(new DisconnectedError(`${this.self} lost its connection while it waited for an answer: ${reason}`));
    this.#client.status.change({ kind: 'reconnecting', attempt: 1, reason });
  }

  restore(): void {
    if (this.status.kind !== 'reconnecting') return;
    this.#client.status.change({ kind: 'connected' });
    for (const watch of this.#watches) watch.start();
  }

  /** The way to and from the records is free again, before anybody noticed that it was not. */
  flow(): void {
    for (const watch of this.#watches) watch.flow();
  }

  /** Ends all subscriptions and watches. */
  vanish(): void {
    this.#handlers[Symbol.dispose]();
  }

  #send(subscription: SimulatedSubscription, message: Message): void {
    const { place, process } = subscription.bus;
    this.#parts.links.send(this.place, place, message.subject, () => process.run(() => subscription.receive(message, this)));
  }

  #answer(asker: SimulatedBus, subject: string, settle: () => void): void {
    if (!this.reachable) return;
    const { links, simulation } = this.#parts;
    links.send(this.place, asker.place, `answer ${subject}`, () =>
      asker.process.run(() => {
        simulation.counts.delivered++;
        settle();
      }),
    );
  }

  /** Who listens to what is known where the records are. */
  #askServer(subject: string, answered: () => void): void {
    const { links } = this.#parts;
    const { place, process } = this;
    const answer = () => links.carry(RECORDS, place, `nobody on ${subject}`, () => process.run(answered));
    links.carry(place, RECORDS, subject, answer);
  }

  #watch(name: string, handler: (event: WatchEvent) => void): Disposable {
    const { links, records, simulation } = this.#parts;
    const follow = (tell: (event: WatchEvent) => void) => records.follow(this.place, name, tell);
    const route = { place: this.place, process: this.process, links, follow, report: simulation.report };
    const watch = new SimulatedWatch(route, handler);
    this.#watches.add(watch);
    if (this.reachable) watch.start();
    return this.#handlers.add({
      [Symbol.dispose]: () => {
        watch[Symbol.dispose]();
        this.#watches.delete(watch);
      },
    });
  }
}

export class SimulatedSubscription extends Listener<Message> {
  readonly pattern: string;
  readonly bus: SimulatedBus;
  readonly #simulation: Simulation;

  constructor(bus: SimulatedBus, pattern: string, handler: (message: Message) => void, simulation: Simulation) {
    super(handler, simulation.report);
    this.pattern = pattern;
    this.bus = bus;
    this.#simulation = simulation;
  }

  receive(message: Message, from: SimulatedBus): void {
    if (this.listening && this.bus.reaches(from)) {
      this.#simulation.counts.delivered++;
      this.tell(message);
    } else {
      this.#simulation.counts.missed++;
    }
  }
}
