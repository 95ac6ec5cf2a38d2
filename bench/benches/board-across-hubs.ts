/** A sensor at one hub's door and who is bound to it at another's, on a real NATS server: how late it is told, and by how much the age it is given is more than the truth. */
import { PrivateNats } from '../../src/transports/nats/private-nats.contract.ts';
import { SENT } from '../../src/transports/socket/close-reason.ts';
import { PrivatePostgres } from '../../tests/processes/private-postgres.ts';
import type { Bench } from '../harness/bench.ts';
import { prioritise, startRole } from '../harness/conductor.ts';
import type { Comparison } from '../harness/result.ts';
import { pause } from '../harness/role.ts';
import type { Timing } from '../harness/scenario.ts';
import { quantile } from '../harness/statistics.ts';
import type { BoardVisitor } from '../ours/board-visitor.ts';
import type { Company, HubServer } from '../ours/hub-server.ts';

/** From a sensor to whoever is bound to it, in paper 5. */
const PAPER_MS = 20;
const MOST_OVERSTATED_MS = 5;
/** Until clocks have been compared often enough to be sure of. */
const SETTLE_MS = 3000;
/** What passes between two readings of one clock by one process. */
const EXACT_MS = 0.15;

interface Found {
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly overstatedMs: number;
  readonly leastMs: number;
  readonly values: number;
}

export const acrossHubs: Bench = async ({ runs, timing, say }) => {
  await using nats = await PrivateNats.start({ servers: 1 });
  for (const { process: server } of nats.processes) if (server.pid !== undefined) prioritise(server.pid, 'normal');
  await using postgres = await PrivatePostgres.start();
  const found: Found[] = [];
  for (let run = 1; run <= runs; run++) {
    const shared = { bus: `nats://${nats.addresses.join(',')}/board-${run}`, db: await postgres.emptyDatabase() };
    const one = await measure(shared, timing);
    found.push(one);
    say(
      `run ${run}: ${one.p99Ms.toFixed(2)} ms from the write to the handler across two hubs (median ${one.medianMs.toFixed(2)} ms), age overstated by ${one.overstatedMs.toFixed(2)} ms, both p99 of ${one.values} values (at least by ${one.leastMs.toFixed(2)} ms)`,
    );
  }
  const compare = (metric: string, of: (one: Found) => number, limitMs: number, peerName: string): Comparison => ({
    ...{ bench: 'board', metric, peerName, gate: 1 },
    ours: found.map(of),
    peer: found.map(() => limitMs),
  });
  return [
    compare('sensor write to bound handler across two hubs, p99, ms', ({ p99Ms }) => p99Ms, PAPER_MS, 'paper 5'),
    compare('overstated age across two hubs, p99, ms', ({ overstatedMs }) => overstatedMs, MOST_OVERSTATED_MS, 'the limit on loopback'),
  ];
};

async function measure(shared: Omit<Company, 'name'>, { warmUpMs, windowMs }: Timing): Promise<Found> {
  await using one = startRole<HubServer>('ours/hub-server.ts');
  await using other = startRole<HubServer>('ours/hub-server.ts');
  await using sensor = startRole<BoardVisitor>('ours/board-visitor.ts');
  await using reader = startRole<BoardVisitor>('ours/board-visitor.ts');
  // As if another hub had sent them: so they stay where they come.
  const at = async (hub: typeof one, name: string) => `${(await hub.ask('listen', { ...shared, name })).url}${SENT}`;
  await sensor.ask('join', { url: await at(one, 'one'), name: 'sensor' });
  await reader.ask('join', { url: await at(other, 'two'), name: 'reader' });
  await reader.ask('bind');
  await pause(SETTLE_MS);
  await sensor.ask('write', { forMs: warmUpMs });
  await reader.ask('heard');
  const certain = new Set(await sensor.ask('write', { forMs: windowMs }));
  const { writtenMs, lateMs, overstatedMs } = await reader.ask('heard');
  const least = quantile(
    overstatedMs.filter((_, i) => certain.has(writtenMs[i] as number)),
    0,
  );
  if (least < -EXACT_MS) throw new Error(`an age was ${-least} ms less than the truth`);
  return {
    medianMs: quantile(lateMs, 0.5),
    p99Ms: quantile(lateMs, 0.99),
    overstatedMs: quantile(overstatedMs, 0.99),
    leastMs: least,
    values: lateMs.length,
  };
}
