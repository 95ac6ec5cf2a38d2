/** What the script of a frame costs in a browser, WebGL excluded, in a world with a thousand entities of which most move. */
import type { Bench } from '../harness/bench.ts';
import { median } from '../harness/statistics.ts';
import { framesOfPage } from '../ours/page-frames.ts';

const ENTITIES = 1000;
/** Milliseconds of script a frame. */
const BUDGET_MS = 4;

export const page: Bench = async ({ runs, timing, say }) => {
  const ours: number[] = [];
  for (let run = 1; run <= runs; run++) {
    const { withoutGl, withGl } = await framesOfPage(ENTITIES, Math.ceil(timing.windowMs / 20));
    ours.push(median(withoutGl));
    say(`run ${run}: ${median(withoutGl).toFixed(2)} ms of script a frame, ${median(withGl).toFixed(2)} ms with the commands to WebGL`);
  }
  const metric = `script of a frame, ${ENTITIES} entities, median, ms`;
  return [{ bench: 'page', metric, ours, peer: ours.map(() => BUDGET_MS), peerName: 'budget', gate: 1 }];
};
