import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Server as SocketServer, WebSocketServer } from 'ws';
import { type Clock, every } from '../../core/base/clock.ts';
import { isId, requireId } from '../../core/base/ids.ts';
import type { Random } from '../../core/base/random.ts';
import type { Backbone, Bus } from '../../core/bus/bus.ts';
import { PROTOCOL_VERSION, type RecordOf } from '../../core/bus/frames.ts';
import type { Report } from '../../core/bus/listeners.ts';
import type { CloseReason } from './close-reason.ts';
import { Connection } from './connection.ts';
import { DoorSocket } from './door-socket.ts';
import { Envelope } from './envelope.ts';
import type { Gatekeeper, Peer } from './gatekeeper.ts';
import { BreachError } from './incoming.ts';
import { type DoorLimits, doorLimits } from './limits.ts';
import { Offences } from './offences.ts';
import type { Doorway } from './party.ts';
import { Reservations } from './reservations.ts';
import { StateFanout } from './state-fanout.ts';
import { Strangers } from './strangers.ts';
import { Traffic } from './traffic.ts';
import { type Reception, Visitor } from './visitor.ts';

const CHECK_PERIOD_MS = 250;

export interface DoorOptions {
  /** The hub's id. The door's own connection to the backbone is `<hub>-door`. */
  readonly hub: string;
  readonly backbone: Backbone;
  readonly gatekeeper: Gatekeeper;
  readonly clock: Clock;
  /** Makes the secrets by which participants get their ids back: the system's, not a seeded one. */
  readonly random: Random;
  /**
   * Makes the same secret of an id at every hub, for ids that are never given twice: a participant that comes from another hub proves its own by it. Without it a
   * secret is good at this door only.
   */
  readonly secretOf?: ((id: string) => string) | undefined;
  /** Told of errors that nobody waits for. */
  readonly report: Report;
  readonly limits?: Partial<DoorLimits>;
  readonly onJoin?: (joined: Joined) => void;
  /** Its link ended. It may come back under the same id, and joins again then. */
  readonly onLeave?: (left: Left) => void;
  /** Someone was sent away before it had joined. */
  readonly onTurnAway?: (turnedAway: { readonly peer: Peer; readonly reason: CloseReason; readonly detail: string }) => void;
}

export interface Joined {
  readonly id: string;
  readonly name: string;
  readonly world: string;
  readonly peer: Peer;
  readonly how: 'new' | 'resumed';
}

export interface Left {
  readonly id: string;
  /** `goodbye`: it left on purpose. `lost`: the network ended the link. */
  readonly reason: CloseReason | 'goodbye' | 'lost';
  readonly detail: string;
}

/** Where participants come in: each WebSocket that says a proper hello gets a connection to the backbone. */
export class Door implements AsyncDisposable {
  readonly traffic = new Traffic();
  readonly #options: DoorOptions;
  readonly #limits: DoorLimits;
  readonly #server: SocketServer<typeof DoorSocket>;
  readonly #bus: Bus;
  readonly #reservations: Reservations;
  #otherHubs = '';
  readonly #offences: Offences;
  readonly #fanout: StateFanout;
  readonly #doorway: Doorway;
  readonly #reception: Reception;
  #state: 'open' | 'closed for now' | 'shut' = 'open';
  readonly #visitors = new Set<Visitor>();
  readonly #strangers: Strangers<Visitor>;
  readonly #connections = new Map<string, Connection>();
  readonly #touched = new Set<Connection>();
  readonly #timers: readonly Disposable[];
  #turn: 'idle' | 'scheduled' = 'idle';

