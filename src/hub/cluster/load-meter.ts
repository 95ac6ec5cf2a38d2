import type { HubFigures, HubWord } from '../../core/api/hubs.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { LaneCount, Traffic } from '../../transports/socket/traffic.ts';
import { Lateness } from './lateness.ts';

export type MeasuredLoad = Pick<HubWord, 'cpuShare' | 'residentBytes'> &
  Pick<HubFigures, 'loopP99Ms' | 'loopMostMs' | 'received' | 'delivered'>;

/** How much of the machine this process uses, how late it is, and what goes through its door. */
export class LoadMeter implements Disposable {
  readonly #clock: Clock;
  readonly #traffic: () => Pick<Traffic, 'received' | 'delivered'>;
  readonly #lateness: Lateness;
  #measuredMs: number;
  #cpuMs: number;
  #received: LaneCount = { messages: 0, bytes: 0 };
  #delivered: LaneCount = { messages: 0, bytes: 0 };

  constructor(clock: Clock, traffic: () => Pick<Traffic, 'received' | 'delivered'>) {
    this.#clock = clock;
    this.#traffic = traffic;
    this.#measuredMs = clock.now();
    this.#cpuMs = cpuMs();
    this.#lateness = new Lateness(clock);
  }

  /** Since the last time it was asked. `cpuShare` is of one core. */
  measure(): MeasuredLoad {
    const [nowMs, usedMs, traffic] = [this.#clock.now(), cpuMs(), this.#traffic()];
    const pastMs = Math.max(1, nowMs - this.#measuredMs);
    const [received, delivered] = [totalOf(traffic.received), totalOf(traffic.delivered)];
    const lateness = this.#lateness.take();
    const measured = {
      cpuShare: rounded(Math.max(0, usedMs - this.#cpuMs) / pastMs, 3),
      residentBytes: process.memoryUsage.rss(),
      loopP99Ms: rounded(lateness.p99Ms, 1),
      loopMostMs: rounded(lateness.mostMs, 1),
      received: rateOf(this.#received, received, pastMs),
      delivered: rateOf(this.#delivered, delivered, pastMs),
    };
    this.#measuredMs = nowMs;
    this.#cpuMs = usedMs;
    this.#received = received;
    this.#delivered = delivered;
    return measured;
  }

  [Symbol.dispose](): void {
    this.#lateness[Symbol.dispose]();
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function totalOf(lanes: Traffic['received']): LaneCount {
  const total = { messages: 0, bytes: 0 };
  for (const { messages, bytes } of Object.values(lanes)) {
    total.messages += messages;
    total.bytes += bytes;
  }
  return total;
}

const rateOf = (before: LaneCount, now: LaneCount, pastMs: number): HubFigures['received'] => ({
  messagesPerS: rounded(((now.messages - before.messages) * 1000) / pastMs, 1),
  bytesPerS: rounded(((now.bytes - before.bytes) * 1000) / pastMs, 0),
});

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));
