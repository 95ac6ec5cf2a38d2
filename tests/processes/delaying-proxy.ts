import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { monotonicMs } from './started-process.ts';

/** What a link does to the bytes that go over it, each way. */
export interface LinkWeather {
  readonly delayMs: number;
  /** The delay is that much more or less. */
  readonly jitterMs: number;
  /** Of all packets so many are held up: everything behind them waits too, as in TCP. */
  readonly stallShare: number;
  readonly stallMs: readonly [shortest: number, longest: number];
}

/** A TCP relay to a port of this machine that is as slow as a network. */
export class DelayingProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #weather: LinkWeather;
  readonly #sockets = new Set<Socket>();
  #stalls = 0;

  private constructor(port: number, weather: LinkWeather) {
    this.#weather = weather;
    this.#server = createServer((near) => this.#pair(near, connect(port, '127.0.0.1')));
  }

  static async open(port: number, weather: LinkWeather): Promise<DelayingProxy> {
    const proxy = new DelayingProxy(port, weather);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How many packets were held up so far. */
  get stalls(): number {
    return this.#stalls;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pair(near: Socket, far: Socket): void {
    const end = () => {
      for (const socket of [near, far]) {
        this.#sockets.delete(socket);
        socket.destroy();
      }
    };
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true).on('error', end).on('close', end);
    }
    this.#carry(near, far);
    this.#carry(far, near);
  }

  /** No packet overtakes another. */
  #carry(from: Socket, to: Socket): void {
    let lastDueMs = 0;
    from.on('data', (packet) => {
      const nowMs = monotonicMs();
      lastDueMs = Math.max(lastDueMs, nowMs + this.#delayMs());
      setTimeout(() => to.writable && to.write(packet), lastDueMs - nowMs);
    });
  }

  #delayMs(): number {
    const { delayMs, jitterMs, stallShare, stallMs } = this.#weather;
    const usualMs = delayMs + jitterMs * (2 * Math.random() - 1);
    if (Math.random() >= stallShare) return usualMs;
    this.#stalls++;
    const [shortest, longest] = stallMs;
    return usualMs + shortest + (longest - shortest) * Math.random();
  }
}
