import type { Clock } from '../base/clock.ts';
import { collisionBodyOf } from '../physics/physics.ts';
import type { Models } from './neighbourhood.ts';

/** Between two bodies all else has its turn: the largest takes a third of a second on a slow machine. */
const PAUSE_MS = 20;

/** Makes the bodies of models that are about, one at a time, while nothing hangs on it: whoever owns its first robot must not stand still for all of them. */
export class BodiesAhead implements Disposable {
  readonly #clock: Clock;
  readonly #models: Models;
  readonly #report: (error: unknown) => void;
  readonly #seen = new Set<string>();
  readonly #waiting = new Set<string>();
  #next: Disposable | undefined;

  constructor({ clock, models, report }: { readonly clock: Clock; readonly models: Models; readonly report: (error: unknown) => void }) {
    this.#clock = clock;
    this.#models = models;
    this.#report = report;
  }

  see(model: string): void {
    if (this.#seen.has(model)) return;
    this.#seen.add(model);
    this.#waiting.add(model);
    this.#makeSoon();
  }

  /** Models were added or replaced: what was seen is looked at again. */
  modelsChanged(): void {
    this.#seen.clear();
  }

  [Symbol.dispose](): void {
    this.#waiting.clear();
    this.#next?.[Symbol.dispose]();
  }

  #makeSoon(): void {
    this.#next ??= this.#clock.after(PAUSE_MS, () => {
      this.#next = undefined;
      const [id] = this.#waiting;
      if (id === undefined) return;
      this.#waiting.delete(id);
      if (this.#waiting.size > 0) this.#makeSoon();
      this.#make(id);
    });
  }

  #make(id: string): void {
    const model = this.#models(id);
    try {
      if (model) collisionBodyOf(model);
    } catch (error) {
      this.#report(error);
    }
  }
}
