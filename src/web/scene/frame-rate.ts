const FIRST_MS = 16.7;
const LONGEST_MS = 1000;
/** Of the newest frame in the average: it is about the last second's. */
const SHARE = 0.05;

/** How many frames a second are drawn while something moves; for the bar below. */
export class FrameRate {
  #frameMs = FIRST_MS;

  sample(sinceMs: number): void {
    this.#frameMs += (Math.min(LONGEST_MS, sinceMs) - this.#frameMs) * SHARE;
  }

  get perS(): number {
    return Math.round(1000 / this.#frameMs);
  }
}
