import type { SerialAddress } from '../../channels/serial.ts';
import type { TcpAddress } from '../../channels/tcp.ts';
import type { Rate } from '../../core/base/token-bucket.ts';

export interface LineGatewayOptions {
  readonly listen?: TcpAddress;
  readonly serial?: SerialAddress;
  /** How long a line may be under way between a device and this gateway: nothing can measure it, so whoever sets it up says it. Shown as assumed. */
  readonly linkDelayMs?: number;
  readonly limits?: Partial<LineLimits>;
}

/** A limit on everything that somebody at the other end of a line can make the gateway hold or do. */
export interface LineLimits {
  /** Without its newline. */
  readonly lineBytes: number;
  /** In the world through this gateway at once. */
  readonly guests: number;
  /** Connections that have not said hello: with more, the one that waits longest is closed. */
  readonly strangers: number;
  readonly helloMs: number;
  /** Hellos that were refused: after so many a connection is closed. */
  readonly refusedHellos: number;
  /** Hellos of all lines together: each is a question to the hub. */
  readonly hellos: Rate;
  readonly joinMs: number;
  /** Of one line: what comes faster waits. */
  readonly lines: Rate;
  readonly bindings: number;
  /** Writes and declarations of one line that wait for their outcome: more are refused as busy. */
  readonly pending: number;
  /** Answers that wait to be sent: with more, no further line is read. */
  readonly answerBytes: number;
  /** Values that wait to be sent, of each variable the newest: with more, the reader counts as stalled. */
  readonly values: number;
  /** Nothing was taken for so long: the reader is cut. */
  readonly stalledMs: number;
  /** One answer to `list`. */
  readonly listed: number;
  /** A serial line that cannot be opened is tried again so often. */
  readonly reopenMs: number;
}

export const lineLimits: LineLimits = {
  lineBytes: 1024,
  guests: 64,
  strangers: 16,
  helloMs: 30_000,
  refusedHellos: 3,
  hellos: { messagesPerS: 10, bytesPerS: 1e5 },
  joinMs: 10_000,
  lines: { messagesPerS: 500, bytesPerS: 256 * 1024 },
  bindings: 32,
  pending: 32,
  answerBytes: 64 * 1024,
  values: 10_000,
  stalledMs: 10_000,
  listed: 1000,
  reopenMs: 1000,
};

/** More than any cable, and most radios: who knows better says so. */
export const LINK_DELAY_MS = 100;
