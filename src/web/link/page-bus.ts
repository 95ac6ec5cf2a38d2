import { type BusStatus, DisconnectedError, type Message, NoRespondersError, RefusedError, TimeoutError } from '../../core/bus/bus.ts';
import { Listeners } from '../../core/bus/listeners.ts';
import type { DocumentBus } from '../../core/documents/document-bus.ts';
import type { Answer, Call, ToPage, ToWorker } from './page-messages.ts';
import { unexpected } from './unexpected-answer.ts';
import type { LinkStatus } from './world-link.ts';

export interface PageBusPorts {
  post(message: ToWorker): void;
  call(call: Call): Promise<Answer>;
  report(error: unknown): void;
}

/** The bus of the participant in the worker, for what lives in the page: documents, which editors hold. */
export class PageBus implements DocumentBus {
  readonly #ports: PageBusPorts;
  readonly #subscribed = new Map<number, { readonly pattern: string; readonly handler: (message: Message) => void }>();
  readonly #listeners: Listeners<BusStatus>;
  #status: BusStatus = { kind: 'reconnecting', attempt: 1, reason: 'the world has not been joined yet' };
  #subscriptions = 0;

  constructor(ports: PageBusPorts) {
    this.#ports = ports;
    this.#listeners = new Listeners(ports.report);
  }

  get status(): BusStatus {
    return this.#status;
  }

  onStatus(handler: (status: BusStatus) => void): Disposable {
    return this.#listeners.add(handler);
  }

  publish(subject: string, payload: Uint8Array): void {
    this.#ports.post({ kind: 'publish', subject, payload });
  }

  subscribe(pattern: string, handler: (message: Message) => void): Disposable {
    const subscription = ++this.#subscriptions;
    this.#subscribed.set(subscription, { pattern, handler });
    this.#ports.post({ kind: 'subscribe', subscription, pattern });
    return {
      [Symbol.dispose]: () => {
        this.#subscribed.delete(subscription);
        this.#ports.post({ kind: 'unsubscribe', subscription });
      },
    };
  }

  async request(subject: string, payload: Uint8Array, { timeoutMs }: { timeoutMs: number }): Promise<Uint8Array> {
    if (this.#status.kind !== 'connected') throw new DisconnectedError(`there is no connection to ask ${subject}`);
    const answer = await this.#ports.call({ kind: 'request', subject, payload, timeoutMs });
    if (answer.kind !== 'requested') throw unexpected(answer, 'request');
    const { outcome } = answer;
    if (outcome.kind === 'answered') return outcome.payload;
    if (outcome.kind === 'no-responders') throw new NoRespondersError(subject);
    if (outcome.kind === 'timeout') throw new TimeoutError(subject, timeoutMs);
    if (outcome.kind === 'refused') throw new RefusedError(outcome.reason, outcome.message);
    throw new DisconnectedError(outcome.reason);
  }

  /** Something came for a subscription. */
  deliver({ subscription, subject, payload, from }: Extract<ToPage, { kind: 'message' }>): void {
    try {
      this.#subscribed.get(subscription)?.handler({ subject, payload, from, reply: () => {} });
    } catch (error) {
      this.#ports.report(error);
    }
  }

  /** A new worker knows of nothing. */
  renew(): void {
    for (const [subscription, { pattern }] of this.#subscribed) this.#ports.post({ kind: 'subscribe', subscription, pattern });
  }

  linkChanged(status: LinkStatus): void {
    const next: BusStatus =
      status.kind === 'open' ? { kind: 'connected' } : { kind: 'reconnecting', attempt: 1, reason: 'the link to the hub is lost' };
    if (next.kind === this.#status.kind) return;
    this.#status = next;
    this.#listeners.tell(next);
  }
}
