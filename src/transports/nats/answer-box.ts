import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../core/base/clock.ts';
import { DisconnectedError, NoRespondersError } from '../../core/bus/bus.ts';
import { type PendingCall, PendingCalls } from '../../core/bus/pending-calls.ts';
import { unguessable } from './inboxes.ts';

const NO_RESPONDERS_STATUS = 503;

interface Question {
  readonly subject: string;
  readonly call: PendingCall<Uint8Array>;
}

/** Where the answers to one connection come: each under a name of its own that nobody could have guessed. */
export class AnswerBox implements Disposable {
  readonly #connection: NatsConnection;
  readonly #inbox: string;
  readonly #calls: PendingCalls;
  readonly #waiting = new Map<string, Question>();
  readonly #listening: { unsubscribe(): void };

  constructor(connection: NatsConnection, inbox: string, clock: Clock) {
    this.#connection = connection;
    this.#inbox = inbox;
    this.#calls = new PendingCalls(clock);
    this.#listening = connection.subscribe(`${inbox}.*`, { callback: (error, message) => (error ? undefined : this.#answered(message)) });
  }

  /** `address` is the subject as the servers know it. */
  async ask(address: string, subject: string, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    const name = unguessable();
    const call = this.#calls.open<Uint8Array>(subject, timeoutMs);
    this.#waiting.set(name, { subject, call });
    try {
      this.#connection.publish(address, payload, { reply: `${this.#inbox}.${name}` });
      return await call.answer;
    } catch (error) {
      if (this.#connection.isClosed()) throw new DisconnectedError(`no answer on ${subject}`, { cause: error });
      throw error;
    } finally {
      this.#waiting.delete(name);
    }
  }

  [Symbol.dispose](): void {
    this.#listening.unsubscribe();
    this.#calls.rejectAll(new DisconnectedError('the connection to NATS was closed before the answer came'));
  }

  #answered({ subject, data, headers }: Msg): void {
    const question = this.#waiting.get(subject.slice(this.#inbox.length + 1));
    if (headers?.code === NO_RESPONDERS_STATUS) question?.call.reject(new NoRespondersError(question.subject));
    else question?.call.resolve(data);
  }
}
