import type { Duplex } from 'node:stream';
import { explain, MisuseError } from '../core/base/errors.ts';
import { type Channel, type ChannelEnd, ChannelError } from './channel.ts';
import { Inbox } from './inbox.ts';

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
  readonly title: string;
  readonly ended: Promise<ChannelEnd>;
  readonly #source: StreamSource;
  readonly #inbox: Inbox;
  readonly #opening = new AbortController();
  #opened: Promise<void> | undefined;
  #stream: Duplex | undefined;
  readonly #unwritten = new Set<(error: ChannelError) => void>();
  #isClosing = false;
  #broken: Error | undefined;
  #end: ChannelEnd | undefined;
  #tellEnd: (end: ChannelEnd) => void = () => {};

  constructor(source: StreamSource) {
    this.title = source.title;
    this.#source = source;
    this.#inbox = new Inbox({ pause: () => this.#stream?.pause(), resume: () => this.#resume() });
    this.ended = new Promise((resolve) => {
      this.#tellEnd = resolve;
    });
  }

  /** Over a stream that is open already: its errors are looked after from now on. */
  static over(title: string, stream: Duplex, letGo: StreamSource['letGo']): StreamChannel {
    const channel = new StreamChannel({ title, open: async () => stream, letGo });
    channel.#attach(stream);
    channel.#opened = Promise.resolve();
    return channel;
  }

  open(): Promise<void> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async read(): Promise<Uint8Array | undefined> {
    this.#requireOpened();
    return this.#inbox.read();
  }

  subscribe(handler: (bytes: Uint8Array) => void): Disposable {
    this.#requireOpened();
    return this.#inbox.subscribe(handler);
  }

  async write(bytes: Uint8Array): Promise<void> {
    const stream = this.#requireOpened();
    if (this.#isClosing || this.#end) throw this.#closedError();
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
      this.#inbox.close(this.#closedError());
      this.#opening.abort();
      const stream = this.#stream;
      if (!stream) this.#finish({ kind: 'closed' });
      else if (!this.#end) this.#sayGoodbye(stream);
    }
    await this.ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #open(): Promise<void> {
    if (this.#isClosing) throw this.#closedError();
    let stream: Duplex;
    try {
      stream = await this.#source.open(this.#opening.signal);
    } catch (cause) {
      const error = this.#isClosing ? this.#closedError() : new ChannelError(`${this.title} cannot be opened`, { cause });
      this.#inbox.close(error);
      this.#finish(this.#isClosing ? { kind: 'closed' } : { kind: 'broken', reason: explain(error) });
      throw error;
    }
    if (this.#opening.signal.aborted) {
      stream.on('error', () => {}).destroy();
      throw this.#closedError();
    }
    this.#attach(stream);
  }

  #attach(stream: Duplex): void {
    this.#stream = stream;
    stream.on('data', (bytes: Uint8Array) => this.#inbox.push(bytes));
    stream.on('end', () => this.#inbox.end());
    stream.on('error', (error) => {
      this.#broken = error;
    });
    stream.once('close', () => {
      const end = this.#endOf();
      this.#finish(end);
      if (end.kind === 'gone') this.#inbox.closeWhenRead(this.#closedError());
      else this.#inbox.close(this.#closedError());
    });
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
    this.#end ??= end;
    for (const reject of this.#unwritten) reject(this.#closedError());
    this.#unwritten.clear();
    this.#tellEnd(this.#end);
  }

  #requireOpened(): Duplex {
    if (this.#stream) return this.#stream;
    if (this.#isClosing || this.#end) throw this.#closedError();
    throw new MisuseError(`${this.title} is not open: await open() first`);
  }

  #closedError(): ChannelError {
    const { kind, reason } = { reason: '', ...(this.#end ?? { kind: 'closed' }) };
    switch (kind) {
      case 'closed':
        return new ChannelError(`${this.title} is closed`);
      case 'gone':
        return new ChannelError(`the other side of ${this.title} has gone`);
      case 'broken':
        return new ChannelError(`${this.title} broke: ${reason}`);
    }
  }
}
