import type { Duplex } from 'node:stream';
import { explain } from '../core/base/errors.ts';
import { type Channel, type ChannelEnd, ChannelError } from './channel.ts';
import { ChannelLife } from './channel-life.ts';

/** What a stream of Node's needs beside being one. */
export interface StreamSource {
  readonly title: string;
  /** A stream that is open. Rejects when there is none to be had; the signal says that nobody waits for it any more. */
  readonly open: (signal: AbortSignal) => Promise<Duplex>;
  /** Sends what was written, then lets go of it. Its `close` event tells when. */
  readonly letGo: (stream: Duplex) => void;
}

/** Who was asked to let go and does not is dropped. */
const LONGEST_GOODBYE_MS = 1000;

/** A channel over any stream of Node's. */
export class StreamChannel implements Channel {
  readonly #source: StreamSource;
  readonly #life: ChannelLife;
  readonly #opening = new AbortController();
  #stream: Duplex | undefined;
  readonly #unwritten = new Set<(error: ChannelError) => void>();
  #isClosing = false;
  #broken: Error | undefined;

  constructor(source: StreamSource) {
    this.#source = source;
    this.#life = new ChannelLife(source.title, { pause: () => this.#stream?.pause(), resume: () => this.#resume() });
  }

  /** Over a stream that is open already: its errors are looked after from now on. */
  static over(title: string, stream: Duplex, letGo: StreamSource['letGo']): StreamChannel {
    const channel = new StreamChannel({ title, open: async () => stream, letGo });
    channel.#attach(stream);
    channel.#life.opened();
    return channel;
  }

  get title(): string {
    return this.#life.title;
  }

  get ended(): Promise<ChannelEnd> {
    return this.#life.ended;
  }

  open(): Promise<void> {
    return this.#life.open(() => this.#open());
  }

  read(): Promise<Uint8Array | undefined> {
    return this.#life.read();
  }

  subscribe(handler: (bytes: Uint8Array) => void): Disposable {
    return this.#life.subscribe(handler);
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#life.requireOpened();
    const stream = this.#stream;
    if (!stream || this.#isClosing || this.#life.end) throw this.#life.endedError();
    await new Promise<void>((resolve, reject) => {
      // Not every stream calls back for what it has not written when it goes.
      this.#unwritten.add(reject);
      stream.write(bytes, (error) => {
        this.#unwritten.delete(reject);
        if (error) reject(new ChannelError(`${this.title} did not take what was written`, { cause: error }));
        else resolve();
      });
    });
  }

  async close(): Promise<void> {
    if (!this.#isClosing) {
      this.#isClosing = true;
      this.#life.inbox.close(this.#life.endedError());
      this.#opening.abort();
      const stream = this.#stream;
      if (!stream) this.#finish({ kind: 'closed' });
      else if (!this.#life.end) this.#sayGoodbye(stream);
    }
    await this.ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #open(): Promise<void> {
    if (this.#isClosing) throw this.#life.endedError();
    let stream: Duplex;
    try {
      stream = await this.#source.open(this.#opening.signal);
    } catch (cause) {
      const error = this.#isClosing ? this.#life.endedError() : new ChannelError(`${this.title} cannot be opened`, { cause });
      this.#finish(this.#isClosing ? { kind: 'closed' } : { kind: 'broken', reason: explain(error) });
      throw error;
    }
    if (this.#opening.signal.aborted) {
      stream.on('error', () => {}).destroy();
      throw this.#life.endedError();
    }
    this.#attach(stream);
  }

  #attach(stream: Duplex): void {
    this.#stream = stream;
    stream.on('data', (bytes: Uint8Array) => this.#life.inbox.push(bytes));
    stream.on('end', () => this.#life.inbox.end());
    stream.on('error', (error) => {
      this.#broken = error;
    });
    stream.once('close', () => this.#finish(this.#endOf()));
  }

  /** What still comes is taken and thrown away: unread bytes would make TCP drop what we said last. */
  #sayGoodbye(stream: Duplex): void {
    const timer = setTimeout(() => {
      stream.destroy();
      // Not every stream tells when it was destroyed.
      this.#finish({ kind: 'closed' });
    }, LONGEST_GOODBYE_MS);
    stream.once('close', () => clearTimeout(timer));
    stream.resume();
    this.#source.letGo(stream);
  }

  #resume(): void {
    if (this.#stream?.isPaused()) this.#stream.resume();
  }

  #endOf(): ChannelEnd {
    if (this.#isClosing) return { kind: 'closed' };
    return this.#broken ? { kind: 'broken', reason: this.#broken.message } : { kind: 'gone' };
  }

  #finish(end: ChannelEnd): void {
    this.#life.finish(end);
    for (const reject of this.#unwritten) reject(this.#life.endedError());
    this.#unwritten.clear();
  }
}
