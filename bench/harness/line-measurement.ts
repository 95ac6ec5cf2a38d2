/** One publisher and twenty subscribers, in two processes: how late the slowest are at a steady pace, and how fast all get what goes. */
import type { BusParties, LineKind } from './bus-parties.ts';
import { startRole } from './conductor.ts';
import type { Timing } from './scenario.ts';
import { quantile } from './statistics.ts';

const SUBSCRIBERS = 20;
const SATURATING = 20_000;

export interface LineMeasured {
  readonly p99Ms: number;
  /** For a thousand messages to all subscribers. */
  readonly msPerThousand: number;
}

export async function measureLine(kind: LineKind, servers: string[], { warmUpMs, windowMs }: Timing): Promise<LineMeasured> {
  await using publisher = startRole<BusParties>('harness/bus-parties.ts');
  await using subscribers = startRole<BusParties>('harness/bus-parties.ts');
  await subscribers.ask('join', { kind, servers, count: SUBSCRIBERS, label: 'r' });
  await publisher.ask('join', { kind, servers, count: 1, label: 'w' });
  await subscribers.ask('listen');
  await publisher.ask('publishSteadily', { forMs: warmUpMs });
  await subscribers.ask('forget');
  await publisher.ask('publishSteadily', { forMs: windowMs });
  const p99Ms = quantile(await subscribers.ask('latencies'), 0.99);
  await subscribers.ask('forget');
  const startMs = await publisher.ask('publishAll', SATURATING);
  const endMs = await subscribers.ask('lastOf', SATURATING * SUBSCRIBERS);
  await Promise.all([publisher.ask('leave'), subscribers.ask('leave')]);
  return { p99Ms, msPerThousand: ((endMs - startMs) * 1000) / SATURATING };
}
