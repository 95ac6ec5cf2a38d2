import { errors, type Msg, type NatsConnection, nuid, type Status } from '@nats-io/transport-node';
import { type BusStatus, DisconnectedError, type Message, NoRespondersError, TimeoutError } from '../../core/bus/bus.ts';
import { ConnectionStatus } from '../../core/bus/connection-status.ts';
import { requirePayload } from '../../core/bus/limits.ts';
import type { Listener, Report } from '../../core/bus/listeners.ts';

/** A pattern that somebody here listens to: one subscription at the servers, however many do. */
interface Route {
  readonly listening: Disposable;
  /** Replaced at each change, never changed: a handler may subscribe while it is told something. */
  listeners: readonly Listener<Message>[];
}

/** What the buses of one process have in common: the connection to the servers, whose authors stand in the subjects. */
export class NatsWire implements AsyncDisposable {
  readonly connection: NatsConnection;
  readonly #space: string;
  readonly #report: Report;
  readonly #status: ConnectionStatus;
  readonly #routes = new Map<string, Route>();
  readonly #inboxPrefix: string;
  readonly #life: string;
  #writes = 0;
  #attempt = 0;

  constructor(connection: NatsConnection, { space, report, inboxPrefix }: { space: string; report: Report; inboxPrefix: string }) {
    this.connection = connection;
    this.#inboxPrefix = inboxPrefix;
    this.#life = nuid.next();
    this.#space = space;
    this.#report = report;
    this.#status = new ConnectionStatus({ kind: 'connected' }, report);
    void this.#follow().catch(report);
  }

  get status(): BusStatus {
    return this.#status.current;
  }

  /** Where answers to us come. */
  get inboxPrefix(): string {
    return this.#inboxPrefix;
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
  async request(from: string, subject: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    try {
      return (await this.connection.request(this.#addressed(from, subject), payload, { timeout: Math.ceil(timeoutMs) })).data;
    } catch (error) {
      throw failureOf(error, subject, timeoutMs);
    }
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
    const route = this.#routes.get(pattern) ?? this.#open(pattern);
    route.listeners = [...route.listeners, listener];
    return {
      [Symbol.dispose]: () => {
        route.listeners = route.listeners.filter((other) => other !== listener);
        if (route.listeners.length > 0 || this.#routes.get(pattern) !== route) return;
        this.#routes.delete(pattern);
        route.listening[Symbol.dispose]();
      },
    };
  }

  /** To a subject as the servers know it. */
  listen(subject: string, handler: (message: Msg) => void): Disposable {
    const subscription = this.connection.subscribe(subject, {
      // That it is not allowed to listen here is told as a status, too.
      callback: (error, message) => (error ? undefined : handler(message)),
    });
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
    await this.connection.close();
    this.#close('drained');
  }

  #open(pattern: string): Route {
    const listening = this.listen(this.#addressed('*', pattern), (message) => this.#deliver(route, message));
    const route: Route = { listening, listeners: [] };
    this.#routes.set(pattern, route);
    return route;
  }

  #deliver({ listeners }: Route, message: Msg): void {
    const received = new NatsMessage(message, this.#space, (inbox, payload) => this.#answer(inbox, payload));
    for (const listener of listeners) listener.tell(received);
  }

  #answer(inbox: string, payload: Uint8Array): void {
    if (this.status.kind === 'connected') this.connection.publish(inbox, payload);
  }

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

/** What nobody asks for is not decoded: many who listen to one subject want the bytes only. */
class NatsMessage implements Message {
  readonly payload: Uint8Array;
  readonly #message: Msg;
  readonly #space: string;
  readonly #answer: (inbox: string, payload: Uint8Array) => void;

  constructor(message: Msg, space: string, answer: (inbox: string, payload: Uint8Array) => void) {
    this.payload = message.data;
    this.#message = message;
    this.#space = space;
    this.#answer = answer;
  }

  get from(): string {
    const { subject } = this.#message;
    const start = this.#space.length + 1;
    return subject.slice(start, subject.indexOf('.', start));
  }

  get subject(): string {
    const { subject } = this.#message;
    return subject.slice(subject.indexOf('.', this.#space.length + 1) + 1);
  }

  reply(payload: Uint8Array): void {
    requirePayload(payload);
    const { reply } = this.#message;
    if (reply !== undefined && reply !== '') this.#answer(reply, payload);
  }
}

function failureOf(error: unknown, subject: string, timeoutMs: number): Error {
  if (error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders()))
    return new NoRespondersError(subject);
  if (error instanceof errors.TimeoutError) return new TimeoutError(subject, timeoutMs);
  return new DisconnectedError(`no answer on ${subject}`, { cause: error });
}
