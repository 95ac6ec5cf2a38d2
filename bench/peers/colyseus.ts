/** Colyseus, measured once: a server, clients that are measured and clients for the load, each in a process of its own. */
import { startRole } from '../harness/conductor.ts';
import { type Measurement, measureWindow, startSoon, ticksOf } from '../harness/measurement.ts';
import { PROBES, type Scenario, type Timing } from '../harness/scenario.ts';
import type { ColyseusClients } from './colyseus-clients.ts';
import type { ColyseusServer } from './colyseus-server.ts';
import type { Precision } from './colyseus-state.ts';

export async function measureColyseus(scenario: Scenario, precision: Precision, timing: Timing): Promise<Measurement> {
  await using server = startRole<ColyseusServer>('peers/colyseus-server.ts');
  await using probes = startRole<ColyseusClients>('peers/colyseus-clients.ts');
  await using load = startRole<ColyseusClients>('peers/colyseus-clients.ts', { priority: 'background' });
  const { url } = await server.ask('listen', { scenario, precision, ticks: ticksOf(timing, scenario.tickMs) });
  await probes.ask('join', { url, scenario, from: 0, to: PROBES, measured: 'yes' });
  await load.ask('join', { url, scenario, from: PROBES, to: scenario.clients, measured: 'no' });
  const startMs = startSoon();
  await server.ask('begin', { startMs });
  const { report, ...reading } = await measureWindow(
    [server],
    { ...timing, startMs },
    { clear: () => probes.ask('clear'), report: () => probes.ask('report') },
  );
  return { ...reading, errors: report.errors };
}
