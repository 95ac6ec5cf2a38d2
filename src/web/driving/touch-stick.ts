import { type Axes, CENTRED, shapeStick } from './axes.ts';

/** A thumb is never quite still: a small dead zone, and gentle near the middle. */
const SHAPING = { deadZone: 0.08, softness: 0.4 };

/** An on-screen stick under one finger. Where the finger is, in pixels from the middle of the stick, right and down. */
export class TouchStick {
  #pointer: number | undefined;
  #at: Axes = CENTRED;

  /** The first finger has it; a second one changes nothing. */
  press(pointer: number, xPx: number, yPx: number, radiusPx: number): void {
    this.#pointer ??= pointer;
    this.move(pointer, xPx, yPx, radiusPx);
  }

  move(pointer: number, xPx: number, yPx: number, radiusPx: number): void {
    if (pointer === this.#pointer) this.#at = inCircle({ forward: -yPx / radiusPx, left: -xPx / radiusPx });
  }

  release(pointer: number): void {
    if (pointer === this.#pointer) this.forget();
  }

  forget(): void {
    this.#pointer = undefined;
    this.#at = CENTRED;
  }

  get isHeld(): boolean {
    return this.#pointer !== undefined;
  }

  /** Where to draw the knob, within the unit circle. */
  get knob(): Axes {
    return this.#at;
  }

  get axes(): Axes {
    return shapeStick(this.#at, SHAPING);
  }
}

function inCircle(axes: Axes): Axes {
  const reach = Math.hypot(axes.forward, axes.left);
  return reach <= 1 ? axes : { forward: axes.forward / reach, left: axes.left / reach };
}
