/**
 * A channel: bytes to and from one other side, whatever lies between. TCP, serial lines and the Bus implement it and pass channel.contract.ts; SPEC.md has the rules.
 * A channel knows no meaning: what its bytes say is for a codec of `protocols` to tell.
 */
export interface Channel extends AsyncDisposable {
  /** Where it leads, for messages: `tcp 127.0.0.1:4001`, `/dev/ttyUSB0`. */
  readonly title: string;

  /** Resolves when bytes can pass. Rejects with ChannelError when it cannot be opened. Once is enough; a closed one is not opened again. */
  open(): Promise<void>;

  /** The next bytes, as they came; undefined when the other side will send no more. Rejects with ChannelError once it is closed or broken. */
  read(): Promise<Uint8Array | undefined>;

  /** Tells of all bytes as they come, until disposed: instead of `read`. Never called inside of it. */
  subscribe(handler: (bytes: Uint8Array) => void): Disposable;

  /** Resolves when the channel has taken the bytes, and could take more. Rejects with ChannelError if it is closed or broken before. */
  write(bytes: Uint8Array): Promise<void>;

  /** Sends what was taken, then closes: nothing is delivered any more, and whoever waits is rejected. May be called again. */
  close(): Promise<void>;

  /** Resolves when it is over: nothing of it is left then. Never rejects. */
  readonly ended: Promise<ChannelEnd>;
}

export type ChannelEnd =
  /** By `close`. */
  | { readonly kind: 'closed' }
  /** The other side has gone. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'broken'; readonly reason: string };

/** A channel could not be opened, or is closed, or broke: the message says which one. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError';
}

/** What may wait to be read: with more, the other side has to wait. */
export const HELD_BYTES: number = 64 * 1024;
