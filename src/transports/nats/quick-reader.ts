import type { NatsConnection } from '@nats-io/transport-node';
import type { Address, Addresses } from './addresses.ts';

/** Told what came for one subscription, without a place to answer to and without headers. The payload is a part of what was read, and stays as it is. */
export type QuickHandler = (payload: Uint8Array, address: Address) => void;

/** What is used of the library's own reader: it goes on to read all else. */
interface Parser {
  state: number;
  parse(chunk: Uint8Array): void;
}

interface Protocol {
  parser: Parser;
  inMsgs: number;
  inBytes: number;
}

const [H, M, S, G, SPACE, RETURN, LINE_FEED, ZERO, NINE] = [72, 77, 83, 71, 32, 13, 10, 48, 57] as const;

/**
 * Reads plain messages (`MSG subject sid size`) of the subscriptions that it knows, and leaves all else to the library. That reads a letter at a time, twice, and makes four
 * views and two objects of each message: two thirds of what a small message costs. Nothing is changed in it: should a version of it be made otherwise, it reads everything itself.
 */
export class QuickReader {
  readonly #handlers = new Map<number, QuickHandler>();
  readonly #addresses: Addresses;
  readonly #protocol: Protocol | undefined;
  #idle: number | undefined;

  constructor(connection: NatsConnection, addresses: Addresses) {
    this.#addresses = addresses;
    const { protocol } = connection as unknown as { protocol?: Protocol };
    if (typeof protocol?.parser?.parse !== 'function' || typeof protocol.parser.state !== 'number') return;
    this.#protocol = protocol;
    let parser = this.#quickened(protocol.parser);
    // The library makes another one for each connection.
    Object.defineProperty(protocol, 'parser', {
      get: () => parser,
      set: (next: Parser) => {
        parser = this.#quickened(next);
      },
    });
  }

  /** False: the library reads everything. */
  get isQuick(): boolean {
    return this.#protocol !== undefined;
  }

  /** `sid`: the subscription's number on this connection. */
  add(sid: number, handler: QuickHandler): Disposable {
    this.#handlers.set(sid, handler);
    return { [Symbol.dispose]: () => this.#handlers.delete(sid) };
  }

  #quickened(parser: Parser): Parser {
    const whole = parser.parse.bind(parser);
    // As the library's own begins: between two messages.
    this.#idle = new (parser.constructor as new (dispatcher: object) => Parser)({}).state;
    /** Of what the library has begun to read so much is still to come. */
    let owedBytes = 0;
    parser.parse = (chunk) => {
      let at = 0;
      const leave = (bytes: number) => {
        const next = Math.min(chunk.length, at + bytes);
        owedBytes = at + bytes - next;
        whole(chunk.subarray(at, next));
        at = next;
      };
      if (owedBytes > 0) leave(owedBytes);
      while (at < chunk.length) {
        const isIdle = parser.state === this.#idle;
        const end = isIdle ? this.#message(chunk, at) : 0;
        // What is not for us goes to the library, message by message, or line by line until it stands between two of them again.
        if (end === 0) leave(isIdle ? unitBytes(chunk, at) : lineBytes(chunk, at));
        else at = end;
      }
    };
    return parser;
  }

  /** Delivers the message that begins there, and answers where it ends; 0 when it is not all there, or not for us. */
  #message(chunk: Uint8Array, start: number): number {
    if (chunk[start] !== M || chunk[start + 1] !== S || chunk[start + 2] !== G || chunk[start + 3] !== SPACE) return 0;
    const subjectAt = start + 4;
    let at = subjectAt;
    while (at < chunk.length && (chunk[at] as number) > SPACE) at++;
    const subjectEnd = at++;
    let sid = 0;
    for (; isDigit(chunk[at]); at++) sid = sid * 10 + (chunk[at] as number) - ZERO;
    if (chunk[at++] !== SPACE) return 0;
    let size = 0;
    for (; isDigit(chunk[at]); at++) size = size * 10 + (chunk[at] as number) - ZERO;
    const payloadAt = at + 2;
    const end = payloadAt + size + 2;
    if (chunk[at] !== RETURN || chunk[at + 1] !== LINE_FEED || end > chunk.length) return 0;
    const handler = this.#handlers.get(sid);
    if (handler === undefined || this.#protocol === undefined) return 0;
    this.#protocol.inMsgs++;
    this.#protocol.inBytes += size;
    handler(new Uint8Array(chunk.buffer, chunk.byteOffset + payloadAt, size), this.#addresses.at(chunk, subjectAt, subjectEnd));
    return end;
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;

function lineBytes(chunk: Uint8Array, from: number): number {
  const at = chunk.indexOf(LINE_FEED, from);
  return (at < 0 ? chunk.length : at + 1) - from;
}

/** Of a line and, behind the first line of a message, its payload: that ends with how many bytes it has. */
function unitBytes(chunk: Uint8Array, from: number): number {
  const bytes = lineBytes(chunk, from);
  const end = from + bytes;
  const isMessage = (chunk[from] === M || chunk[from] === H) && chunk[end - 1] === LINE_FEED && chunk[end - 2] === RETURN;
  if (!isMessage) return bytes;
  let size = 0;
  for (let at = end - 3, worth = 1; isDigit(chunk[at]); at--, worth *= 10) size += ((chunk[at] as number) - ZERO) * worth;
  return bytes + size + 2;
}
