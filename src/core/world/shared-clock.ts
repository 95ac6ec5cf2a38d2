import type { Clock } from '../base/clock.ts';

/** One question to the leader's clock: when it was asked and answered here, and what the leader's shared clock said in between. */
export interface ClockSample {
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly leaderMs: number;
  readonly leaderErrorMs: number;
}

/** `lost`: this clock was off by more than 250 ms (the machine slept): what was promised under it is void. */
export type ClockVerdict = 'ok' | 'lost';

const WINDOW = 16;
const FIRST_ANSWERS = 4;
/** Answers whose bounds miss each other by more than twice this cannot all be right: the newest is. */
const CONTRADICTION_MS = 0.5;
/** Quartz crystals stay within 100 ppm; two of them part by at most twice that. */
const DRIFT = 200e-6;
const MOST_SLEW = 0.05;
const LOST_MS = 250;
/** An answer that took longer, or that we slept over, says next to nothing. */
const LONGEST_ROUND_TRIP_MS = 1000;

/**
 * The clock all participants of a world share: the leader's. A follower asks it for the time, trusts the answers that came back
 * fastest, steps at first and then only slews, so that shared time never goes back.
 */
export class SharedClock {
  readonly #local: Clock;
  /** Counts the leaders: times by two of them are not to be compared to the millisecond. */
  term = 0;
  #samples: ClockSample[] = [];
  #leading = false;
  #synced = false;
  /** Since it was synchronised. */
  #answers = 0;
  #isSuspect = false;
  /** Shared time has meant something here before: a step now takes back what was said by it. */
  #hasMeant = false;
  /** Shared minus local at `#fromMs`, changing by `#slew` a millisecond until `#untilMs`. */
  #offsetMs = 0;
  #fromMs = 0;
  #untilMs = 0;
  #slew = 0;
  #newestMs = Number.NEGATIVE_INFINITY;

  constructor(local: Clock) {
    this.#local = local;
  }

  /** True once shared time means something here. */
  get isSynced(): boolean {
    return this.#leading || this.#synced;
  }

  now(): number {
    return this.at(this.#local.now());
  }

  /** Shared time at an instant of this participant's own clock that was just read. */
  at(local: number): number {
    return local + this.#offsetAt(local);
  }

  /** How far `now` may be from the leader's clock. Infinite before the first answer. */
  errorMs(): number {
    return this.errorMsAt(this.#local.now());
  }

  errorMsAt(local: number): number {
    if (this.#leading) return 0;
    if (!this.#synced) return Number.POSITIVE_INFINITY;
    const { middle, reach } = this.#offset(local);
    return Math.max(0, reach) + Math.abs(middle - this.#offsetAt(local));
  }

  /** Leads no more, and knows nobody who does. */
  abdicate(): void {
    this.#leading = false;
    this.#synced = false;
    this.#samples = [];
  }

  /** This participant's clock leads from here on: shared time goes on as it is, without a jump. */
  lead(): void {
    const local = this.#local.now();
    this.#offsetMs = this.#offsetAt(local);
    this.#slew = 0;
    this.#leading = true;
    this.#hasMeant = true;
    this.#isSuspect = false;
    this.#samples = [];
  }

  /**
   * Somebody else leads from here on, whose clock was within `leaderErrorMs` of the former leader's when it began. What was measured
   * of the former leader holds for the new one with that much more error.
   */
  follow(leaderErrorMs: number): void {
    const local = this.#local.now();
    if (leaderErrorMs === Number.POSITIVE_INFINITY) {
      this.#samples = [];
      this.#synced = false;
    } else if (this.#leading && !this.#isSuspect) {
      this.#samples = [{ sentMs: local, receivedMs: local, leaderMs: this.now(), leaderErrorMs }];
      this.#synced = true;
    } else {
      this.#samples = this.#samples.map((sample) => ({ ...sample, leaderErrorMs: sample.leaderErrorMs + leaderErrorMs }));
      this.#synced = this.#samples.length > 0;
    }
    this.#leading = false;
    this.#isSuspect = false;
  }

  /** This machine's own clock leapt: nothing measured before it holds. A leader's clock is right by definition, but only while it leads. */
  distrust(): void {
    this.#isSuspect = true;
    if (!this.#leading) this.#synced = false;
    this.#samples = [];
  }

  add(sample: ClockSample): ClockVerdict {
    if (this.#leading) return 'ok';
    const local = this.#local.now();
    // An answer that overtook a newer one is of no use, and a round trip cannot be negative unless the clock leapt.
    const roundTripMs = sample.receivedMs - sample.sentMs;
    if (sample.sentMs < this.#newestMs || roundTripMs < 0 || roundTripMs > LONGEST_ROUND_TRIP_MS) return 'ok';
    this.#newestMs = sample.sentMs;
    this.#samples = [...this.#samples.slice(1 - WINDOW), sample];
    if (this.#offset(local).reach < -CONTRADICTION_MS) this.#samples = [sample];
    const { middle, reach } = this.#offset(local);
    const error = middle - this.#offsetAt(local);
    const lost = this.#hasMeant && Math.abs(error) > LOST_MS + reach;
    // The first few answers together make the first synchronisation: one alone may have met a stall.
    this.#answers = this.#synced ? this.#answers + 1 : 1;
    if (this.#answers <= FIRST_ANSWERS || lost) this.#step(local, middle);
    else this.#slewTo(local, error);
    this.#synced = true;
    this.#hasMeant = true;
    this.#isSuspect = false;
    return lost ? 'lost' : 'ok';
  }

  #step(local: number, offsetMs: number): void {
    this.#offsetMs = offsetMs;
    this.#fromMs = local;
    this.#untilMs = local;
    this.#slew = 0;
  }

  #slewTo(local: number, error: number): void {
    this.#offsetMs = this.#offsetAt(local);
    this.#fromMs = local;
    this.#slew = Math.sign(error) * MOST_SLEW;
    this.#untilMs = local + Math.abs(error) / MOST_SLEW;
  }

  #offsetAt(local: number): number {
    return this.#offsetMs + this.#slew * Math.max(0, Math.min(local, this.#untilMs) - this.#fromMs);
  }

  /**
   * Where shared minus local is, by all answers together: the leader's clock was read between asking and being answered, so each answer
   * gives a lower and an upper bound, and the fastest way there and the fastest way back need not be of the same answer.
   */
  #offset(local: number): { middle: number; reach: number } {
    let low = Number.NEGATIVE_INFINITY;
    let high = Number.POSITIVE_INFINITY;
    for (const { sentMs, receivedMs, leaderMs, leaderErrorMs } of this.#samples) {
      const slackMs = leaderErrorMs + DRIFT * Math.abs(local - receivedMs);
      low = Math.max(low, leaderMs - receivedMs - slackMs);
      high = Math.min(high, leaderMs - sentMs + slackMs);
    }
    return { middle: (low + high) / 2, reach: (high - low) / 2 };
  }
}
