/** Shared time for a bench: the machine's monotonic clock, which all processes share, as each finds it from its own. */
import type { TimeSource } from '../../src/core/blackboard/age.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { monotonicMs } from '../harness/role.ts';

export function machineTime(): TimeSource {
  const beforeMs = monotonicMs();
  const localMs = systemClock.now();
  const errorMs = (monotonicMs() - beforeMs) / 2;
  const offsetMs = beforeMs + errorMs - localMs;
  return { at: (nowMs) => ({ atMs: nowMs + offsetMs, errorMs, term: 0 }) };
}
