/** The same world, robots and people over one, two and three hubs on one bus and one database: what it costs to have more of them. */
import { THRESHOLD } from '../../src/core/world/dead-reckoning.ts';
import { PrivateNats } from '../../src/transports/nats/private-nats.contract.ts';
import { PrivatePostgres } from '../../tests/processes/private-postgres.ts';
import { type Bench, cpuPerS, DEGREE, measureWithin } from '../harness/bench.ts';
import { prioritise } from '../harness/conductor.ts';
import type { Comparison } from '../harness/result.ts';
import type { Scenario } from '../harness/scenario.ts';
import { measureManyhands } from '../ours/manyhands.ts';

const scenario: Scenario = {
  fleet: { seed: 5, robots: 200, arenaM: 90, temper: 'driven' },
  clients: 150,
  tickMs: 50,
  // That nobody misses anything: how exactly they see it is for the other benches to say, and three hubs and all who are there share this machine.
  bound: { lengthM: 0.3, angleRad: 20 * DEGREE },
  sight: { radiusM: 25, cellM: 16 },
};
/** So that every hub has as many owners at its door, whether there are one, two or three. */
const ROBOTS_PER_OWNER = 17;
const COUNTS = [1, 2, 3] as const;
const NAMES = ['one', 'two', 'three'] as const;
const GATE = 1.2;

type Count = (typeof COUNTS)[number];

interface Measured {
  /** Of all hubs together. */
  readonly cpuMsPerS: number;
  readonly bytesPerS: number;
}

export const hubs: Bench = async (options) => {
  const { runs, timing, say } = options;
  await using nats = await PrivateNats.start({ servers: 1 });
  for (const { process: server } of nats.processes) if (server.pid !== undefined) prioritise(server.pid, 'normal');
  await using postgres = await PrivatePostgres.start();
  const found: Record<Count, Measured[]> = { 1: [], 2: [], 3: [] };
  let spaces = 0;
  for (let run = 1; run <= runs; run++) {
    // Another number comes first in each run: a machine that gets busier must not look like more hubs.
    for (let turn = 0; turn < COUNTS.length; turn++) {
      const count = COUNTS[(run + turn - 1) % COUNTS.length] as Count;
      const measured = await measureWithin(scenario.bound, `${count} of ${COUNTS.length} hubs`, options, async () => {
        // New ones each time: nobody hears anything of a measurement that was made before.
        const shared = { bus: `nats://${nats.addresses.join(',')}/bench-${++spaces}`, db: await postgres.emptyDatabase() };
        const companies = NAMES.slice(0, count).map((name) => ({ ...shared, name }));
        return measureManyhands(scenario, THRESHOLD, timing, { hubs: companies, robotsPerOwner: ROBOTS_PER_OWNER, ticks: 'apart' });
      });
      found[count].push({
        cpuMsPerS: cpuPerS(measured.cpuMs, timing) / scenario.clients,
        bytesPerS: (measured.bytesOut * 1000) / timing.windowMs / scenario.clients,
      });
      const { cpuMsPerS, bytesPerS } = found[count].at(-1) as Measured;
      say(
        `run ${run}, ${count} ${count === 1 ? 'hub' : 'hubs'}: ${cpuMsPerS.toFixed(2)} ms/s of processor and ${bytesPerS.toFixed(0)} B/s for each client` +
          ` (${measured.statesPerS.toFixed(1)} states/s a robot)`,
      );
    }
  }
  return [2, 3].flatMap((count) => [
    comparison(`CPU of ${count} hubs, ms/s for each client`, found, count as Count, ({ cpuMsPerS }) => cpuMsPerS),
    comparison(`bytes at the doors of ${count} hubs, per s and client`, found, count as Count, ({ bytesPerS }) => bytesPerS),
  ]);
};

const comparison = (
  metric: string,
  found: Record<Count, readonly Measured[]>,
  count: Count,
  of: (measured: Measured) => number,
): Comparison => ({
  bench: 'hubs',
  metric,
  ours: found[count].map(of),
  peer: found[1].map(of),
  peerName: 'one hub on the same bus',
  gate: GATE,
});
