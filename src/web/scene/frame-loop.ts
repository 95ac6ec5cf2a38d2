import { FrameRest } from './frame-rest.ts';
import { hasGraphicsCard } from './graphics-card.ts';
import { leastFrameMs, type QualityChoice } from './quality.ts';

const TOUCHES = ['pointerdown', 'pointermove', 'pointerup', 'wheel', 'keydown', 'keyup'] as const;

/**
 * Calls `frame` for each frame of the screen. Where the processor draws, asking for frames takes a quarter of a core even if nothing is drawn in
 * them: there it asks for fewer while everything stands still and nobody touches anything. What is drawn light gets ten a second at most.
 */
export class FrameLoop implements Disposable {
  readonly #frame: (nowMs: number) => 'drawn' | 'still';
  readonly #rest: FrameRest | undefined = hasGraphicsCard() ? undefined : new FrameRest();
  #leastFrameMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #handle = 0;

  constructor(frame: (nowMs: number) => 'drawn' | 'still', quality: QualityChoice) {
    this.#frame = frame;
    this.#leastFrameMs = leastFrameMs(quality);
    if (this.#rest) for (const touch of TOUCHES) window.addEventListener(touch, this.#touched, { capture: true, passive: true });
    this.#ask();
  }

  /** From the next frame on. */
  setQuality(choice: QualityChoice): void {
    this.#leastFrameMs = leastFrameMs(choice);
  }

  readonly #ask = (): void => {
    this.#timer = undefined;
    this.#handle = requestAnimationFrame((nowMs) => {
      const seen = this.#frame(nowMs);
      this.#rest?.frame(seen);
      const pauseMs = Math.max(this.#leastFrameMs, this.#rest?.pauseMs ?? 0);
      if (pauseMs === 0) this.#ask();
      else this.#timer = setTimeout(this.#ask, pauseMs);
    });
  };

  readonly #touched = (): void => {
    this.#rest?.wake();
    if (this.#timer === undefined || this.#leastFrameMs > 0) return;
    clearTimeout(this.#timer);
    this.#ask();
  };

  [Symbol.dispose](): void {
    for (const touch of TOUCHES) window.removeEventListener(touch, this.#touched, { capture: true });
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#handle);
  }
}
