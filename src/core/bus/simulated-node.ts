import type { Clock } from '../base/clock.ts';
import { MisuseError } from '../base/errors.ts';
import { requireId } from '../base/ids.ts';
import type { Backbone, Bus } from './bus.ts';
import { SimulatedBus, type SimulatedParts } from './simulated-bus.ts';
import { type ClockError, SimulatedProcess } from './simulated-process.ts';
import { RECORDS } from './simulated-records.ts';

/** How long a connection must be dead before its client is sure of it. */
const NOTICE_MS = 2000;
/** How long a client takes to connect again once it can. */
const RECONNECT_MS = 250;

/** A machine on the simulated network with one process on it. */
export class SimulatedNode implements Backbone {
  readonly id: string;
  readonly #parts: SimulatedParts;
  readonly #process: SimulatedProcess;
  readonly #buses = new Set<SimulatedBus>();
  #uplink: 'up' | 'lost' = 'up';
  #suspicion: Disposable | undefined;
  #reconnection: Disposable | undefined;

  constructor(id: string, parts: SimulatedParts, clockError: ClockError) {
    this.id = requireId(id, 'node');
    this.#parts = parts;
    this.#process = new SimulatedProcess(parts.simulation.time, clockError);
    this.uplinkChanged();
  }

  /** This process's own clock and timers: with an offset, drifting, and leaping when it is stepped. */
  get clock(): Clock {
    return this.#process.clock;
  }

  get crashed(): boolean {
    return this.#process.crashed;
  }

  connect(self = this.id): Bus {
    if (this.crashed) throw new MisuseError(`node ${this.id} has crashed: start a new one with network.node('${this.id}')`);
    const initial = this.#uplink === 'up' ? ({ kind: 'connected' } as const) : reconnecting;
    const bus = new SimulatedBus(requireId(self, 'self'), this.id, this.#process, this.#parts, initial);
    this.#buses.add(bus);
    return bus;
  }

  /** Does it in this process: now, after its pause, or never if it has crashed. */
  run(action: () => void): void {
    this.#process.run(action);
  }

  /** Brings something to the process of another node: in order, and not at all when the way is blocked. */
  carry(to: SimulatedNode, what: string, arrive: () => void): 'under way' | 'blocked' {
    if (this.crashed) return 'under way';
    return this.#parts.links.carry(this.id, to.id, what, () => to.run(arrive));
  }

  /** Its timers and handlers never run again, its promises never settle, nobody finds its subscriptions. */
  crash(): void {
    if (this.crashed) return;
    this.#parts.simulation.counts.crashes++;
    this.#trace('crashes');
    this.#process.crash();
    for (const bus of this.#buses) bus.vanish();
  }

  /** Timers and deliveries wait, then happen in a burst, in order; the clock goes on. */
  pause(durationMs: number): void {
    this.#parts.simulation.counts.pauses++;
    this.#trace(`pauses for ${durationMs} ms`);
    this.#process.pause(durationMs);
  }

  resume(): void {
    this.#process.resume();
  }

  /** The clock leaps forward, as after a laptop slept. Timers that run are not affected. */
  stepClock(forwardMs: number): void {
    this.#process.step(forwardMs);
    this.#parts.simulation.counts.clockSteps++;
    this.#trace(`steps its clock by ${forwardMs} ms`);
  }

  /** The way to or from the records was blocked or freed. */
  uplinkChanged(): void {
    const { links } = this.#parts;
    const blocked = links.isBlocked(this.id, RECORDS) || links.isBlocked(RECORDS, this.id);
    if (blocked) {
      this.#reconnection?.[Symbol.dispose]();
      this.#reconnection = undefined;
      if (this.#uplink === 'up') this.#suspicion ??= this.clock.after(NOTICE_MS, () => this.#lose());
    } else {
      this.#suspicion?.[Symbol.dispose]();
      this.#suspicion = undefined;
      if (this.#uplink === 'lost') this.#reconnection ??= this.clock.after(RECONNECT_MS, () => this.#restore());
      else for (const bus of this.#buses) bus.flow();
    }
  }

  #lose(): void {
    this.#suspicion = undefined;
    this.#uplink = 'lost';
    this.#trace('loses its connection');
    for (const bus of this.#buses) bus.lose(reconnecting.reason);
  }

  #restore(): void {
    this.#reconnection = undefined;
    this.#uplink = 'up';
    this.#trace('is connected again');
    for (const bus of this.#buses) bus.restore();
  }

  #trace(what: string): void {
    const { time, trace } = this.#parts.simulation;
    trace?.(`${time.now} ${this.id} ${what}`);
  }
}

const reconnecting = { kind: 'reconnecting', attempt: 1, reason: `no answer for ${NOTICE_MS} ms` } as const;
