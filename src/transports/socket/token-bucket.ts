import type { Rate } from './limits.ts';

/** Lets an average rate pass, and a burst of one second's worth. */
export class TokenBucket {
  readonly #rate: Rate;
  #messages: number;
  #bytes: number;
  #filledMs: number;

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate;
    this.#messages = 2 * rate.messagesPerS;
    this.#bytes = 2 * rate.bytesPerS;
    this.#filledMs = nowMs;
  }

  /** Takes what was used; the answer tells whether the rate was kept. */
  take(messages: number, bytes: number, nowMs: number): 'kept' | 'exceeded' {
    const seconds = (nowMs - this.#filledMs) / 1000;
    this.#filledMs = nowMs;
    this.#messages = Math.min(2 * this.#rate.messagesPerS, this.#messages + seconds * this.#rate.messagesPerS) - messages;
    this.#bytes = Math.min(2 * this.#rate.bytesPerS, this.#bytes + seconds * this.#rate.bytesPerS) - bytes;
    return this.#messages < 0 || this.#bytes < 0 ? 'exceeded' : 'kept';
  }

  /** Whether all that was taken has come back. */
  isFull(nowMs: number): boolean {
    this.take(0, 0, nowMs);
    return this.#messages === 2 * this.#rate.messagesPerS && this.#bytes === 2 * this.#rate.bytesPerS;
  }
}
