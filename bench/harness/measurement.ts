/** One system, measured once. */
import type { Role } from './conductor.ts';
import type { ErrorSummary } from './error-log.ts';
import { type Reading, spentBetween, sumOf } from './meter.ts';
import { monotonicMs, pause, RUN_IN_MS } from './role.ts';
import type { Timing } from './scenario.ts';

export interface Measurement extends Reading {
  readonly errors: ErrorSummary;
}

/** When the first tick is to be: all processes have heard of it by then, and the server has run in. */
export const startSoon = (): number => monotonicMs() + LEAD_MS + RUN_IN_MS;

const LEAD_MS = 500;

export const ticksOf = ({ warmUpMs, windowMs }: Timing, tickMs: number): number => Math.ceil((warmUpMs + windowMs + MARGIN_MS) / tickMs);

/** For processes that are slow to start or to end. */
const MARGIN_MS = 15_000;

/** Waits for the warm-up, then measures all servers together over the window. `clear` and `report` are called at its two ends. */
export async function measureWindow<R>(
  servers: readonly Role<{ meter: () => Promise<Reading> }>[],
  timing: Timing & { startMs: number },
  clients: { clear(): Promise<unknown>; report(): Promise<R> },
): Promise<Reading & { report: R }> {
  await delayUntil(timing.startMs + timing.warmUpMs);
  const [before] = await Promise.all([readAll(servers), clients.clear()]);
  await delayUntil(timing.startMs + timing.warmUpMs + timing.windowMs);
  const [after, report] = await Promise.all([readAll(servers), clients.report()]);
  return { ...spentBetween(before, after), report };
}

const readAll = async (servers: readonly Role<{ meter: () => Promise<Reading> }>[]): Promise<Reading> =>
  (await Promise.all(servers.map((server) => server.ask('meter')))).reduce(sumOf);

const delayUntil = (ms: number): Promise<void> => pause(Math.max(0, ms - monotonicMs()));
