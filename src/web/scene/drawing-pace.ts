/** Every other frame of a screen. */
const LEAST_FRAME_MS = 30;
/** Something that moves is seen to move, however slow the machine is. */
const MOST_PAUSE_MS = 250;
/** Drawing takes about so many cores: who has more has some left for all else. */
const CORES_THAT_DRAW = 2;

/**
 * When to draw where the processor does it: that is the one that everything else here needs. So it is left alone after each drawing for as
 * long as that took, or less where there are many cores, and nothing is asked of it before the last is done: what waits would be shown late.
 */
export class DrawingPace {
  /** Of the time that a drawing took. */
  readonly #pause: number;
  #begunMs: number | undefined;
  #endedMs: number | undefined;

  constructor(cores: number) {
    this.#pause = Math.min(1, CORES_THAT_DRAW / cores);
  }

  /** Whoever is told so begins to draw. `isBusy`: the last drawing is under way. */
  isDue(nowMs: number, { isBusy }: { isBusy: boolean }): boolean {
    if (isBusy) return false;
    if (this.#begunMs !== undefined) {
      this.#endedMs ??= nowMs;
      const pauseMs = Math.min(MOST_PAUSE_MS, this.#pause * (this.#endedMs - this.#begunMs));
      if (nowMs < Math.max(this.#begunMs + LEAST_FRAME_MS, this.#endedMs + pauseMs)) return false;
    }
    this.#begunMs = nowMs;
    this.#endedMs = undefined;
    return true;
  }
}
