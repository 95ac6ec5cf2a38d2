/** How long it takes from an operator's command until another client sees the robot move. */
import type { Bench } from '../harness/bench.ts';
import type { Comparison } from '../harness/result.ts';
import type { Timing } from '../harness/scenario.ts';
import { quantile } from '../harness/statistics.ts';
import { commandManyhands } from '../ours/commanding.ts';
import { commandRaw } from '../peers/raw-commanding.ts';

const COMMANDS_PER_S = 60;

export const command: Bench = async ({ runs, timing, say }) => {
  const comparisons: Comparison[] = [];
  for (const clients of [5, 50]) {
    const latency = { ours: [] as number[], raw: [] as number[] };
    for (let run = 1; run <= runs; run++) {
      const ours = quantile(await commandManyhands(clients, countsOf(timing)), 0.99);
      const raw = quantile(await commandRaw(clients, countsOf(timing)), 0.99);
      latency.ours.push(ours);
      latency.raw.push(raw);
      say(`run ${run}, ${clients} clients: manyhands p99 ${ours.toFixed(2)} ms, raw ws p99 ${raw.toFixed(2)} ms`);
    }
    const metric = `command to seen, ${clients} clients, p99, ms`;
    comparisons.push({ bench: 'command', metric, ours: latency.ours, peer: latency.raw, peerName: 'raw ws, same path', gate: 2 });
  }
  return comparisons;
};

const countsOf = ({ warmUpMs, windowMs }: Timing): { warmUp: number; measured: number } => ({
  warmUp: Math.ceil((warmUpMs / 1000) * COMMANDS_PER_S),
  measured: Math.ceil((windowMs / 1000) * COMMANDS_PER_S),
});
