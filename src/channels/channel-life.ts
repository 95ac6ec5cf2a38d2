import { MisuseError } from '../core/base/errors.ts';
import { type ChannelEnd, ChannelError } from './channel.ts';
import { type Flow, Inbox } from './inbox.ts';

/** What all channels have in common, whatever carries their bytes: opened once, read by one, over once. */
export class ChannelLife {
  readonly title: string;
  readonly ended: Promise<ChannelEnd>;
  readonly inbox: Inbox;
  #opening: Promise<void> | undefined;
  #isOpen = false;
  #end: ChannelEnd | undefined;
  #tellEnd: (end: ChannelEnd) => void = () => {};

  constructor(title: string, flow: Flow) {
    this.title = title;
    this.inbox = new Inbox(flow);
    this.ended = new Promise((resolve) => {
      this.#tellEnd = resolve;
    });
  }

  /** It was opened; how it ended since is `end`. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get end(): ChannelEnd | undefined {
    return this.#end;
  }

  open(once: () => Promise<void>): Promise<void> {
    this.#opening ??= once().then(() => this.opened());
    return this.#opening;
  }

  /** Without anybody having asked for it. */
  opened(): void {
    this.#isOpen = true;
    this.#opening ??= Promise.resolve();
  }

  async read(): Promise<Uint8Array | undefined> {
    this.requireOpened();
    return this.inbox.read();
  }

  subscribe(handler: (bytes: Uint8Array) => void): Disposable {
    this.requireOpened();
    return this.inbox.subscribe(handler);
  }

  /** What came from a side that has gone is still to be read. */
  requireOpened(): void {
    if (this.#end?.kind === 'closed' || this.#end?.kind === 'broken') throw this.endedError();
    if (!this.#isOpen) throw new MisuseError(`${this.title} is not open: await open() first`);
  }

  /** The first end counts. */
  finish(end: ChannelEnd): void {
    if (this.#end) return;
    this.#end = end;
    if (end.kind === 'gone') this.inbox.closeWhenRead(this.endedError());
    else this.inbox.close(this.endedError());
    this.#tellEnd(end);
  }

  endedError(options?: ErrorOptions): ChannelError {
    switch (this.#end?.kind) {
      case 'gone':
        return new ChannelError(`the other side of ${this.title} has gone`, options);
      case 'broken':
        return new ChannelError(`${this.title} broke: ${this.#end.reason}`, options);
      default:
        return new ChannelError(`${this.title} is closed`, options);
    }
  }
}
