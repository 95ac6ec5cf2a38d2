import type { SeenPose } from './join-process.ts';
import { percentile } from './statistics.ts';

/** How far apart two participants show one entity, judged at equal instants: watches sample at whole periods of shared time. */
export interface Difference {
  /** How many instants were compared. */
  readonly instants: number;
  /** World time less what the rate makes of the difference in shared time. */
  readonly worldMs: number;
  /** Along x, less what the speed makes of the difference in world time: at all instants but the worst tenth. */
  readonly metres: number;
  /** At the worst instant. A process that loses its core between reading the clock and reading the pose prints what never was. */
  readonly worstMetres: number;
}

/** `rate`: of world time. `speedMPerS`: along x, in world time. */
export function differenceOf(
  one: readonly SeenPose[],
  other: readonly SeenPose[],
  course: { hz: number; rate: number; speedMPerS: number },
): Difference {
  const instantOf = ({ sharedMs }: SeenPose) => Math.round((sharedMs * course.hz) / 1000);
  const others = new Map(other.map((pose) => [instantOf(pose), pose]));
  const pairs = one.flatMap((pose) => {
    const same = others.get(instantOf(pose));
    return same ? [[pose, same] as const] : [];
  });
  const differences = (of: (a: SeenPose, b: SeenPose) => number) => [0, ...pairs.map(([a, b]) => Math.abs(of(a, b)))];
  const metres = differences((a, b) => a.pose.x - b.pose.x - (course.speedMPerS * (a.worldMs - b.worldMs)) / 1000);
  return {
    instants: pairs.length,
    worldMs: Math.max(...differences((a, b) => a.worldMs - b.worldMs - course.rate * (a.sharedMs - b.sharedMs))),
    metres: percentile(metres, 0.9),
    worstMetres: Math.max(...metres),
  };
}
