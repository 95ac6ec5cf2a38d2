const NUMBERS = 7;
/** Over a second of frames, as fast as screens are. */
const MOST = 96;

/** Where something was drawn in the last frames: a measurement is drawn where its sensor stood then, not where it stands now. */
export class PoseTrack {
  readonly #atMs = new Float64Array(MOST).fill(Number.NEGATIVE_INFINITY);
  readonly #poses = new Float32Array(MOST * NUMBERS);
  #next = 0;
  #count = 0;

  /** Allocates nothing. */
  note(poses: Float32Array, at: number, nowMs: number): void {
    this.#atMs[this.#next] = nowMs;
    for (let i = 0; i < NUMBERS; i++) this.#poses[this.#next * NUMBERS + i] = poses[at + i] ?? 0;
    this.#next = (this.#next + 1) % MOST;
    this.#count = Math.min(MOST, this.#count + 1);
  }

  /** The last one that is not later; of what is older than all, the oldest. Undefined before anything was noted. */
  at(ms: number): { x: number; y: number; z: number; qx: number; qy: number; qz: number; qw: number } | undefined {
    if (this.#count === 0) return undefined;
    let found = (this.#next - this.#count + MOST) % MOST;
    for (let back = 1; back <= this.#count; back++) {
      const slot = (this.#next - back + MOST) % MOST;
      if ((this.#atMs[slot] ?? 0) > ms) continue;
      found = slot;
      break;
    }
    const [x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 1] = this.#poses.subarray(found * NUMBERS, (found + 1) * NUMBERS);
    return { x, y, z, qx, qy, qz, qw };
  }
}
