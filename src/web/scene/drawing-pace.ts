/** Every other frame of a screen. */
const LEAST_FRAME_MS = 30;
/** Something that moves is seen to move, however slow the machine is. */
const MOST_PAUSE_MS = 250;

/**
 * When to draw where the processor does it: that is the one that everything else here needs. So it is left alone after each drawing for as
 * long as that took, and nothing is asked of it before the last is done: what waits would be shown late.
 */
export class DrawingPace {
  #begunMs: number | undefined;
  #endedMs: number | undefined;

  /** Whoever is told so begins to draw. `isBusy`: the last drawing is under way. */
  isDue(nowMs: number, { isBusy }: { isBusy: boolean }): boolean {
    if (isBusy) return false;
    if (this.#begunMs !== undefined) {
      this.#endedMs ??= nowMs;
      const pauseMs = Math.min(MOST_PAUSE_MS, this.#endedMs - this.#begunMs);
      if (nowMs < Math.max(this.#begunMs + LEAST_FRAME_MS, this.#endedMs + pauseMs)) return false;
    }
    this.#begunMs = nowMs;
    this.#endedMs = undefined;
    return true;
  }
}
