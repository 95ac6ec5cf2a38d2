/** Frames with nothing to draw after which it rests: about half a second of a screen. */
const STILL_FRAMES = 30;

/** Between two looks of one that rests: what begins to move by itself is seen that much later at most. */
export const REST_MS = 50;

/** When a loop of frames may rest: nothing was to be drawn for a while, and nobody touched anything. */
export class FrameRest {
  #stillFrames = 0;

  /** Somebody is at it: what comes of that is drawn with no delay. */
  wake(): void {
    this.#stillFrames = 0;
  }

  frame(seen: 'drawn' | 'still'): void {
    this.#stillFrames = seen === 'drawn' ? 0 : this.#stillFrames + 1;
  }

  get pauseMs(): number {
    return this.#stillFrames < STILL_FRAMES ? 0 : REST_MS;
  }
}
