import type { Message } from './bus.ts';
import { requirePayload } from './limits.ts';

export class BusMessage implements Message {
  readonly subject: string;
  readonly payload: Uint8Array;
  readonly from: string;
  readonly #answer: ((payload: Uint8Array) => void) | undefined;

  constructor(subject: string, payload: Uint8Array, from: string, answer?: (payload: Uint8Array) => void) {
    this.subject = subject;
    this.payload = payload;
    this.from = from;
    this.#answer = answer;
  }

  reply(payload: Uint8Array): void {
    requirePayload(payload);
    this.#answer?.(payload);
  }
}
