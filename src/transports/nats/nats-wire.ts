import { type Msg, type NatsConnection, nuid, type Status } from '@nats-io/transport-node';
import type { Clock } from '../../core/base/clock.ts';
import { type BusStatus, DisconnectedError, type Message } from '../../core/bus/bus.ts';
import { BusMessage } from '../../core/bus/bus-message.ts';
import { ConnectionStatus } from '../../core/bus/connection-status.ts';
import { requirePayload } from '../../core/bus/limits.ts';
import type { Listener, Report } from '../../core/bus/listeners.ts';
import { type Address, Addresses } from './addresses.ts';
import { AnswerBox } from './answer-box.ts';
import { type InboxOwner, inboxesOf, inboxOf } from './inboxes.ts';
import { NatsRoutes } from './nats-routes.ts';
import { QuickReader } from './quick-reader.ts';

/** Before the participants that ask, and the worlds whose desk they ask. Not among what buses say: nobody hears it by listening to everything. */
export const deskOf = (space: string): string => `DESK_${space}`;

export interface WireOptions extends InboxOwner {
  /** The one that the connection itself was given. */
  readonly privateInbox: string;
  readonly report: Report;
  readonly clock: Clock;
}

/** What the buses of one process have in common: the connection to the servers, whose authors stand in the subjects. */
export class NatsWire implements AsyncDisposable {
  readonly connection: NatsConnection;
  readonly #space: string;
  readonly #report: Report;
  readonly #status: ConnectionStatus;
  readonly #routes: NatsRoutes;
  readonly #answers: AnswerBox;
  readonly #addresses: Addresses;
  readonly #reader: QuickReader;
  /** Before the inboxes of what is asked of the servers themselves. */
  readonly privateInbox: string;
  readonly #life: string;
  #writes = 0;
  #attempt = 0;

  constructor(connection: NatsConnection, options: WireOptions) {
    const { space, report, clock, privateInbox } = options;
    this.connection = connection;
    this.privateInbox = privateInbox;
    this.#answers = new AnswerBox(connection, inboxOf(options), clock);
    this.#life = nuid.next();
    this.#space = space;
    this.#addresses = new Addresses(space);
    this.#reader = new QuickReader(connection, this.#addresses);
    this.#report = report;
    this.#status = new ConnectionStatus({ kind: 'connected' }, report);
    this.#routes = new NatsRoutes((pattern, deliver) => this.#ask(pattern, deliver), report);
    void this.#follow().catch(report);
  }

  get status(): BusStatus {
    return this.#status.current;
  }

  /** Of a write, to be known by when it is repeated. */
  nextId(): string {
    return `${this.#life}-${++this.#writes}`;
  }

  onStatus(handler: (status: BusStatus) => void): Disposable {
    return this.#status.onChange(handler);
  }

