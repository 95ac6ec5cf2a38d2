import type { Clock } from '../../core/base/clock.ts';
import { DisconnectedError, NoRespondersError, TimeoutError } from '../../core/bus/bus.ts';
import type { RecordOf } from '../../core/bus/frames.ts';
import { type PendingCall, PendingCalls } from '../../core/bus/pending-calls.ts';
import { RefusedError } from './close-reason.ts';

export type Answer = RecordOf<'answered' | 'got' | 'swapped'>;

/** What this participant has asked the door and was not yet answered. */
export class ClientCalls {
  readonly #pending: PendingCalls;
  readonly #byNumber = new Map<number, { readonly call: PendingCall<Answer>; readonly about: string; readonly timeoutMs: number }>();
  #asked = 0;

  constructor(clock: Clock) {
    this.#pending = new PendingCalls(clock);
  }

  /** `send` gets the number that the answer will carry. */
  ask(about: string, timeoutMs: number, send: (request: number) => void): Promise<Answer> {
    const call = this.#pending.open<Answer>(about, timeoutMs);
    const request = ++this.#asked;
    this.#byNumber.set(request, { call, about, timeoutMs });
    const forget = () => void this.#byNumber.delete(request);
    call.answer.then(forget, forget);
    send(request);
    return call.answer;
  }

  answered(answer: Answer): void {
    this.#byNumber.get(answer.request)?.call.resolve(answer);
  }

  failed({ request, failure, reason }: RecordOf<'failed'>): void {
    const asked = this.#byNumber.get(request);
    asked?.call.reject(errorOf(failure, reason, asked.about, asked.timeoutMs));
  }

  /** It was not sent: there was no room for it here. */
  refuse(request: number, reason: string): void {
    this.#byNumber.get(request)?.call.reject(new RefusedError('full', reason));
  }

  rejectAll(error: Error): void {
    this.#pending.rejectAll(error);
  }
}

function errorOf(failure: RecordOf<'failed'>['failure'], reason: string, about: string, timeoutMs: number): Error {
  switch (failure) {
    case 'noResponders':
      return new NoRespondersError(about);
    case 'timeout':
      return new TimeoutError(about, timeoutMs);
    case 'disconnected':
      return new DisconnectedError(`the hub lost ${about}: ${reason}`);
    case 'refused':
      return new RefusedError('refused', `${about} was refused: ${reason}`);
  }
}
