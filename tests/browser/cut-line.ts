import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { monotonicMs } from '../processes/started-process.ts';

/** A TCP relay to a port of this machine that can be cut as a network is: nobody is told, bytes just do not arrive any more. */
export class CutLine implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(port: number) {
    this.#server = createServer((near) => this.#pair(near, connect(port, '127.0.0.1')));
  }

  static async open(port: number): Promise<CutLine> {
    const line = new CutLine(port);
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Answers when. */
  cut(): number {
    this.#isCut = true;
    return monotonicMs();
  }

  /** What was connected while it was cut has to connect anew. */
  mend(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pair(near: Socket, far: Socket): void {
    const end = () => {
      // The other end must not learn of it while the line is cut.
      if (this.#isCut) return;
      for (const socket of [near, far]) {
        this.#sockets.delete(socket);
        socket.destroy();
      }
    };
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.setNoDelay(true).on('error', end).on('close', end);
      from.on('data', (bytes) => void (this.#isCut || !to.writable || to.write(bytes)));
    }
  }
}
