/** One publisher and twenty subscribers over a real NATS server: what our rules cost on top of its client library. */
import { PrivateNats } from '../../src/transports/nats/private-nats.contract.ts';
import type { Bench } from '../harness/bench.ts';
import { prioritise } from '../harness/conductor.ts';
import { type LineMeasured, measureLines } from '../harness/line-measurement.ts';

/** At least four fifths of the peer's throughput. */
const THROUGHPUT_GATE = 1.25;
const LATENCY_GATE = 1.3;

/** Ours of this kind beside the client library alone. */
export const besideRaw =
  (bench: string, ours: 'ours' | 'board'): Bench =>
  async ({ runs, timing, say }) => {
    await using nats = await PrivateNats.start({ servers: 1 });
    for (const { process: server } of nats.processes) if (server.pid !== undefined) prioritise(server.pid, 'normal');
    const found = { ours: [] as LineMeasured[], raw: [] as LineMeasured[] };
    for (let run = 1; run <= runs; run++) {
      const [us, raw] = await measureLines([ours, 'raw'], nats.addresses, timing);
      found.ours.push(us);
      found.raw.push(raw);
      say(`run ${run}, ours: ${described(us)}`);
      say(`run ${run}, raw:  ${described(raw)}`);
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

const described = ({ p99Ms, msPerThousand, cpuUsPerDelivery }: LineMeasured): string =>
  `p99 ${p99Ms.toFixed(3)} ms, ${msPerThousand.toFixed(1)} ms for 1,000 messages to all, ${cpuUsPerDelivery.toFixed(2)} us of processor for each that is delivered`;

export const bus: Bench = besideRaw('bus', 'ours');
