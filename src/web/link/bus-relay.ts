import { explain } from '../../core/base/errors.ts';
import { type Bus, DisconnectedError, type Message, NoRespondersError, RefusedError, TimeoutError } from '../../core/bus/bus.ts';
import type { RequestOutcome, ToPage } from './page-messages.ts';

/** What the page itself says, asks and hears on the bus, in the worker. Subscriptions outlast a session: they are made anew on the next bus. */
export class BusRelay {
  readonly #post: (message: ToPage) => void;
  readonly #patterns = new Map<number, string>();
  readonly #open = new Map<number, Disposable>();
  #bus: Bus | undefined;

  constructor(post: (message: ToPage) => void) {
    this.#post = post;
  }

  attach(bus: Bus): void {
    this.detach();
    this.#bus = bus;
    for (const [subscription, pattern] of this.#patterns) this.#subscribe(bus, subscription, pattern);
  }

  detach(): void {
    for (const subscription of this.#open.values()) subscription[Symbol.dispose]();
    this.#open.clear();
    this.#bus = undefined;
  }

  publish(subject: string, payload: Uint8Array): void {
    if (this.#bus?.status.kind === 'connected') this.#bus.publish(subject, payload);
  }

  subscribe(subscription: number, pattern: string): void {
    this.#patterns.set(subscription, pattern);
    if (this.#bus) this.#subscribe(this.#bus, subscription, pattern);
  }

  unsubscribe(subscription: number): void {
    this.#patterns.delete(subscription);
    this.#open.get(subscription)?.[Symbol.dispose]();
    this.#open.delete(subscription);
  }

  /** Errors cross to the page by their kind: what they are tells whether it may have been done. */
  async request(subject: string, payload: Uint8Array, timeoutMs: number): Promise<RequestOutcome> {
    try {
      if (!this.#bus) return { kind: 'disconnected', reason: 'the world has not been joined yet' };
      return { kind: 'answered', payload: await this.#bus.request(subject, payload, { timeoutMs }) };
    } catch (error) {
      if (error instanceof NoRespondersError) return { kind: 'no-responders' };
      if (error instanceof TimeoutError) return { kind: 'timeout' };
      if (error instanceof DisconnectedError) return { kind: 'disconnected', reason: error.message };
      if (error instanceof RefusedError) return { kind: 'refused', reason: error.reason, message: error.message };
      throw error;
    }
  }

  #subscribe(bus: Bus, subscription: number, pattern: string): void {
    const tell = ({ subject, payload, from }: Message) => this.#post({ kind: 'message', subscription, subject, payload, from });
    try {
      this.#open.set(subscription, bus.subscribe(pattern, tell));
    } catch (error) {
      // Of a pattern that is none: the participant lives on, and so do all others who listen.
      this.#patterns.delete(subscription);
      this.#post({ kind: 'trouble', text: `nothing is heard on ${pattern}: ${explain(error)}` });
    }
  }
}
