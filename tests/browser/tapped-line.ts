import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { decodeFrame } from '../../src/core/bus/frames.ts';

const END_OF_HEAD = '\r\n\r\n';

/** A TCP relay to a hub that counts what comes through it of each subject, in bytes: whatever a page is sent, it passes here. */
export class TappedLine implements AsyncDisposable {
  /** By subject. */
  readonly receivedBytes: Map<string, number> = new Map();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(port: number) {
    this.#server = createServer((near) => this.#pair(near, connect(port, '127.0.0.1')));
  }

  static async open(port: number): Promise<TappedLine> {
    const line = new TappedLine(port);
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Of all subjects with this in them. */
  bytesOf(words: string): number {
    return [...this.receivedBytes].reduce((sum, [subject, bytes]) => sum + (subject.includes(words) ? bytes : 0), 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pair(near: Socket, far: Socket): void {
    const count = counter(this.receivedBytes);
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true).on('error', end).on('close', end);
    }
    near.on('data', (bytes) => void (far.writable && far.write(bytes)));
    far.on('data', (bytes) => {
      count(bytes);
      if (near.writable) near.write(bytes);
    });
  }
}

/** Reads the stream of one connection from the hub: HTTP is left alone; of a WebSocket each message is opened. */
function counter(receivedBytes: Map<string, number>): (bytes: Buffer) => void {
  const subjects = new Map<number, string>();
  let waiting = Buffer.alloc(0);
  let kind: 'unknown' | 'http' | 'frames' = 'unknown';
  const add = (subject: string, bytes: number) => receivedBytes.set(subject, (receivedBytes.get(subject) ?? 0) + bytes);
  const open = (message: Buffer) => {
    for (const record of decodeFrame(message)) {
      if (record.type === 'alias') subjects.set(record.number, record.subject);
      else if (record.type === 'aliased') add(subjects.get(record.number) ?? 'unknown', record.payload.length);
      else if (record.type === 'message') add(record.subject, record.payload.length);
    }
  };
  return (bytes) => {
    if (kind === 'http') return;
    waiting = Buffer.concat([waiting, bytes]);
    if (kind === 'unknown') {
      const head = waiting.indexOf(END_OF_HEAD);
      if (head < 0) return;
      kind = waiting.toString('latin1', 0, head).startsWith('HTTP/1.1 101') ? 'frames' : 'http';
      waiting = waiting.subarray(head + END_OF_HEAD.length);
      if (kind === 'http') return;
    }
    for (let next = messageIn(waiting); next; next = messageIn(waiting)) {
      waiting = waiting.subarray(next.endsAt);
      if (next.isBinary) open(next.payload);
    }
  };
}

/** The first message, if all of it is there: unmasked and in one piece, as servers send them. */
function messageIn(bytes: Buffer): { readonly payload: Buffer; readonly endsAt: number; readonly isBinary: boolean } | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] ?? 0) & 0x7f;
  const header = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < header) return undefined;
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < header + length) return undefined;
  return { payload: bytes.subarray(header, header + length), endsAt: header + length, isBinary: ((bytes[0] ?? 0) & 0x0f) === 2 };
}
