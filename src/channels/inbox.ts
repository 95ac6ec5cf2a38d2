import { MisuseError } from '../core/base/errors.ts';
import { type ChannelError, HELD_BYTES } from './channel.ts';

/** How the other side is made to wait. */
export interface Flow {
  pause(): void;
  resume(): void;
}

interface Waiting {
  readonly resolve: (bytes: Uint8Array | undefined) => void;
  readonly reject: (error: ChannelError) => void;
}

type Handler = (bytes: Uint8Array) => void;

/** What has come over a channel and was not read yet, for one reader or one subscriber. */
export class Inbox {
  readonly #flow: Flow;
  readonly #held: Uint8Array[] = [];
  #heldBytes = 0;
  #waiting: Waiting | undefined;
  #handler: Handler | undefined;
  #isEnded = false;
  #closed: ChannelError | undefined;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  push(bytes: Uint8Array): void {
    if (this.#closed) return;
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    this.#deliver();
    if (this.#heldBytes >= HELD_BYTES) this.#flow.pause();
  }

  /** Whether more may be pushed before something is read. */
  get hasRoom(): boolean {
    return this.#heldBytes < HELD_BYTES;
  }

  /** The other side sends no more. */
  end(): void {
    this.#isEnded = true;
    this.#deliver();
  }

  /** What was not read is dropped, and whoever waits is told why. */
  close(why: ChannelError): void {
    if (this.#closed) return;
    this.#closed = why;
    this.#held.length = 0;
    this.#heldBytes = 0;
    this.#handler = undefined;
    this.#waiting?.reject(why);
    this.#waiting = undefined;
  }

  /** What was sent before the other side went is still to be read. */
  closeWhenRead(why: ChannelError): void {
    if (this.#held.length === 0 && !this.#isEnded) this.close(why);
    else this.end();
  }

  read(): Promise<Uint8Array | undefined> {
    if (this.#closed) return Promise.reject(this.#closed);
    if (this.#waiting || this.#handler) return Promise.reject(new MisuseError('somebody reads this channel already: one reader at a time'));
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#deliver();
    });
  }

  subscribe(handler: Handler): Disposable {
    if (this.#waiting || this.#handler) throw new MisuseError('somebody reads this channel already: one reader at a time');
    const own: Handler = (bytes) => handler(bytes);
    this.#handler = own;
    // Not inside of it: who subscribes may not be ready yet.
    queueMicrotask(() => this.#deliver());
    return {
      [Symbol.dispose]: () => {
        if (this.#handler === own) this.#handler = undefined;
      },
    };
  }

  #deliver(): void {
    while (this.#held.length > 0 && (this.#waiting || this.#handler)) {
      const bytes = this.#held.shift() as Uint8Array;
      this.#heldBytes -= bytes.length;
      const waiting = this.#waiting;
      this.#waiting = undefined;
      if (waiting) waiting.resolve(bytes);
      else this.#handler?.(bytes);
    }
    if (this.#closed) return;
    if (this.hasRoom) this.#flow.resume();
    if (this.#isEnded && this.#held.length === 0) {
      this.#waiting?.resolve(undefined);
      this.#waiting = undefined;
    }
  }
}
