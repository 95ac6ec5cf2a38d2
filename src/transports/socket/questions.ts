import type { Message } from '../../core/bus/bus.ts';

const MAX_QUESTIONS = 1024;
const MAX_BYTES = 1024 * 1024;

/**
 * Messages that a participant was given and may still answer. A Bus does not tell a request from a plain publish, so all are kept
 * until newer ones push them out; whoever asked one of those sees a time-out.
 */
export class Questions {
  readonly #open = new Map<number, Message>();
  #asked = 0;
  #bytes = 0;

  /** The number under which it can be answered. */
  keep(message: Message): number {
    const question = ++this.#asked;
    this.#open.set(question, message);
    this.#bytes += message.payload.length;
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= MAX_QUESTIONS && this.#bytes <= MAX_BYTES) break;
      this.take(oldest);
    }
    return question;
  }

  take(question: number): Message | undefined {
    const message = this.#open.get(question);
    if (message === undefined) return undefined;
    this.#open.delete(question);
    this.#bytes -= message.payload.length;
    return message;
  }
}
