/** How much may pass: averages. */
export interface Rate {
  readonly messagesPerS: number;
  readonly bytesPerS: number;
  /** So many seconds' worth may come at once: 2 unless told. */
  readonly burstS?: number;
}

const BURST_S = 2;

/** Lets an average rate pass, and a burst of some seconds' worth. */
export class TokenBucket {
  readonly #rate: Rate;
  readonly #most: { readonly messages: number; readonly bytes: number };
  #messages: number;
  #bytes: number;
  #filledMs: number;

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate;
    const { messagesPerS, bytesPerS, burstS = BURST_S } = rate;
    this.#most = { messages: burstS * messagesPerS, bytes: burstS * bytesPerS };
    this.#messages = this.#most.messages;
    this.#bytes = this.#most.bytes;
    this.#filledMs = nowMs;
  }

  /** Takes what was used; the answer tells whether the rate was kept. */
  take(messages: number, bytes: number, nowMs: number): 'kept' | 'exceeded' {
    this.#fill(nowMs);
    this.#messages -= messages;
    this.#bytes -= bytes;
    return this.#messages < 0 || this.#bytes < 0 ? 'exceeded' : 'kept';
  }

  /** Takes it only if the rate is kept with it: what was refused costs nothing. */
  takeIfKept(messages: number, bytes: number, nowMs: number): 'kept' | 'exceeded' {
    this.#fill(nowMs);
    return this.#messages < messages || this.#bytes < bytes ? 'exceeded' : this.take(messages, bytes, nowMs);
  }

  /** Whether all that was taken has come back. */
  isFull(nowMs: number): boolean {
    this.#fill(nowMs);
    return this.#messages === this.#most.messages && this.#bytes === this.#most.bytes;
  }

  #fill(nowMs: number): void {
    const seconds = (nowMs - this.#filledMs) / 1000;
    this.#filledMs = nowMs;
    this.#messages = Math.min(this.#most.messages, this.#messages + seconds * this.#rate.messagesPerS);
    this.#bytes = Math.min(this.#most.bytes, this.#bytes + seconds * this.#rate.bytesPerS);
  }
}
