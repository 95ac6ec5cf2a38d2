/** One publisher and twenty subscribers over a real NATS server: what our rules cost on top of its client library. */
import { PrivateNats } from '../../src/transports/nats/private-nats.contract.ts';
import type { Bench } from '../harness/bench.ts';
import type { BusParties, LineKind } from '../harness/bus-parties.ts';
import { startRole } from '../harness/conductor.ts';
import type { Timing } from '../harness/scenario.ts';
import { quantile } from '../harness/statistics.ts';

const SUBSCRIBERS = 20;
const SATURATING = 20_000;
/** At least four fifths of the peer's throughput. */
const THROUGHPUT_GATE = 1.25;
const LATENCY_GATE = 1.3;

interface Measured {
  readonly p99Ms: number;
  /** For a thousand messages to all subscribers. */
  readonly msPerThousand: number;
}

export const bus: Bench = async ({ runs, timing, say }) => {
  await using nats = await PrivateNats.start({ servers: 1 });
  const found = { ours: [] as Measured[], raw: [] as Measured[] };
  for (let run = 1; run <= runs; run++) {
    for (const kind of ['ours', 'raw'] as const) {
      const measured = await measure(kind, nats.addresses, timing);
      found[kind].push(measured);
      say(`run ${run}, ${kind}: p99 ${measured.p99Ms.toFixed(2)} ms, ${measured.msPerThousand.toFixed(1)} ms for 1,000 messages to all`);
    }
  }
  const compare = (metric: string, of: (measured: Measured) => number, gate: number) => ({
    bench: 'bus',
    metric,
    ours: found.ours.map(of),
    peer: found.raw.map(of),
    peerName: 'raw nats.js',
    gate,
  });
  return [
    compare('1 to 20, 128 bytes, 1 kHz, p99, ms', ({ p99Ms }) => p99Ms, LATENCY_GATE),
    compare('1 to 20, saturated, ms for 1,000', ({ msPerThousand }) => msPerThousand, THROUGHPUT_GATE),
  ];
};

async function measure(kind: LineKind, servers: string[], { warmUpMs, windowMs }: Timing): Promise<Measured> {
  await using publisher = startRole<BusParties>('harness/bus-parties.ts');
  await using subscribers = startRole<BusParties>('harness/bus-parties.ts');
  await subscribers.ask('join', { kind, servers, count: SUBSCRIBERS });
  await publisher.ask('join', { kind, servers, count: 1 });
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
