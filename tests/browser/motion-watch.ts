import { distance, type Pose } from '../../src/core/base/pose.ts';
import { monotonicMs } from '../processes/started-process.ts';

/** Where something was seen, and when: by the machine's monotonic clock, or in world time. */
export interface SeenAt {
  readonly atMs: number;
  readonly pose: Pose;
}

const LOOK_EVERY_MS = 4;
/** Less than this is not moving: states are rounded to a tenth of it. */
const MOVED_M = 0.001;

/** Reads a pose every few milliseconds. */
export class MotionWatch implements Disposable {
  readonly seen: SeenAt[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(read: () => Pose | undefined) {
    const look = () => {
      const pose = read();
      if (pose) this.seen.push({ atMs: monotonicMs(), pose });
    };
    look();
    this.#timer = setInterval(look, LOOK_EVERY_MS);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

/** How far it went from `fromMs` on. */
export function wayM(seen: readonly SeenAt[], fromMs = Number.NEGATIVE_INFINITY): number {
  const poses = seen.filter(({ atMs }) => atMs >= fromMs);
  return poses.reduce((sum, { pose }, i) => sum + distance(pose, poses[i - 1]?.pose ?? pose), 0);
}

/** When it was last seen elsewhere than where it stands in the end. */
export function lastMovedMs(seen: readonly SeenAt[]): number {
  const end = seen.at(-1)?.pose;
  if (!end) throw new RangeError('it was never seen');
  return seen.findLast(({ pose }) => distance(pose, end) > MOVED_M)?.atMs ?? Number.NEGATIVE_INFINITY;
}

/** For how long at most it stood where it was. */
export function longestStallMs(seen: readonly SeenAt[]): number {
  let [longestMs, from] = [0, seen[0]];
  for (const look of seen) {
    if (from && distance(look.pose, from.pose) <= MOVED_M) longestMs = Math.max(longestMs, look.atMs - from.atMs);
    else from = look;
  }
  return longestMs;
}
