import { type Axes, CENTRED } from './axes.ts';

/** By the place of the key, not its letter: WASD is where it is on any keyboard. */
const KEYS: Readonly<Record<string, Axes>> = {
  KeyW: { forward: 1, left: 0 },
  ArrowUp: { forward: 1, left: 0 },
  KeyS: { forward: -1, left: 0 },
  ArrowDown: { forward: -1, left: 0 },
  KeyA: { forward: 0, left: 1 },
  ArrowLeft: { forward: 0, left: 1 },
  KeyD: { forward: 0, left: -1 },
  ArrowRight: { forward: 0, left: -1 },
};

export const isDrivingKey = (code: string): boolean => code in KEYS;

/** Which of the driving keys are down. */
export class Keyboard {
  readonly #down = new Set<string>();
  #isSlow = false;

  /** Says whether the key is one of driving. */
  press(code: string): boolean {
    if (code === 'ShiftLeft' || code === 'ShiftRight') this.#isSlow = true;
    else if (isDrivingKey(code)) this.#down.add(code);
    else return false;
    return true;
  }

  release(code: string): void {
    if (code === 'ShiftLeft' || code === 'ShiftRight') this.#isSlow = false;
    else this.#down.delete(code);
  }

  /** What was down is not believed any more: its release may have gone to another window. */
  forget(): void {
    this.#down.clear();
    this.#isSlow = false;
  }

  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Two keys for one direction count once, two that pull apart cancel. */
  get axes(): Axes {
    let axes = CENTRED;
    for (const code of this.#down) axes = add(axes, KEYS[code] ?? CENTRED);
    return { forward: Math.sign(axes.forward), left: Math.sign(axes.left) };
  }
}

const add = (a: Axes, b: Axes): Axes => ({ forward: a.forward + b.forward, left: a.left + b.left });
