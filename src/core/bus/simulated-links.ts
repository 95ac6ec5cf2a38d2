import { between, chance, type Random } from '../base/random.ts';
import type { VirtualTime } from '../base/virtual-time.ts';
import type { MessageFaults, NetworkCounts } from './simulated-faults.ts';

/** What every part of one simulated network shares. */
export interface Simulation {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: MessageFaults;
  readonly counts: NetworkCounts;
  readonly report: (error: unknown) => void;
  readonly trace: ((line: string) => void) | undefined;
}

/** The one-way links between places. A link keeps the order of what it carries, unless a fault breaks it. */
export class SimulatedLinks {
  readonly #simulation: Simulation;
  readonly #links = new Map<string, Map<string, Link>>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  isBlocked(from: string, to: string): boolean {
    return this.#link(from, to).blocked;
  }

  block(from: string, to: string): void {
    this.#link(from, to).blocked = true;
  }

  /** All ways that are blocked. */
  blocks(): { from: string; to: string }[] {
    return [...this.#links].flatMap(([from, links]) => [...links].filter(([, link]) => link.blocked).map(([to]) => ({ from, to })));
  }

  unblock(from: string, to: string): void {
    this.#link(from, to).blocked = false;
  }

  /** What is sent from now on waits until `untilMs`, then arrives at once, in order. */
  stall(from: string, to: string, untilMs: number): void {
    const link = this.#link(from, to);
    link.stalledUntilMs = Math.max(link.stalledUntilMs, untilMs);
  }

  /** Carries a message with all the faults of messages: `arrive` is called once, twice or never. */
  send(from: string, to: string, what: string, arrive: () => void): void {
    const { time, random, faults, counts, trace } = this.#simulation;
    const link = this.#link(from, to);
    counts.sent++;
    if (link.blocked) {
      counts.blocked++;
      trace?.(`${time.now} ${from} > ${to} ${what} blocked`);
      return;
    }
    if (faults.loss > 0 && chance(random, faults.loss)) {
      counts.lost++;
      trace?.(`${time.now} ${from} > ${to} ${what} lost`);
      return;
    }
    const arrivalMs = faults.reorder > 0 && chance(random, faults.reorder) ? this.#lateArrival(link) : this.#arrival(link);
    trace?.(`${time.now} ${from} > ${to} ${what} arrives ${arrivalMs}`);
    time.at(arrivalMs, arrive);
    if (faults.duplication > 0 && chance(random, faults.duplication)) {
      counts.duplicated++;
      time.at(arrivalMs + this.#latencyMs(), arrive);
    }
  }

  /** Carries a call to the records or what they answer: in order, and lost only when the way is blocked. */
  carry(from: string, to: string, what: string, arrive: () => void): 'under way' | 'blocked' {
    const { time, trace } = this.#simulation;
    const link = this.#link(from, to);
    if (link.blocked) {
      trace?.(`${time.now} ${from} > ${to} ${what} blocked`);
      return 'blocked';
    }
    const arrivalMs = this.#arrival(link);
    trace?.(`${time.now} ${from} > ${to} ${what} arrives ${arrivalMs}`);
    time.at(arrivalMs, arrive);
    return 'under way';
  }

  #arrival(link: Link): number {
    const arrivalMs = Math.max(this.#simulation.time.now + this.#latencyMs(), link.stalledUntilMs, link.lastArrivalMs);
    link.lastArrivalMs = arrivalMs;
    return arrivalMs;
  }

  #lateArrival(link: Link): number {
    const { time, random, faults, counts } = this.#simulation;
    counts.reordered++;
    return Math.max(time.now + this.#latencyMs(), link.stalledUntilMs) + between(random, 0, faults.reorderMs);
  }

  #latencyMs(): number {
    const { random, faults } = this.#simulation;
    return between(random, faults.latencyMs.min, faults.latencyMs.max);
  }

  #link(from: string, to: string): Link {
    const known = this.#links.get(from)?.get(to);
    if (known !== undefined) return known;
    const link = { blocked: false, stalledUntilMs: 0, lastArrivalMs: 0 };
    const links = this.#links.get(from) ?? new Map<string, Link>();
    this.#links.set(from, links.set(to, link));
    return link;
  }
}

interface Link {
  blocked: boolean;
  stalledUntilMs: number;
  lastArrivalMs: number;
}
