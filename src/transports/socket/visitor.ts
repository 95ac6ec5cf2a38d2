import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawData } from 'ws';
import type { Clock } from '../../core/base/clock.ts';
import { TokenBucket } from '../../core/base/token-bucket.ts';
import type { FrameRecord, RecordOf } from '../../core/bus/frames.ts';
import type { Report } from '../../core/bus/listeners.ts';
import { type CloseReason, SENT } from './close-reason.ts';
import type { Connection } from './connection.ts';
import { type DoorSocket, faultOf } from './door-socket.ts';
import type { Envelope } from './envelope.ts';
import type { Peer } from './gatekeeper.ts';
import { BreachError, blame, readMessage } from './incoming.ts';
import { Intake } from './intake.ts';
import type { DoorLimits } from './limits.ts';
import type { Frame } from './newest-lane.ts';
import type { Pipe } from './outbox.ts';
import { peerOf } from './peer.ts';
import { tokenIn } from './token-protocol.ts';
import type { Traffic } from './traffic.ts';

/** A link that does not answer its close is cut after so long. */
const CLOSE_MS = 2000;
const CLOSE_SOON_MS = 300;
/** One that does not read will not answer, one that says nothing must not take room, and a hub that stops does not wait. */
const CLOSED_SOON: ReadonlySet<CloseReason | 'goodbye'> = new Set<CloseReason>(['stalled', 'hello-late', 'shutting-down', 'cut-off']);

/** Of WebSocket's own, which `ws` answers by itself. Some proxies send one now and then. */
const PINGS = { messagesPerS: 10, bytesPerS: 1250 };

/** What the door does for those who come. */
export interface Reception {
  readonly clock: Clock;
  readonly limits: DoorLimits;
  readonly report: Report;
  readonly traffic: Traffic;
  readonly envelope: Envelope;
  /** Throws BreachError if it may not come in. */
  admit(visitor: Visitor, hello: RecordOf<'hello'>): Connection;
  turnAway(visitor: Visitor, reason: CloseReason, detail: string): void;
  /** The network takes more again. */
  drained(connection: Connection): void;
  gone(visitor: Visitor): void;
}

/** One WebSocket at the door: a stranger until its first message, a proper hello, makes it a connection. */
export class Visitor implements Pipe {
  readonly peer: Peer;
  readonly token: string | undefined;
  readonly isSent: boolean;
  /** Resolves when the link is no more. */
  readonly ended: Promise<void>;
  readonly #socket: DoorSocket;
  readonly #stream: Duplex;
  readonly #reception: Reception;
  readonly #intake: Intake;
  #connection: Connection | undefined;

  constructor(socket: DoorSocket, stream: Duplex, request: IncomingMessage, reception: Reception) {
    this.#socket = socket;
    this.#stream = stream;
    this.#reception = reception;
    this.peer = peerOf(request);
    this.isSent = request.url?.endsWith(SENT) ?? false;
    this.token = tokenIn(request.headers['sec-websocket-protocol']);
    this.#intake = new Intake(socket, reception.clock, reception.limits.intake, {
      open: (message) => this.#connection?.read(message) ?? this.#greet(message),
      accept: (records) => this.#connection?.accept(records),
      failed: (error) => this.#fail(error),
    });
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    const pings = new TokenBucket(PINGS, reception.clock.now());
    const countPing = (data: Buffer) => {
      if (socket.readyState !== socket.OPEN || pings.take(1, data.length, reception.clock.now()) === 'kept') return;
      this.#close('flooding', `over ${PINGS.messagesPerS} WebSocket pings a second`);
    };
    socket.on('ping', countPing);
    socket.on('pong', countPing);
    socket.on('error', (error) => {
      const found = faultOf(error);
      if (found !== undefined) this.#close(found.reason, found.detail);
    });
    this.ended = new Promise((resolve) => {
      socket.on('close', () => {
        this.#intake[Symbol.dispose]();
        reception.gone(this);
        resolve();
      });
    });
  }

  get connection(): Connection | undefined {
    return this.#connection;
  }

  get backlogBytes(): number {
    return this.#stream.writableLength;
  }

  /** Straight to the stream: `ws` would make a header for each reader of the same frame. */
  send(frame: Frame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#reception.traffic.messagesOut++;
    this.#stream.write(this.#reception.envelope.wrap(frame), this.#taken);
  }

  /** Not `drain`, which does not come after a small backlog; pictures wait for less than that. */
  readonly #taken = (): void => {
    if (this.#connection !== undefined && !this.#connection.outbox.isEmpty) this.#reception.drained(this.#connection);
  };

  end(reason: CloseReason | 'goodbye' | 'lost', detail: string): void {
    if (reason === 'lost') return;
    this.#intake.shut();
    if (reason === 'goodbye') this.#socket.close(1000, 'goodbye');
    else this.#socket.closeFor(reason, detail);
    const cut = this.#reception.clock.after(CLOSED_SOON.has(reason) ? CLOSE_SOON_MS : CLOSE_MS, () => this.#socket.terminate());
    this.#socket.once('close', () => cut[Symbol.dispose]());
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (isBinary && Buffer.isBuffer(data)) this.#intake.take(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    else if (this.#socket.readyState === this.#socket.OPEN) this.#close('malformed', 'a text message');
  }

  /** What came with the hello. */
  #greet(message: Uint8Array): readonly FrameRecord[] {
    const [hello, ...more] = readMessage(message, this.#reception.limits);
    if (hello?.type !== 'hello') throw new BreachError('out-of-turn', `${hello?.type ?? 'nothing'} came before hello`);
    this.#connection = this.#reception.admit(this, hello);
    return more;
  }

  #fail(error: unknown): void {
    const { reason, detail } = blame(error, this.#reception.report);
    this.#close(reason, detail);
  }

  #close(reason: CloseReason, detail: string): void {
    if (this.#connection === undefined) this.#reception.turnAway(this, reason, detail);
    else this.#connection.close(reason, detail);
  }
}
