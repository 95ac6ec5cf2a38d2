import { type Random, randomId } from '../base/random.ts';

/** How old the newest echoed nonce may be while a robot moves under held control. */
export const HOLD_MS = 400;
export const NONCE_MS = 50;
/** A driver that has not echoed for this long has let go. */
export const LET_GO_MS = 2000;

/**
 * The dead man's switch of held control, at the owner. Every 50 ms the driver is sent an unpredictable nonce; a held command must
 * bring one back. Age is counted from when the nonce was *sent* on the owner's own clock, so neither a queue of old commands nor a
 * clock elsewhere can keep a robot moving.
 */
export class HeldControl {
  readonly driver: string;
  readonly #random: Random;
  readonly #issued = new Map<string, number>();
  #newestEchoedMs = Number.NEGATIVE_INFINITY;
  #startedMs: number;
  #lastIssuedMs = Number.NEGATIVE_INFINITY;
  #lastSeq = -1;

  constructor(driver: string, random: Random, nowMs: number) {
    this.driver = driver;
    this.#random = random;
    this.#startedMs = nowMs;
  }

  /** A nonce to send, when one is due. */
  issue(nowMs: number): string | undefined {
    if (nowMs - this.#lastIssuedMs < NONCE_MS - 1) return undefined;
    this.#lastIssuedMs = nowMs;
    for (const [nonce, issuedMs] of this.#issued) if (nowMs - issuedMs > HOLD_MS) this.#issued.delete(nonce);
    const nonce = randomId(this.#random, 16);
    this.#issued.set(nonce, nowMs);
    return nonce;
  }

  /** Whether this held command counts: from the driver, newer than the last, with a nonce that is still fresh. */
  accept(from: string, hold: { nonce: string; seq: number }, nowMs: number): boolean {
    const issuedMs = this.#issued.get(hold.nonce);
    if (from !== this.driver || issuedMs === undefined || hold.seq <= this.#lastSeq || nowMs - issuedMs > HOLD_MS) return false;
    this.#lastSeq = hold.seq;
    this.#newestEchoedMs = Math.max(this.#newestEchoedMs, issuedMs);
    return true;
  }

  /** Until when motion is allowed, on the owner's clock. */
  get allowedUntilMs(): number {
    return this.#newestEchoedMs + HOLD_MS;
  }

  hasLetGo(nowMs: number): boolean {
    return nowMs - Math.max(this.#newestEchoedMs, this.#startedMs) > LET_GO_MS;
  }

  /** The owner's clock leapt back: ages counted on it mean nothing, so all nonces are void. */
  distrust(nowMs: number): void {
    this.#issued.clear();
    this.#newestEchoedMs = Number.NEGATIVE_INFINITY;
    this.#lastIssuedMs = Number.NEGATIVE_INFINITY;
    this.#startedMs = nowMs;
  }
}
