import { FrameRest } from './frame-rest.ts';
import { hasGraphicsCard } from './graphics-card.ts';

const TOUCHES = ['pointerdown', 'pointermove', 'pointerup', 'wheel', 'keydown', 'keyup'] as const;

/**
 * Calls `frame` for each frame of the screen. Where the processor draws, asking for frames takes a quarter of a core even if nothing is drawn in
 * them: there it asks for fewer while everything stands still and nobody touches anything.
 */
export class FrameLoop implements Disposable {
  readonly #frame: (nowMs: number) => 'drawn' | 'still';
  readonly #rest: FrameRest | undefined = hasGraphicsCard() ? undefined : new FrameRest();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #handle = 0;

  constructor(frame: (nowMs: number) => 'drawn' | 'still') {
    this.#frame = frame;
    if (this.#rest) for (const touch of TOUCHES) window.addEventListener(touch, this.#touched, { capture: true, passive: true });
    this.#ask();
  }

  readonly #ask = (): void => {
    this.#timer = undefined;
    this.#handle = requestAnimationFrame((nowMs) => {
      const seen = this.#frame(nowMs);
      this.#rest?.frame(seen);
      const pauseMs = this.#rest?.pauseMs ?? 0;
      if (pauseMs === 0) this.#ask();
      else this.#timer = setTimeout(this.#ask, pauseMs);
    });
  };

  readonly #touched = (): void => {
    this.#rest?.wake();
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#ask();
  };

  [Symbol.dispose](): void {
    for (const touch of TOUCHES) window.removeEventListener(touch, this.#touched, { capture: true });
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#handle);
  }
}
