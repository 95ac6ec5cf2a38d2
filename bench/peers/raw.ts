/** Bare `ws`, measured once, with the messages that Manyhands sent in the run before. */
import { startRole } from '../harness/conductor.ts';
import { measureWindow, startSoon } from '../harness/measurement.ts';
import type { Reading } from '../harness/meter.ts';
import { PROBES, type Scenario, type Timing } from '../harness/scenario.ts';
import type { RawClients } from './raw-clients.ts';
import type { Batch } from './raw-messages.ts';
import type { RawServer } from './raw-server.ts';

export interface Traffic {
  readonly batches: readonly Batch[];
  /** What goes to the server in each tick. */
  readonly sentBytes: readonly number[];
}

/** `broadcast`: the server sends by its own clock. `relay`: a producer's message makes it send. */
export async function measureRaw(
  mode: 'broadcast' | 'relay',
  { clients, tickMs }: Scenario,
  traffic: Traffic,
  timing: Timing,
): Promise<Reading & { latenciesMs: Float64Array }> {
  await using server = startRole<RawServer>('peers/raw-server.ts');
  await using producer = startRole<RawClients>('peers/raw-clients.ts');
  await using probes = startRole<RawClients>('peers/raw-clients.ts');
  await using load = startRole<RawClients>('peers/raw-clients.ts', { priority: 'background' });
  const { url } = await server.ask('listen');
  await server.ask('prepare', { batches: traffic.batches });
  await probes.ask('join', { url, from: 0, to: PROBES, stamped: mode === 'relay' ? 'yes' : 'no' });
  await load.ask('join', { url, from: PROBES, to: clients, stamped: 'no' });
  const startMs = startSoon();
  if (mode === 'broadcast') await server.ask('begin', { startMs, tickMs });
  else await producer.ask('produce', { url, startMs, tickMs, sizes: traffic.sentBytes });
  const { report, ...reading } = await measureWindow(
    [server],
    { ...timing, startMs },
    { clear: () => probes.ask('clear'), report: () => probes.ask('report') },
  );
  return { ...reading, latenciesMs: report.latenciesMs };
}