  publish(from: string, subject: string, payload: Uint8Array): void {
    if (this.status.kind === 'connected') this.connection.publish(this.#addressed(from, subject), payload);
  }

  /** Asks those elsewhere. Rejects with NoRespondersError when there is nobody, or with TimeoutError: a loss is told as status. */
  request(from: string, subject: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    return this.#answers.ask(this.#addressed(from, subject), subject, payload, timeoutMs);
  }

  /** What was asked for, but rejected when the connection is lost before the answer comes. */
  async whileConnected<T>(ask: () => Promise<T>): Promise<T> {
    this.#status.requireConnected();
    let watching: Disposable | undefined;
    const lost = new Promise<never>((_, reject) => {
      watching = this.onStatus(() => reject(new DisconnectedError('the connection to NATS was lost before the answer came')));
    });
    try {
      return await Promise.race([ask(), lost]);
    } finally {
      watching?.[Symbol.dispose]();
    }
  }

  subscribe(pattern: string, listener: Listener<Message>): Disposable {
    return this.#routes.add(pattern, listener);
  }

  /** What is asked of a world's desk; of all hubs that attend to it one is given each question. */
  attendDesk(world: string, handler: (message: NatsMessage) => void): Disposable {
    const root = deskOf(this.#space);
    const addresses = new Addresses(root);
    const callback = this.#guarded((message) => handler(new NatsMessage(message, addresses, this.#answer)));
    const subscription = this.connection.subscribe(`${root}.*.${world}`, { queue: 'hubs', callback });
    return { [Symbol.dispose]: () => subscription.unsubscribe() };
  }

  askDesk(from: string, world: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    return this.#answers.ask(`${deskOf(this.#space)}.${from}.${world}`, `the desk of ${world}`, payload, timeoutMs);
  }

  /** To a subject as the servers know it. */
  listen(subject: string, handler: (message: Msg) => void): Disposable {
    const subscription = this.connection.subscribe(subject, { callback: this.#guarded(handler) });
    return { [Symbol.dispose]: () => subscription.unsubscribe() };
  }

  /** All that was published has reached a server. */
  async flush(): Promise<void> {
    if (this.status.kind === 'connected') await this.connection.flush();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.flush().catch((error: unknown) => {
      // Lost on the way out: what was under way is lost with it, as with any message.
      if (this.status.kind === 'connected') this.#report(error);
    });
    this.#answers[Symbol.dispose]();
    await this.connection.close();
    this.#close('drained');
  }

  #ask(pattern: string, deliver: (message: Message) => void): Disposable {
    const callback = this.#guarded((message) => deliver(new NatsMessage(message, this.#addresses, this.#answer)));
    const subscription = this.connection.subscribe(this.#addressed('*', pattern), { callback });
    const reading = this.#reader.add(subscription.getID(), (payload, { from, subject }) => deliver(new BusMessage(subject, payload, from)));
    return {
      [Symbol.dispose]: () => {
        reading[Symbol.dispose]();
        subscription.unsubscribe();
      },
    };
  }

  /** Whatever is thrown here ends the library's reading, and with it all that comes over this connection. That it is not allowed to listen is told as a status, too. */
  #guarded(handler: (message: Msg) => void): (error: Error | null, message: Msg) => void {
    return (error, message) => {
      if (error) return;
      try {
        handler(message);
      } catch (cause) {
        this.#report(cause);
      }
    };
  }

  /** The servers do not look at where an answer is to go: who asks could have us, who may write everywhere, write anywhere for it. */
  readonly #answer = (inbox: string, payload: Uint8Array): void => {
    if (this.status.kind === 'connected' && inbox.startsWith(inboxesOf(this.#space))) this.connection.publish(inbox, payload);
  };

  #addressed(from: string, subject: string): string {
    return `${this.#space}.${from}.${subject}`;
  }

  async #follow(): Promise<void> {
    for await (const status of this.connection.status()) this.#noticed(status);
    this.#close('the servers want no more of it');
  }

  #noticed(status: Status): void {
    switch (status.type) {
      case 'disconnect':
        this.#attempt = 0;
        this.#lost(`the connection to ${status.server} broke`);
        break;
      case 'reconnecting':
        this.#attempt++;
        break;
      case 'reconnect':
        void this.#restored();
        break;
      case 'error':
        this.#report(status.error);
        break;
      case 'slowConsumer':
      case 'staleConnection':
      case 'forceReconnect':
      case 'close':
      case 'ldm':
      case 'ping':
      case 'update':
        break;
    }
  }

  #lost(reason: string): void {
    if (this.status.kind === 'closed') return;
    this.#status.change({ kind: 'reconnecting', attempt: this.#attempt + 1, reason });
  }

  /** Connected is who is heard again: the subscriptions have reached the server. */
  async #restored(): Promise<void> {
    try {
      await this.connection.flush();
    } catch {
      // It broke again, and will be restored again.
      return;
    }
    if (this.status.kind === 'reconnecting') this.#status.change({ kind: 'connected' });
  }

  #close(reason: string): void {
    if (this.status.kind === 'closed') return;
    this.#status.change({ kind: 'closed', reason });
  }
}

/** One that may want an answer, or has headers. */
export class NatsMessage implements Message {
  readonly payload: Uint8Array;
  readonly #message: Msg;
  readonly #addresses: Addresses;
  readonly #answer: (inbox: string, payload: Uint8Array) => void;
  #address: Address | undefined;

  constructor(message: Msg, addresses: Addresses, answer: (inbox: string, payload: Uint8Array) => void) {
    this.payload = message.data;
    this.#message = message;
    this.#addresses = addresses;
    this.#answer = answer;
  }

  get from(): string {
    this.#address ??= this.#addresses.of(this.#message.subject);
    return this.#address.from;
  }

  get subject(): string {
    this.#address ??= this.#addresses.of(this.#message.subject);
    return this.#address.subject;
  }

  reply(payload: Uint8Array): void {
    requirePayload(payload);
    this.answer(payload);
  }

  /** With as many bytes as the servers take. */
  answer(payload: Uint8Array): void {
    const { reply } = this.#message;
    if (reply !== undefined && reply !== '') this.#answer(reply, payload);
  }
}
