import type { Dynamics } from '../core/physics/physics.ts';
import { openDynamics } from '../dynamics/dynamics.ts';

/** More participants than ever own a part in one seed. */
export const MOST_ENGINES = 48;

export class EnginesError extends Error {
  override readonly name = 'EnginesError';
}

/** Engines opened before virtual time begins: while it runs nothing outside of it can be awaited. */
export class Engines implements Disposable {
  readonly #left: Dynamics[];

  private constructor(opened: Dynamics[]) {
    this.#left = opened;
  }

  static async open(count: number): Promise<Engines> {
    const opened: Dynamics[] = [];
    while (opened.length < count) opened.push(await openDynamics());
    return new Engines(opened);
  }

  /** Whoever takes one disposes of it. */
  async take(): Promise<Dynamics> {
    const dynamics = this.#left.pop();
    if (!dynamics) throw new EnginesError(`more than ${MOST_ENGINES} participants came to own a part: open more engines`);
    return dynamics;
  }

  /** Those that nobody took. */
  [Symbol.dispose](): void {
    for (const dynamics of this.#left.splice(0)) dynamics[Symbol.dispose]();
  }
}
