import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocket } from 'ws';
import { delay } from '../../core/base/clock.ts';
import { idFromName } from '../../core/base/ids.ts';
import type { BusHarness } from '../../core/bus/bus.contract.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { decodeFrame, encodeFrame, type FrameRecord, joinFrames, PROTOCOL_VERSION, type RecordOf } from '../../core/bus/frames.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { connectSocketBus, type SocketBus, type SocketBusOptions } from './client.ts';
import { Door, type DoorOptions, type Joined, type Left } from './door.ts';
import { ALLOW, type Gatekeeper } from './gatekeeper.ts';
import { doorLimits } from './limits.ts';

const LISTEN_ATTEMPTS = 100;

/** Lets everybody in under an id made of the name, and allows everything. */
export const openGatekeeper: Gatekeeper = {
  admit: ({ name, former }) => ({ kind: 'admit', id: former?.id ?? idFromName(name), info: { incarnation: 7 } }),
  mayPublish: () => ALLOW,
  mayRequest: () => ALLOW,
  mayReply: () => ALLOW,
  maySubscribe: () => ALLOW,
  mayRead: () => ALLOW,
  maySwap: () => ALLOW,
  mayReplace: () => ALLOW,
};

/** A backbone with a door on a real port of this machine. */
export class TestHub implements BusHarness {
  readonly reported: unknown[] = [];
  readonly joined: Joined[] = [];
  readonly left: Left[] = [];
  readonly backbone: EmbeddedBackbone;
  readonly door: Door;
  readonly #server = createServer();
  readonly #buses: SocketBus[] = [];
  readonly #raws: RawClient[] = [];
  readonly #secrets = new Map<string, string>();
  #port = 0;

  private constructor(options: Partial<DoorOptions>) {
    const report = (error: unknown) => void this.reported.push(error);
    this.backbone = new EmbeddedBackbone({ defer: queueMicrotask, report, clock: systemClock });
    this.door = new Door({
      hub: 'hub',
      backbone: this.backbone,
      gatekeeper: openGatekeeper,
      clock: systemClock,
      random: systemRandom,
      report,
      onJoin: (joined) => this.joined.push(joined),
      onLeave: (left) => this.left.push(left),
      ...options,
      limits: { ...doorLimits, ...options.limits },
    });
    this.door.attach(this.#server, '/bus');
  }

  static async open(options: Partial<DoorOptions> = {}, port = 0): Promise<TestHub> {
    const hub = new TestHub(options);
    await hub.#listen(port);
    return hub;
  }

  async #listen(port: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const problem = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
        this.#server.once('error', resolve);
        this.#server.listen(port, '127.0.0.1', () => {
          this.#server.off('error', resolve);
          resolve(undefined);
        });
      });
      if (!problem) break;
      // A port that was free a moment ago may be the near end of somebody's connection: those do not last.
      if (problem.code !== 'EADDRINUSE' || attempt === LISTEN_ATTEMPTS) throw problem;
      await delay(systemClock, 100);
    }
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}/bus`;
  }

  async join(name: string, options: Partial<SocketBusOptions> = {}): Promise<SocketBus> {
    const report = (error: unknown) => void this.reported.push(error);
    const bus = await connectSocketBus({ url: this.url, world: 'w', name, clock: systemClock, random: systemRandom, report, ...options });
    this.#buses.push(bus);
    return bus;
  }

  connect(self: string): Promise<SocketBus> {
    return this.join(self);
  }

  /** A WebSocket that sends what the test tells it, and nothing by itself. */
  async raw(): Promise<RawClient> {
    const raw = await RawClient.open(this.url);
    this.#raws.push(raw);
    return raw;
  }

  /** A raw client that said hello. */
  async rawJoined(name: string): Promise<RawClient> {
    const raw = await this.raw();
    raw.send(hello(name));
    const { id, secret } = await raw.expect('welcome');
    this.#secrets.set(id, secret);
    return raw;
  }

  /** Comes back for an id that was left and gives it up, so that the next test can use it. */
  async forget(id: string): Promise<void> {
    const secret = this.#secrets.get(id);
    if (secret === undefined || this.door.participants.has(id)) return;
    const raw = await this.raw();
    raw.send(hello(id, { resume: { id, secret } }), { type: 'goodbye', code: 1000, text: '' });
    await raw.closed;
  }

  /** Two round trips of each: what was under way has arrived then. */
  async settle(): Promise<void> {
    for (let round = 0; round < 2; round++) {
      const trips = this.#buses.filter(({ status }) => status.kind === 'connected').map((bus) => bus.bucket('settling').get('nothing'));
      await Promise.allSettled(trips);
    }
    await delay(systemClock, 1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#buses.map((bus) => bus.drain()));
    for (const raw of this.#raws) raw[Symbol.dispose]();
    await this.stop();
  }

  /** Stops the hub under its participants. */
  async stop(): Promise<void> {
    await this.door[Symbol.asyncDispose]();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export const hello = (name: string, more: Partial<RecordOf<'hello'>> = {}): FrameRecord => ({
  type: 'hello',
  protocol: PROTOCOL_VERSION,
  world: 'w',
  name,
  resume: undefined,
  ...more,
});

export class RawClient implements Disposable {
  readonly socket: WebSocket;
  /** What is under the WebSocket: pause it, and the client reads nothing more. */
  readonly stream: Socket;
  readonly received: FrameRecord[] = [];
  /** Sizes of the messages received. */
  readonly messages: number[] = [];
  readonly closed: Promise<{ readonly code: number; readonly text: string }>;

  private constructor(socket: WebSocket, stream: Socket) {
    this.socket = socket;
    this.stream = stream;
    socket.on('message', (data: Buffer) => {
      this.messages.push(data.length);
      this.received.push(...decodeFrame(new Uint8Array(data)));
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, text: reason.toString() }));
    });
  }

  static open(url: string): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url);
      // Before it is open, so that no message can come before there is a listener.
      socket.once('upgrade', (response) => {
        const raw = new RawClient(socket, response.socket);
        socket.once('open', () => resolve(raw));
      });
      socket.once('error', reject);
    });
  }

  send(...records: readonly FrameRecord[]): void {
    this.socket.send(joinFrames(records.map(encodeFrame)));
  }

  of<T extends FrameRecord['type']>(type: T): readonly RecordOf<T>[] {
    return this.received.filter((record): record is RecordOf<T> => record.type === type);
  }

  /** The first record of this type, waiting for it. */
  async expect<T extends FrameRecord['type']>(type: T): Promise<RecordOf<T>> {
    for (let waits = 0; waits < 2000; waits++) {
      const [found] = this.of(type);
      if (found !== undefined) return found;
      await delay(systemClock, 2);
    }
    throw new Error(`no ${type} came, but ${this.received.map((record) => record.type).join(', ')}`);
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }
}
