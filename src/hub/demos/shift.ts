import { type Clock, delay } from '../../core/base/clock.ts';
import type { Participant } from '../../core/world/world.ts';

const LOOK_EVERY_MS = 100;

/** The script cannot go on from where it was: somebody else moved things, or the world was reset. It begins anew with what it finds. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

class OverError extends Error {
  override readonly name = 'OverError';
}

/** The time of those who work to a script: it passes only while the world's does, and ends for all of them together. */
export class Shift {
  readonly world: Participant;
  readonly #clock: Clock;
  #generation = 0;
  #isOver = false;

  constructor(world: Participant, clock: Clock) {
    this.world = world;
    this.#clock = clock;
  }

  /** A moment to look again. */
  async look(): Promise<void> {
    await delay(this.#clock, LOOK_EVERY_MS);
    if (this.#isOver) throw new OverError('the shift is over');
    if (this.world.time.generation !== this.#generation) throw new InterruptedError('the world was reset');
  }

  /** So long in world time. */
  async rest(ms: number): Promise<void> {
    const untilMs = this.world.time.worldMs + ms;
    while (this.world.time.worldMs < untilMs) await this.look();
  }

  /** Over and over, until it is disposed of: from the beginning each time the script was interrupted. */
  static run(
    world: Participant,
    { clock, report }: { readonly clock: Clock; readonly report: (error: unknown) => void },
    script: (shift: Shift) => Promise<void>,
  ): Disposable {
    const shift = new Shift(world, clock);
    void shift.#repeat(script).catch(report);
    return { [Symbol.dispose]: () => shift.#end() };
  }

  #end(): void {
    this.#isOver = true;
  }

  async #repeat(script: (shift: Shift) => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      this.#generation = this.world.time.generation;
      try {
        await script(this);
        await this.look();
      } catch (error) {
        if (error instanceof OverError) return;
        if (!(error instanceof InterruptedError)) throw error;
      }
    }
  }
}
