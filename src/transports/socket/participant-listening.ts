import { MisuseError } from '../../core/base/errors.ts';
import type { Message } from '../../core/bus/bus.ts';
import { encodeFrame, type RecordOf } from '../../core/bus/frames.ts';
import { requirePattern } from '../../core/bus/limits.ts';
import { type Lane, laneOf } from '../../core/bus/subjects.ts';
import { BreachError } from './incoming.ts';
import type { Frame } from './newest-lane.ts';
import type { Party } from './party.ts';
import { Questions } from './questions.ts';
import { isSharedPattern } from './shared-patterns.ts';

/** With a pattern that matches many subjects, all that is known of these is looked at again. */
const WILDCARD_COST = 10;

/** What one participant hears and answers. */
export class ParticipantListening implements Disposable {
  readonly #party: Party;
  readonly #subscriptions = new Map<number, Disposable>();
  readonly #patterns = new Set<string>();
  readonly #questions = new Questions();
  /** What its last subscription made the door tell it, paid for by the next. */
  #toldBytes = 0;

  constructor(party: Party) {
    this.#party = party;
  }

  subscribe({ subscription, pattern }: RecordOf<'subscribe'>): void {
    requirePattern(pattern);
    const { id, doorway } = this.#party;
    const { subscriptions } = doorway.limits;
    if (this.#subscriptions.has(subscription)) throw new MisuseError(`subscription ${subscription} exists already`);
    // Each costs a message of its own: whoever could repeat one could have the door work for him without end.
    if (this.#patterns.has(pattern)) throw new MisuseError(`there is a subscription to ${pattern} already`);
    if (this.#subscriptions.size >= subscriptions) throw new BreachError('too-many-subscriptions', `at most ${subscriptions} are kept`);
    if (/[*>]/.test(pattern)) this.#party.spend('control', this.#toldBytes, WILDCARD_COST);
    const verdict = doorway.gatekeeper.maySubscribe(id, pattern);
    if (verdict.kind === 'allow') this.#subscriptions.set(subscription, this.#open(subscription, pattern));
    else this.#party.refuse(verdict, `subscribe to ${pattern}`);
  }

  unsubscribe(subscription: number): void {
    this.#subscriptions.get(subscription)?.[Symbol.dispose]();
    this.#subscriptions.delete(subscription);
  }

  reply({ question, payload }: RecordOf<'reply'>): void {
    const message = this.#questions.take(question);
    if (message === undefined) return;
    const verdict = this.#party.doorway.gatekeeper.mayReply(this.#party.id, message.subject, payload);
    if (verdict.kind === 'allow') message.reply(payload);
    else this.#party.refuse(verdict, `reply on ${message.subject}`);
  }

  [Symbol.dispose](): void {
    for (const subscription of this.#subscriptions.keys()) this.unsubscribe(subscription);
  }

  #open(subscription: number, pattern: string): Disposable {
    const { bus } = this.#party;
    const source = isSharedPattern(pattern)
      ? this.#share(pattern)
      : bus.subscribe(pattern, (message) => this.#deliver(subscription, message));
    this.#patterns.add(pattern);
    return {
      [Symbol.dispose]: () => {
        this.#patterns.delete(pattern);
        source[Symbol.dispose]();
      },
    };
  }

  #share(pattern: string): Disposable {
    const { fanout } = this.#party.doorway;
    this.#toldBytes = fanout.subscribe(pattern, this.#party);
    return { [Symbol.dispose]: () => fanout.unsubscribe(pattern, this.#party) };
  }

  #deliver(subscription: number, message: Message): void {
    const { outbox, doorway } = this.#party;
    const lane = laneOf(message.subject);
    const frame = this.#frame(subscription, message, lane);
    if (outbox.push(lane, frame) === 'full') {
      doorway.overflowed(message);
    } else {
      doorway.traffic.sent(lane, 1, frame.length);
      this.#party.touch();
    }
  }

  #frame(subscription: number, message: Message, lane: Lane): Frame {
    const { subject, from, payload } = message;
    if (lane === 'state' || lane === 'video') return encodeFrame({ type: 'message', subscription, subject, from, payload });
    const question = this.#questions.keep(message);
    return encodeFrame({ type: 'question', subscription, question, subject, from, payload });
  }
}
