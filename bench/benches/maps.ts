/** Whether maps answer at once: what an editor waits for after each key. */
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startRole } from '../harness/conductor.ts';
import type { Comparison } from '../harness/result.ts';
import type { MapCompiler } from '../ours/map-compiler.ts';
import { MEMBERS } from '../ours/map-floor.ts';

/** What is slower is felt by who types. Of the processor: a compilation waits for nothing, and what others take meanwhile is not the map's. */
const COMPILE_MS = 50;

export const maps: Bench = async (options) => [await compiling(options)];

async function compiling({ runs, timing, say }: BenchOptions): Promise<Comparison> {
  const ours: number[] = [];
  for (let run = 1; run <= runs; run++) {
    await using compiler = startRole<MapCompiler>('ours/map-compiler.ts');
    const { firstMs, medianMs, p99Ms, processorMs, times } = await compiler.ask('compile', timing);
    ours.push(processorMs);
    say(
      `run ${run}: a compilation takes ${processorMs.toFixed(1)} ms of the processor; by the clock ${medianMs.toFixed(1)} ms (median of ${times}) ` +
        `and ${p99Ms.toFixed(1)} ms (p99), the first of the process ${firstMs.toFixed(1)} ms`,
    );
  }
  const metric = `a floor of ${MEMBERS} members, compiled with all checks, ms of processor`;
  return { bench: 'maps', metric, ours, peer: ours.map(() => COMPILE_MS), peerName: 'what nobody feels', gate: 1 };
}
