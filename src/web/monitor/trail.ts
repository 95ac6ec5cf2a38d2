/** So long it is seen, in world time. */
export const TRAIL_MS = 60_000;
const EVERY_MS = 250;
const STEP_M = 0.08;
/** So much in one sample is no driving: somebody has put it elsewhere. */
const JUMP_M = 2;
const MOST = TRAIL_MS / EVERY_MS + 2;

/** Where a robot has been in the last minute: one place for each stretch it moved, in a ring of arrays, for hundreds are drawn in a frame. */
export class Trail {
  readonly #x = new Float32Array(MOST);
  readonly #y = new Float32Array(MOST);
  readonly #atMs = new Float64Array(MOST);
  /** Which floor it was on, by its number. */
  readonly #floor = new Int16Array(MOST);
  /** 1 where nothing leads from the place before: it was put there, or came by an elevator. */
  readonly #isJump = new Uint8Array(MOST);
  #first = 0;
  #count = 0;
  #dropped = 0;

  get count(): number {
    return this.#count;
  }

  add(worldMs: number, x: number, y: number, floor: number): void {
    const last = this.#index(this.#count - 1);
    if (this.#count > 0) {
      const sinceMs = worldMs - (this.#atMs[last] ?? 0);
      // Most frames end here, for each of hundreds of robots.
      if (sinceMs >= 0 && sinceMs < EVERY_MS && this.#floor[last] === floor) return;
      // World time was reset: what was before has not been.
      if (sinceMs < 0) this.#count = 0;
      else this.#forget(worldMs);
    }
    if (this.#count > 0) {
      const movedM = Math.hypot(x - (this.#x[last] ?? 0), y - (this.#y[last] ?? 0));
      const isSameFloor = this.#floor[last] === floor;
      if (isSameFloor && movedM < STEP_M) return;
      this.#put(worldMs, x, y, floor, isSameFloor && movedM <= JUMP_M ? 'driven' : 'put');
    } else this.#put(worldMs, x, y, floor, 'put');
  }

  /** From the oldest on. */
  x(i: number): number {
    return this.#x[this.#index(i)] ?? 0;
  }

  y(i: number): number {
    return this.#y[this.#index(i)] ?? 0;
  }

  atMs(i: number): number {
    return this.#atMs[this.#index(i)] ?? 0;
  }

  floor(i: number): number {
    return this.#floor[this.#index(i)] ?? 0;
  }

  /** Stays with a place while older ones are forgotten: who leaves some out leaves out the same ones in each picture. */
  serial(i: number): number {
    return this.#dropped + i;
  }

  /** Nothing leads here from the one before. */
  isJump(i: number): boolean {
    return this.#isJump[this.#index(i)] === 1;
  }

  #put(worldMs: number, x: number, y: number, floor: number, how: 'driven' | 'put'): void {
    if (this.#count === MOST) this.#drop();
    const at = this.#index(this.#count++);
    this.#x[at] = x;
    this.#y[at] = y;
    this.#atMs[at] = worldMs;
    this.#floor[at] = floor;
    this.#isJump[at] = how === 'put' ? 1 : 0;
  }

  #forget(worldMs: number): void {
    // The newest stays: the way goes on from there, however long it has stood.
    while (this.#count > 1 && worldMs - (this.#atMs[this.#first] ?? 0) > TRAIL_MS) this.#drop();
  }

  #drop(): void {
    this.#first = (this.#first + 1) % MOST;
    this.#count--;
    this.#dropped++;
  }

  #index(i: number): number {
    return (this.#first + i + MOST) % MOST;
  }
}
