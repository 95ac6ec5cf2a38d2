import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../processes/started-process.ts';

/** Two cores may be busy with other things. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 40;

/** Waits until it is so. Answers how long that took. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, withinMs: number = PATIENCE_MS): Promise<number> {
  const fromMs = monotonicMs();
  for (;;) {
    if (await isSo()) return monotonicMs() - fromMs;
    if (monotonicMs() - fromMs > withinMs) throw new Error(`it did not come about within ${withinMs} ms that ${what}`);
    await pause(LOOK_EVERY_MS);
  }
}
