import type { CloseReason } from './close-reason.ts';
import type { DoorLimits } from './limits.ts';
import type { Outbox } from './outbox.ts';

/** While it pings at least so often, what it does not confirm it has not read. */
const TALKING_MS = 2500;

/**
 * Watches whether a participant still speaks and still reads. It reads if the network takes what it is sent; and, since a network holds much before
 * it takes no more, if its pings confirm the pongs it was sent.
 */
export class Vigil {
  readonly #outbox: Outbox;
  readonly #limits: DoorLimits;
  #heardMs: number;
  #takenBytes = 0;
  #takenMs: number;
  /** Of the oldest pong it has not confirmed. */
  #unseenMs: number | undefined;

  constructor(outbox: Outbox, limits: DoorLimits, nowMs: number) {
    this.#outbox = outbox;
    this.#limits = limits;
    this.#heardMs = nowMs;
    this.#takenMs = nowMs;
  }

  get heardMs(): number {
    return this.#heardMs;
  }

  heard(nowMs: number): void {
    this.#heardMs = nowMs;
  }

  /** `seen` is the mark of the newest pong it has read, 0 for none. Answers the mark of the next. */
  pinged(seen: number, nowMs: number): number {
    const mark = Math.ceil(nowMs);
    if (this.#unseenMs === undefined || seen >= this.#unseenMs) this.#unseenMs = mark;
    return mark;
  }

  check(nowMs: number): { readonly reason: CloseReason; readonly detail: string } | undefined {
    const silentMs = nowMs - this.#heardMs;
    const unreadMs = Math.max(this.#untakenMs(nowMs), silentMs < TALKING_MS ? nowMs - (this.#unseenMs ?? nowMs) : 0);
    if (unreadMs > this.#limits.stalledMs) return { reason: 'stalled', detail: `read nothing for ${seconds(unreadMs)}` };
    if (silentMs > this.#limits.silentMs) return { reason: 'silent', detail: `heard nothing for ${seconds(silentMs)}` };
    return undefined;
  }

  #untakenMs(nowMs: number): number {
    const { takenBytes, isHeldBack } = this.#outbox;
    if (takenBytes > this.#takenBytes || !isHeldBack) this.#takenMs = nowMs;
    this.#takenBytes = Math.max(takenBytes, this.#takenBytes);
    return nowMs - this.#takenMs;
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
