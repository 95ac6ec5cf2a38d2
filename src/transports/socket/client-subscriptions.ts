import type { Message } from '../../core/bus/bus.ts';
import { BusMessage } from '../../core/bus/bus-message.ts';
import type { FrameRecord, RecordOf } from '../../core/bus/frames.ts';
import { requirePattern } from '../../core/bus/limits.ts';
import { Listeners, type Report } from '../../core/bus/listeners.ts';
import { Subscriptions } from '../../core/bus/subscriptions.ts';
import { isSharedPattern } from './shared-patterns.ts';

/** All handlers of one pattern: for the door they are one subscription. */
interface Subscription {
  readonly number: number;
  readonly pattern: string;
  readonly listeners: Listeners<Message>;
  handlers: number;
}

/** What this participant listens to, whatever link carries it. */
export class ClientSubscriptions {
  readonly #report: Report;
  readonly #send: (record: FrameRecord) => void;
  readonly #byPattern = new Map<string, Subscription>();
  readonly #byNumber = new Map<number, Subscription>();
  readonly #shared = new Subscriptions<Subscription>();
  readonly #aliases = new Map<number, { readonly subject: string; readonly from: string }>();
  #made = 0;

  /** `send` drops what it is given while there is no link. */
  constructor(report: Report, send: (record: FrameRecord) => void) {
    this.#report = report;
    this.#send = send;
  }

  add(pattern: string, handler: (message: Message) => void): Disposable {
    const subscription = this.#byPattern.get(requirePattern(pattern)) ?? this.#open(pattern);
    const listener = subscription.listeners.add(handler);
    subscription.handlers++;
    let open = true;
    return {
      [Symbol.dispose]: () => {
        listener[Symbol.dispose]();
        if (open && --subscription.handlers === 0) this.#close(subscription);
        open = false;
      },
    };
  }

  /** The door of a new link knows nothing of the old one. */
  restore(send: (record: FrameRecord) => void): void {
    this.#aliases.clear();
    for (const { number, pattern } of this.#byNumber.values()) send({ type: 'subscribe', subscription: number, pattern });
  }

  clear(): void {
    this.#byPattern.clear();
    for (const subscription of this.#byNumber.values()) this.#shared.delete(subscription);
    this.#byNumber.clear();
  }

  alias({ number, subject, from }: RecordOf<'alias'>): void {
    this.#aliases.set(number, { subject, from });
  }

  /** A state: `self` may find its own among those of others. */
  aliased({ number, payload }: RecordOf<'aliased'>, self: string): void {
    const alias = this.#aliases.get(number);
    if (alias !== undefined) this.shared(alias.subject, alias.from, payload, self);
  }

  shared(subject: string, from: string, payload: Uint8Array, self: string): void {
    if (from === self) return;
    const subscriptions = this.#shared.matching(subject);
    if (subscriptions.length === 0) return;
    const message = new BusMessage(subject, payload, from);
    for (const { listeners } of subscriptions) listeners.tell(message);
  }

  message({ subscription, subject, from, payload }: RecordOf<'message'>): void {
    this.#byNumber.get(subscription)?.listeners.tell(new BusMessage(subject, payload, from));
  }

  question({ subscription, question, subject, from, payload }: RecordOf<'question'>): void {
    const answer = (reply: Uint8Array) => this.#send({ type: 'reply', question, payload: reply });
    this.#byNumber.get(subscription)?.listeners.tell(new BusMessage(subject, payload, from, once(answer)));
  }

  #open(pattern: string): Subscription {
    const subscription = { number: ++this.#made, pattern, listeners: new Listeners<Message>(this.#report), handlers: 0 };
    this.#byPattern.set(pattern, subscription);
    this.#byNumber.set(subscription.number, subscription);
    if (isSharedPattern(pattern)) this.#shared.add(subscription);
    this.#send({ type: 'subscribe', subscription: subscription.number, pattern });
    return subscription;
  }

  #close(subscription: Subscription): void {
    if (!this.#byNumber.delete(subscription.number)) return;
    this.#byPattern.delete(subscription.pattern);
    if (isSharedPattern(subscription.pattern)) this.#shared.delete(subscription);
    this.#send({ type: 'unsubscribe', subscription: subscription.number });
  }
}

/** Only the first answer counts: the door would have to carry the others for nothing. */
function once(answer: (payload: Uint8Array) => void): (payload: Uint8Array) => void {
  let answers = 0;
  return (payload) => {
    if (answers++ === 0) answer(payload);
  };
}