  constructor(options: DoorOptions) {
    const { backbone, clock, gatekeeper, report, random, hub } = options;
    this.#options = options;
    this.#limits = { ...doorLimits, ...options.limits };
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: this.#limits.frameBytes,
      WebSocket: DoorSocket,
    });
    this.#bus = backbone.connect(requireId(`${hub}-door`, "the door's own id"));
    this.#reservations = new Reservations(clock, random, this.#limits.graceMs, options.secretOf);
    this.#offences = new Offences(clock, this.#limits.offencesPerS);
    this.#strangers = new Strangers(this.#limits);
    this.#fanout = new StateFanout(this.#bus, this.traffic, this.#limits.numbers, () => this.#schedule());
    this.#doorway = {
      clock,
      gatekeeper,
      report,
      limits: this.#limits,
      fanout: this.#fanout,
      traffic: this.traffic,
      overflowed: (request) => this.#connections.get(request.from)?.overflowed(request),
    };
    this.#reception = {
      clock,
      report,
      traffic: this.traffic,
      envelope: new Envelope(),
      limits: this.#limits,
      admit: (visitor, hello) => this.#admit(visitor, hello),
      turnAway: (visitor, reason, detail) => this.#turnAway(visitor, reason, detail),
      drained: (connection) => this.#touch(connection),
      gone: (visitor) => this.#gone(visitor),
    };
    this.#timers = [every(clock, CHECK_PERIOD_MS, () => this.#check()), every(clock, this.#limits.idleMs, () => this.#sweep())];
  }

  /** Those who are there now, with the time of the door's clock at which each was last heard. */
  get participants(): ReadonlyMap<string, { readonly heardMs: number }> {
    return this.#connections;
  }

  /** Takes the WebSockets that `server` gets for `path`, and refuses those for other paths. */
  attach(server: Server, path: string): Disposable {
    const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      if (request.url?.split('?')[0] === path) this.accept(request, stream, head);
      else stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
    };
    server.on('upgrade', onUpgrade);
    return { [Symbol.dispose]: () => server.off('upgrade', onUpgrade) };
  }

  /** Takes one WebSocket that a server was asked for. */
  accept(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    // Whoever is told that the hub stops comes back at once: let in by a door that is gone, it would keep the server from ever closing.
    if (this.#state !== 'open') {
      stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
      return;
    }
    // Before the handshake, and without a line in the log: being refused must cost less than asking.
    if (this.#offences.isBarred(request.socket.remoteAddress ?? '')) {
      this.traffic.barred++;
      stream.end('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nConnection: close\r\n\r\n');
      return;
    }
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      const visitor = new Visitor(socket, stream, request, this.#reception);
      this.#visitors.add(visitor);
      const { helloMs } = this.#limits;
      const displaced = this.#strangers.add(visitor);
      if (displaced !== undefined) this.#turnAway(displaced, 'hello-late', 'too many others wait with it');
      const timer = this.#options.clock.after(helloMs, () => {
        if (visitor.connection === undefined) this.#turnAway(visitor, 'hello-late', `no hello within ${helloMs} ms`);
      });
      visitor.ended.then(() => timer[Symbol.dispose]()).catch(this.#options.report);
    });
  }

  /** Sends a participant away: what let it in holds no more. */
  dismiss(id: string, reason: 'link-revoked' | 'link-expired' | 'not-admitted', detail: string): void {
    this.#connections.get(id)?.close(reason, detail);
  }

  /** Sends everybody away, and lets nobody in until `reopen`: what is on the other side of the backbone cannot be reached from here. */
  closeForNow(detail: string): void {
    if (this.#state === 'open') this.#state = 'closed for now';
    for (const connection of this.#connections.values()) connection.close('cut-off', detail);
    for (const visitor of this.#visitors) visitor.end('cut-off', detail);
  }

  reopen(): void {
    if (this.#state === 'closed for now') this.#state = 'open';
  }

  /** So many can be here at once. */
  get room(): number {
    return this.#limits.connections;
  }

  /** Where else participants find the same worlds; told to all who are here, and to those who come. */
  tellOtherHubs(urls: readonly string[]): void {
    const hubs = urls.join('\n');
    if (hubs === this.#otherHubs) return;
    this.#otherHubs = hubs;
    for (const connection of this.#connections.values()) connection.tell({ type: 'doors', hubs });
  }

  /** Closes all links with `shutting-down`: participants connect again when the hub is back. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#state = 'shut';
    for (const timer of this.#timers) timer[Symbol.dispose]();
    for (const connection of this.#connections.values()) connection.close('shutting-down', 'the hub stops');
    for (const visitor of this.#visitors) visitor.end('shutting-down', 'the hub stops');
    await Promise.all([...this.#visitors].map(({ ended }) => ended));
    await this.#bus.drain();
  }

  #admit(visitor: Visitor, hello: RecordOf<'hello'>): Connection {
    const { protocol, world, name, resume } = hello;
    if (protocol !== PROTOCOL_VERSION) throw new BreachError('wrong-version', `protocol ${protocol}, this hub speaks ${PROTOCOL_VERSION}`);
    if (!isId(world)) throw new BreachError('malformed', 'the world is not named by an id');
    const proof = resume && this.#reservations.prove(resume.id, resume.secret);
    if (proof === 'wrong') throw new BreachError('resume-refused', `${resume?.id} is another's`);
    const isFull = this.#connections.size >= this.#limits.connections;
    const admission = this.#options.gatekeeper.admit({
      world,
      name,
      former: resume && proof && { id: resume.id, proof },
      token: visitor.token,
      peer: visitor.peer,
      isSent: visitor.isSent,
      isFull,
      isTaken: (id) => this.#reservations.isTaken(id),
    });
    if (admission.kind === 'refuse') throw new BreachError(admission.reason, admission.text);
    const { id, info } = admission;
    const how = proof === 'proven' && id === resume?.id ? 'resumed' : 'new';
    if (how === 'new' && isFull) throw new BreachError('door-full', `${this.#limits.connections} are here`);
    if (how === 'new' && this.#reservations.isTaken(id)) throw new BreachError('name-taken', `${id} is here already`);
    return this.#join(visitor, { id, name, world, peer: visitor.peer, how }, info);
  }

  #join(visitor: Visitor, joined: Joined, info: Readonly<Record<string, unknown>>): Connection {
    const { id } = joined;
    this.#connections.get(id)?.close('replaced', `${id} came in again`);
    const connection = new Connection(id, this.#options.backbone.connect(id), visitor, this.#doorway, {
      touched: (touched) => this.#touch(touched),
      closed: (closed, reason, detail) => {
        this.#offences.note(joined.peer.address, reason);
        visitor.end(reason, detail);
        this.#leave(closed, { id, reason, detail });
      },
    });
    this.#connections.set(id, connection);
    this.#strangers.delete(visitor);
    const secret = this.#reservations.hold(id);
    connection.tell({ type: 'welcome', id, secret, hub: this.#options.hub, info: JSON.stringify(info) });
    if (this.#otherHubs !== '') connection.tell({ type: 'doors', hubs: this.#otherHubs });
    this.#tell(this.#options.onJoin, joined);
    return connection;
  }

  #leave(connection: Connection, left: Left): void {
    if (left.reason !== 'goodbye' && left.reason !== 'lost') this.traffic.cut(left.reason);
    this.#touched.delete(connection);
    this.#connections.delete(left.id);
    if (left.reason === 'goodbye') this.#reservations.release(left.id);
    else this.#reservations.leave(left.id);
    this.#tell(this.#options.onLeave, left);
  }

  #turnAway(visitor: Visitor, reason: CloseReason, detail: string): void {
    this.traffic.cut(reason);
    this.#offences.note(visitor.peer.address, reason);
    this.#strangers.delete(visitor);
    visitor.end(reason, detail);
    this.#tell(this.#options.onTurnAway, { peer: visitor.peer, reason, detail });
  }

  #gone(visitor: Visitor): void {
    this.#visitors.delete(visitor);
    this.#strangers.delete(visitor);
    visitor.connection?.close('lost', 'the network ended the link');
  }

  /** What a hook throws must not reach whoever happened to come or go. */
  #tell<T>(hook: ((event: T) => void) | undefined, event: T): void {
    try {
      hook?.(event);
    } catch (error) {
      this.#options.report(error);
    }
  }

  #check(): void {
    for (const connection of this.#connections.values()) connection.check();
  }

  #sweep(): void {
    this.#fanout.sweep();
    this.#reservations.sweep();
    this.#offences.sweep();
  }

  #touch(connection: Connection): void {
    this.#touched.add(connection);
    this.#schedule();
  }

  /** At the end of this turn of the event loop: what a burst of reads brought goes out in one message each. */
  #schedule(): void {
    if (this.#turn === 'scheduled') return;
    this.#turn = 'scheduled';
    setImmediate(() => {
      this.#fanout.flush();
      this.#turn = 'idle';
      for (const connection of this.#touched) connection.flush();
      this.#touched.clear();
    });
  }
}
