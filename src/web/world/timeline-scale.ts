/** How much of world time the timeline shows, and where its marks stand. */
export interface Scale {
  readonly endMs: number;
  readonly marksMs: readonly number[];
}

const MINUTE = 60_000;
const STEPS_MS = [10_000, 30_000, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE, 240 * MINUTE, 1440 * MINUTE];
const MOST_MARKS = 8;

/** From the last reset to a little ahead of now, at least a minute; marks at round times, at most eight. */
export function scaleUpTo(worldMs: number): Scale {
  const reach = Math.max(MINUTE, worldMs * 1.05);
  const stepMs = STEPS_MS.find((step) => reach / step <= MOST_MARKS) ?? Math.ceil(reach / MOST_MARKS / (1440 * MINUTE)) * 1440 * MINUTE;
  // In whole steps, so that the scale stands still while time runs on.
  const endMs = Math.ceil(reach / stepMs) * stepMs;
  const marksMs = Array.from({ length: Math.ceil(endMs / stepMs) - 1 }, (_, index) => (index + 1) * stepMs);
  return { endMs, marksMs };
}
