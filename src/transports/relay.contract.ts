import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP relay that can go dead without a word, as a network does. */
export class Relay implements AsyncDisposable {
  readonly #server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  readonly #dead = new WeakSet<readonly [Socket, Socket]>();
  #state: 'through' | 'dead' = 'through';

  private constructor(port: number) {
    this.#server = createServer((near) => this.#pair(near, connect(port, '127.0.0.1')));
  }

  static async open(port: number): Promise<Relay> {
    const relay = new Relay(port);
    await new Promise<void>((resolve) => relay.#server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  /** Where it is reached, on this machine. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Carries nothing more, in either direction; new connections hang. */
  cut(): void {
    this.#state = 'dead';
    for (const pair of this.#pairs) {
      this.#dead.add(pair);
      for (const socket of pair) socket.unpipe().resume();
    }
  }

  /** What is said still arrives, and nothing comes back; new connections hang. */
  mute(): void {
    this.#state = 'dead';
    for (const pair of this.#pairs) {
      this.#dead.add(pair);
      const [near, far] = pair;
      far.unpipe(near).resume();
    }
  }

  /** Carries new connections. */
  restore(): void {
    this.#state = 'through';
  }

  #pair(near: Socket, far: Socket): void {
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    const end = () => {
      // A dead network does not even tell one side that the other has gone.
      if (this.#dead.has(pair)) return;
      this.#pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.setNoDelay(true).on('error', end).on('close', end);
    if (this.#state === 'dead') {
      this.#dead.add(pair);
    } else {
      near.pipe(far);
      far.pipe(near);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const [near, far] of this.#pairs) {
      near.destroy();
      far.destroy();
    }
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
