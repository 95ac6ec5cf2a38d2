/** Whether maps answer at once: what an editor waits for after each key, and what the monitor takes of each frame. */
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startRole } from '../harness/conductor.ts';
import type { Comparison } from '../harness/result.ts';
import { median, quantile } from '../harness/statistics.ts';
import type { MapCompiler } from '../ours/map-compiler.ts';
import { MEMBERS } from '../ours/map-floor.ts';
import { applyTimes, redrawTimes } from '../ours/map-page.ts';
import { framesOfMonitor } from '../ours/monitor-page.ts';

/** What is slower is felt by who types. Of the processor: a compilation waits for nothing, and what others take meanwhile is not the map's. */
const COMPILE_MS = 50;
const ROBOTS = 500;
/** Of script in a frame. */
const FRAME_MS = 4;

/** One frame of a screen: what is longer is seen as a stutter by who types. */
const REDRAW_MS = 16;
/** Until walls that somebody moved have moved for everybody. */
const APPLY_MS = 1000;
const EDITS = { quick: 10, strict: 30 };
const CHANGES = { quick: 3, strict: 8 };

export const maps: Bench = async (options) => [
  await compiling(options),
  await redrawing(options),
  await applying(options),
  await monitoring(options),
];

async function redrawing({ runs, rigour, say }: BenchOptions): Promise<Comparison> {
  const ours: number[] = [];
  for (let run = 1; run <= runs; run++) {
    const times = await redrawTimes(EDITS[rigour]);
    ours.push(median(times));
    say(
      `run ${run}: an edit takes ${median(times).toFixed(1)} ms of JavaScript (median of ${times.length}) and ${quantile(times, 0.9).toFixed(1)} ms (p90)`,
    );
  }
  const metric = `redraw after an edit of a floor of ${MEMBERS} members, ms of JavaScript on the processor`;
  return { bench: 'maps', metric, ours, peer: ours.map(() => REDRAW_MS), peerName: 'one frame', gate: 1 };
}

async function applying({ runs, rigour, say }: BenchOptions): Promise<Comparison> {
  const ours: number[] = [];
  for (let run = 1; run <= runs; run++) {
    const times = await applyTimes(CHANGES[rigour]);
    ours.push(Math.max(...times));
    say(
      `run ${run}: a map takes ${median(times).toFixed(0)} ms into the world of all (median of ${times.length}), ${Math.max(...times).toFixed(0)} ms at most`,
    );
  }
  const metric = 'walls that were moved in the map editor, seen by two pages and a participant without one, ms from the click to the last';
  return { bench: 'maps', metric, ours, peer: ours.map(() => APPLY_MS), peerName: 'what the issue allows', gate: 1 };
}

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

async function monitoring({ runs, timing, say }: BenchOptions): Promise<Comparison> {
  const ours: number[] = [];
  for await (const { times } of framesOfMonitor(ROBOTS, runs, Math.max(5000, timing.windowMs))) {
    ours.push(median(times));
    say(
      `run ${ours.length}: the monitor takes ${median(times).toFixed(2)} ms of script a frame (median of ${times.length}), ` +
        `${quantile(times, 0.9).toFixed(2)} ms (p90) where its lists change`,
    );
  }
  const metric = `a frame of the monitor, ${ROBOTS} robots that drive, median, ms of script`;
  return { bench: 'maps', metric, ours, peer: ours.map(() => FRAME_MS), peerName: 'budget', gate: 1 };
}
