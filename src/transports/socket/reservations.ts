import { timingSafeEqual } from 'node:crypto';
import { textToBytes } from '../../core/base/bytes.ts';
import type { Clock } from '../../core/base/clock.ts';
import { type Random, randomId } from '../../core/base/random.ts';

const SECRET_LETTERS = 26;

interface Reservation {
  /** The same as long as the id is kept: a welcome may be lost with its link. */
  readonly secret: string;
  /** Undefined while the participant is there. */
  freeAtMs: number | undefined;
}

/** The ids of all at the door, and of those who may come back for theirs. */
export class Reservations {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #graceMs: number;
  readonly #sealed: ((id: string) => string) | undefined;
  readonly #byId = new Map<string, Reservation>();

  /** `sealed`: a secret that all hubs make of an id that is never given twice. */
  constructor(clock: Clock, random: Random, graceMs: number, sealed?: (id: string) => string) {
    this.#sealed = sealed;
    this.#clock = clock;
    this.#random = random;
    this.#graceMs = graceMs;
  }

  /** `unknown`: the time to come back is over, or the hub was started again, and no other could have made the secret. */
  prove(id: string, secret: string): 'proven' | 'wrong' | 'unknown' {
    const reservation = this.#find(id);
    const right = reservation?.secret ?? this.#sealed?.(id);
    if (right === undefined) return 'unknown';
    return isSameSecret(right, secret) ? 'proven' : 'wrong';
  }

  isTaken(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** Keeps the id until it is released or left; answers the secret that proves it. */
  hold(id: string): string {
    const secret = this.#find(id)?.secret ?? this.#sealed?.(id) ?? randomId(this.#random, SECRET_LETTERS);
    this.#byId.set(id, { secret, freeAtMs: undefined });
    return secret;
  }

  /** Its link broke: the id waits for it to come back. */
  leave(id: string): void {
    const reservation = this.#byId.get(id);
    if (reservation !== undefined) reservation.freeAtMs = this.#clock.now() + this.#graceMs;
  }

  release(id: string): void {
    this.#byId.delete(id);
  }

  sweep(): void {
    for (const id of this.#byId.keys()) this.#find(id);
  }

  #find(id: string): Reservation | undefined {
    const reservation = this.#byId.get(id);
    if (reservation?.freeAtMs === undefined || reservation.freeAtMs > this.#clock.now()) return reservation;
    this.#byId.delete(id);
    return undefined;
  }
}

/** Takes as long wherever the two differ first: the time must not tell how much of a guess was right. */
function isSameSecret(right: string, shown: string): boolean {
  const [a, b] = [textToBytes(right), textToBytes(shown)];
  return a.length === b.length && timingSafeEqual(a, b);
}
