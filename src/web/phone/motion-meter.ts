import { compose, inverse, type Pose, yawOf } from '../../core/base/pose.ts';

/** How a base moves: forward along its own x, turning to the left. */
export interface Movement {
  readonly forwardMPerS: number;
  readonly turnRadPerS: number;
  readonly headingRad: number;
}

/** Long enough to be steady, short enough to be now. */
const WINDOW_MS = 300;

/** Measures how a base moves from where it is drawn: what people see is what they read. */
export class MotionMeter {
  readonly #samples: { readonly worldMs: number; readonly pose: Pose }[] = [];

  add(worldMs: number, pose: Pose): void {
    const newest = this.#samples.at(-1);
    // World time was reset, or goes back.
    if (newest && worldMs < newest.worldMs) this.#samples.length = 0;
    if (newest && worldMs === newest.worldMs) this.#samples.pop();
    this.#samples.push({ worldMs, pose });
    while (this.#samples.length > 2 && worldMs - (this.#samples[1]?.worldMs ?? worldMs) >= WINDOW_MS) this.#samples.shift();
  }

  get movement(): Movement {
    const oldest = this.#samples[0];
    const newest = this.#samples.at(-1);
    const headingRad = newest ? yawOf(newest.pose) : 0;
    const seconds = ((newest?.worldMs ?? 0) - (oldest?.worldMs ?? 0)) / 1000;
    if (!oldest || !newest || seconds <= 0) return { forwardMPerS: 0, turnRadPerS: 0, headingRad };
    const step = compose(inverse(oldest.pose), newest.pose);
    const turnedRad = yawOf(step);
    // Along the arc, not the chord: half the turn lies before the middle of the way.
    const chordM = step.x * Math.cos(turnedRad / 2) + step.y * Math.sin(turnedRad / 2);
    const arcM = Math.abs(turnedRad) < 1e-6 ? chordM : (chordM * (turnedRad / 2)) / Math.sin(turnedRad / 2);
    return { forwardMPerS: arcM / seconds, turnRadPerS: turnedRad / seconds, headingRad };
  }
}
