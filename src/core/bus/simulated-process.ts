import type { Clock } from '../base/clock.ts';
import { MisuseError } from '../base/errors.ts';
import type { VirtualTime } from '../base/virtual-time.ts';

/** How the clock of a simulated process differs from true time. */
export interface ClockError {
  /** What it shows when the process starts. */
  readonly offsetMs?: number;
  /** Millionths by which it runs fast. */
  readonly driftPpm?: number;
}

/** A simulated operating-system process: its clock, its timers, and whether it runs at all. */
export class SimulatedProcess {
  readonly clock: Clock = { now: () => this.#read(this.#time.now), after: (delayMs, action) => this.#after(delayMs, action) };
  readonly #time: VirtualTime;
  readonly #startMs: number;
  readonly #rate: number;
  readonly #backlog: (() => void)[] = [];
  #offsetMs: number;
  #resumption: Disposable | undefined;
  #state: 'running' | 'crashed' = 'running';

  constructor(time: VirtualTime, { offsetMs = 0, driftPpm = 0 }: ClockError) {
    this.#time = time;
    this.#startMs = time.now;
    this.#offsetMs = offsetMs;
    this.#rate = 1 + driftPpm / 1e6;
  }

  get crashed(): boolean {
    return this.#state === 'crashed';
  }

  get paused(): boolean {
    return this.#resumption !== undefined;
  }

  /** Runs `action` now, after the pause, or never if the process has crashed. */
  run(action: () => void): void {
    if (this.crashed) return;
    if (this.paused || this.#backlog.length > 0) this.#backlog.push(action);
    else action();
  }

  crash(): void {
    this.#state = 'crashed';
    this.#backlog.length = 0;
  }

  pause(durationMs: number): void {
    this.#resumption?.[Symbol.dispose]();
    this.#resumption = this.#time.at(this.#time.now + durationMs, () => this.resume());
  }

  resume(): void {
    this.#resumption?.[Symbol.dispose]();
    this.#resumption = undefined;
    this.#time.at(this.#time.now, this.#catchUp);
  }

  step(forwardMs: number): void {
    if (!(forwardMs >= 0)) throw new MisuseError(`a clock was stepped by ${forwardMs} ms: clocks are monotonic, they only leap forward`);
    this.#offsetMs += forwardMs;
  }

  /** One action at a time, as events of their own, so that promises settle in between as they would have. */
  readonly #catchUp = (): void => {
    if (this.paused) return;
    const action = this.#backlog.shift();
    if (action === undefined) return;
    // Before the action, so that nothing it causes at this very time overtakes the backlog.
    this.#time.at(this.#time.now, this.#catchUp);
    action();
  };

  #after(delayMs: number, action: () => void): Disposable {
    const timer = new ProcessTimer(action);
    const dueMs = this.clock.now() + delayMs;
    let timeMs = this.#time.now + delayMs / this.#rate;
    // Rounding must not make a timer early: whoever then waits for the rest, too short to move the time, would wait for ever.
    if (this.#read(timeMs) < dueMs) timeMs += 1e-6;
    timer.event = this.#time.at(timeMs, () => this.run(timer.fire));
    return timer;
  }

  #read(trueMs: number): number {
    return this.#offsetMs + (trueMs - this.#startMs) * this.#rate;
  }
}

/** Disposed of while its process was paused, it does nothing when that goes on. */
class ProcessTimer implements Disposable {
  event: Disposable | undefined;
  #action: (() => void) | undefined;

  constructor(action: () => void) {
    this.#action = action;
  }

  readonly fire = (): void => this.#action?.();

  [Symbol.dispose](): void {
    this.#action = undefined;
    this.event?.[Symbol.dispose]();
  }
}
