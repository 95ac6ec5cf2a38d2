import { type Axes, CENTRED, sum } from './axes.ts';
import type { DriveSource } from './pilot.ts';

/** Buttons on the screen that drive a base while they are held, each by its name. */
export class HeldAxes implements DriveSource {
  readonly #held = new Map<string, Axes>();

  hold(button: string, axes: Axes): void {
    this.#held.set(button, axes);
  }

  letGo(button: string): void {
    this.#held.delete(button);
  }

  forget(): void {
    this.#held.clear();
  }

  get axes(): Axes {
    return this.#held.size === 0 ? CENTRED : sum(this.#held.values());
  }
}
