import type { Clock } from '../../core/base/clock.ts';

/** How much of the machine this process uses. */
export class LoadMeter {
  readonly #clock: Clock;
  #measuredMs: number;
  #cpuMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#measuredMs = clock.now();
    this.#cpuMs = cpuMs();
  }

  /** Since the last time it was asked. `cpuShare` is of one core. */
  measure(): { readonly cpuShare: number; readonly residentBytes: number } {
    const [nowMs, usedMs] = [this.#clock.now(), cpuMs()];
    const cpuShare = (usedMs - this.#cpuMs) / Math.max(1, nowMs - this.#measuredMs);
    this.#measuredMs = nowMs;
    this.#cpuMs = usedMs;
    return { cpuShare: Math.max(0, cpuShare), residentBytes: process.memoryUsage.rss() };
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
