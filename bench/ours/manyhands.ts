/** Manyhands, measured once: a hub or several, a host that owns the robots, watchers that are measured and watchers for the load, each in a process of its own. */
import type { Threshold } from '../../src/core/world/world.ts';
import { SENT } from '../../src/transports/socket/close-reason.ts';
import { startRole } from '../harness/conductor.ts';
import { type Measurement, measureWindow, startSoon } from '../harness/measurement.ts';
import { PROBES, type Scenario, type Timing } from '../harness/scenario.ts';
import type { Batch } from '../peers/raw-messages.ts';
import type { Company, HubServer } from './hub-server.ts';
import type { Owners, Ticks } from './owners.ts';
import type { Watchers } from './watchers.ts';

export interface OwnMeasurement extends Measurement {
  /** From the owner's send to a watcher's accept, of each state. */
  readonly latenciesMs: Float64Array;
  /** What a bare server would have had to send. */
  readonly batches: readonly Batch[];
  /** What the owners sent in each tick. */
  readonly sentBytes: readonly number[];
  /** Of one robot, on average. */
  readonly statesPerS: number;
}

export interface HubPlan {
  /** As they are told to listen; one that is alone if none is told. */
  readonly hubs?: readonly Company[];
  readonly robotsPerOwner?: number;
  readonly ticks?: Ticks;
}

export async function measureManyhands(
  scenario: Scenario,
  threshold: Threshold,
  timing: Timing,
  { hubs: companies, ticks, ...owning }: HubPlan = {},
): Promise<OwnMeasurement> {
  await using opened = new AsyncDisposableStack();
  const hubs = (companies ?? [undefined]).map((company) => ({ company, role: opened.use(startRole<HubServer>('ours/hub-server.ts')) }));
  await using owners = startRole<Owners>('ours/owners.ts');
  await using probes = startRole<Watchers>('ours/watchers.ts');
  await using load = startRole<Watchers>('ours/watchers.ts', { priority: 'background' });
  const urls: string[] = [];
  // As if another hub had sent them: so they stay where they come.
  for (const { role, company } of hubs) urls.push(`${(await role.ask('listen', company)).url}${SENT}`);
  await owners.ask('join', { urls, scenario, ...owning });
  await probes.ask('join', { urls, scenario, from: 0, to: PROBES, measured: 'yes' });
  await load.ask('join', { urls, scenario, from: PROBES, to: scenario.clients, measured: 'no' });
  const startMs = startSoon();
  await Promise.all([
    owners.ask('begin', { startMs, threshold, ...(ticks && { ticks }) }),
    probes.ask('begin', { startMs, measured: 'yes' }),
    load.ask('begin', { startMs, measured: 'no' }),
  ]);
  const { report, ...reading } = await measureWindow(
    hubs.map(({ role }) => role),
    { ...timing, startMs },
    { clear: () => probes.ask('clear'), report: () => probes.ask('report') },
  );
  const [sent, others] = await Promise.all([owners.ask('report'), load.ask('report')]);
  return {
    ...reading,
    errors: report.errors,
    latenciesMs: latencies(sent.sentMs, report.acceptedMs),
    batches: [...report.received, ...others.received],
    sentBytes: sent.sentBytes,
    statesPerS: (1000 * sent.states) / scenario.fleet.robots / (timing.warmUpMs + timing.windowMs),
  };
}

/** Joins what the owner logged (sequence number, time) with what the watchers did (robot, sequence number, time). */
function latencies(sentMs: readonly Float64Array[], acceptedMs: Float64Array): Float64Array {
  const bySeq = sentMs.map((pairs) => new Map(Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[2 * i], pairs[2 * i + 1]])));
  const found: number[] = [];
  for (let i = 0; i < acceptedMs.length; i += 3) {
    const sent = bySeq[acceptedMs[i] as number]?.get(acceptedMs[i + 1] as number);
    if (sent !== undefined) found.push((acceptedMs[i + 2] as number) - sent);
  }
  return Float64Array.from(found);
}
