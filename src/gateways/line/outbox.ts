import { type Channel, ChannelError } from '../../channels/channel.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { LineLimits } from './limits.ts';

export interface OutboxPorts {
  readonly channel: Channel;
  readonly clock: Clock;
  readonly limits: LineLimits;
  /** The other side takes nothing, or not enough. */
  readonly onStalled: (reason: string) => void;
}

/** So much is handed to the channel at a time: a slow wire takes it in well under the time after which its reader is cut. */
const PIECE_CHARACTERS = 1024;

/** What waits to be sent on one line: answers in their order; of each value only the newest, written when it goes. */
export class Outbox {
  readonly #ports: OutboxPorts;
  readonly #answers: string[] = [];
  readonly #values = new Map<string, () => string>();
  readonly #encoder = new TextEncoder();
  #answerCharacters = 0;
  #waiting: (() => void)[] = [];
  #sending: Promise<void> | undefined;
  #isClosed = false;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  push(line: string): void {
    if (this.#isClosed) return;
    this.#answers.push(line);
    this.#answerCharacters += line.length;
    this.#send();
  }

  /** `write` is called when its turn comes. One of the same key that still waits is forgotten. */
  offer(key: string, write: () => string): void {
    if (this.#isClosed) return;
    this.#values.set(key, write);
    const { limits, onStalled } = this.#ports;
    if (this.#values.size > limits.values) onStalled(`more than ${limits.values} values wait to be read`);
    else this.#send();
  }

  forget(isForgotten: (key: string) => boolean): void {
    for (const key of this.#values.keys()) if (isForgotten(key)) this.#values.delete(key);
  }

  get hasRoom(): boolean {
    return this.#answerCharacters <= this.#ports.limits.answerBytes;
  }

  /** Resolves when answers have room. */
  async room(): Promise<void> {
    while (!this.#isClosed && !this.hasRoom) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }

  /** Takes nothing more; resolves when what it has was taken by the channel, or never will be. */
  async close(): Promise<void> {
    this.#values.clear();
    this.#isClosed = true;
    this.#wake();
    await this.#sending;
  }

  #send(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    const { channel, clock, limits, onStalled } = this.#ports;
    // What is said in one breath goes out in one piece.
    await undefined;
    for (let piece = this.#next(); piece !== ''; piece = this.#next()) {
      using _stalled = clock.after(limits.stalledMs, () => onStalled(`nothing was read for ${limits.stalledMs} ms`));
      try {
        await channel.write(this.#encoder.encode(piece));
      } catch (error) {
        if (!(error instanceof ChannelError)) throw error;
        // Whoever reads the channel hears of it, too, and ends the session.
        this.#isClosed = true;
        this.#answers.length = 0;
        this.#values.clear();
      }
      this.#wake();
    }
  }

  #next(): string {
    let piece = '';
    while (piece.length < PIECE_CHARACTERS) {
      const line = this.#answers.shift() ?? this.#newestValue();
      if (line === undefined) break;
      piece += line;
    }
    this.#answerCharacters = this.#answers.reduce((sum, line) => sum + line.length, 0);
    return piece;
  }

  #newestValue(): string | undefined {
    for (const [key, write] of this.#values) {
      this.#values.delete(key);
      return write();
    }
    return undefined;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
