/** One publisher and twenty subscribers over a real NATS server: what our rules cost on top of its client library. */
import { PrivateNats } from '../../src/transports/nats/private-nats.contract.ts';
import type { Bench } from '../harness/bench.ts';
import { type LineMeasured, measureLine } from '../harness/line-measurement.ts';

/** At least four fifths of the peer's throughput. */
const THROUGHPUT_GATE = 1.25;
const LATENCY_GATE = 1.3;

/** Ours of this kind beside the client library alone. */
export const besideRaw =
  (bench: string, ours: 'ours' | 'board'): Bench =>
  async ({ runs, timing, say }) => {
    await using nats = await PrivateNats.start({ servers: 1 });
    const found = { ours: [] as LineMeasured[], raw: [] as LineMeasured[] };
    for (let run = 1; run <= runs; run++) {
      for (const side of ['ours', 'raw'] as const) {
        const measured = await measureLine(side === 'ours' ? ours : 'raw', nats.addresses, timing);
        found[side].push(measured);
        say(`run ${run}, ${side}: p99 ${measured.p99Ms.toFixed(2)} ms, ${measured.msPerThousand.toFixed(1)} ms for 1,000 messages to all`);
      }
    }
    const compare = (metric: string, of: (measured: LineMeasured) => number, gate: number) => ({
      ...{ bench, metric, gate },
      ours: found.ours.map(of),
      peer: found.raw.map(of),
      peerName: 'raw nats.js',
    });
    return [
      compare('1 to 20, 128 bytes, 1 kHz, p99, ms', ({ p99Ms }) => p99Ms, LATENCY_GATE),
      compare('1 to 20, saturated, ms for 1,000', ({ msPerThousand }) => msPerThousand, THROUGHPUT_GATE),
    ];
  };

export const bus: Bench = besideRaw('bus', 'ours');
