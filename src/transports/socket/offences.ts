import type { Clock } from '../../core/base/clock.ts';
import { TokenBucket } from '../../core/base/token-bucket.ts';
import type { CloseReason } from './close-reason.ts';

/** What no participant of ours does by mistake. The others happen to honest ones, too: their network fails, or the door is full. */
const OFFENCES: ReadonlySet<CloseReason> = new Set<CloseReason>([
  'wrong-version',
  'malformed',
  'oversized',
  'forged',
  'flooding',
  'out-of-turn',
  'too-many-subscriptions',
  'too-many-watches',
  'too-many-requests',
  'too-many-aliases',
]);

/** From which addresses links come that are closed for what they did, over and over. Those that behave cost their address nothing. */
export class Offences {
  readonly #clock: Clock;
  readonly #perS: number;
  readonly #byAddress = new Map<string, TokenBucket>();

  constructor(clock: Clock, perS: number) {
    this.#clock = clock;
    this.#perS = perS;
  }

  note(address: string, reason: CloseReason | 'goodbye' | 'lost'): void {
    if (reason === 'goodbye' || reason === 'lost' || !OFFENCES.has(reason)) return;
    const nowMs = this.#clock.now();
    let allowance = this.#byAddress.get(address);
    if (allowance === undefined) {
      allowance = new TokenBucket({ messagesPerS: this.#perS, bytesPerS: 0 }, nowMs);
      this.#byAddress.set(address, allowance);
    }
    allowance.take(1, 0, nowMs);
  }

  /** Whether the address has used up its allowance: two seconds' worth at once. It gets it back with time. */
  isBarred(address: string): boolean {
    return this.#byAddress.get(address)?.take(0, 0, this.#clock.now()) === 'exceeded';
  }

  /** Forgets those who have their whole allowance again. */
  sweep(): void {
    const nowMs = this.#clock.now();
    for (const [address, allowance] of this.#byAddress) if (allowance.isFull(nowMs)) this.#byAddress.delete(address);
  }
}
