/** Whether the Blackboard panel costs frames: a thousand changing values in it, against a page without it. */
import type { Bench } from '../harness/bench.ts';
import { ratesOfPage } from '../ours/board-page.ts';

const VALUES = 1000;

export const boardPage: Bench = async ({ runs, timing, say }) => {
  const [ours, peer]: [number[], number[]] = [[], []];
  for (let run = 1; run <= runs; run++) {
    const { emptyPerS, panelPerS, writtenPerS } = await ratesOfPage(VALUES, Math.max(5000, timing.windowMs));
    // As times, so that less is better: within 10 % of the rate.
    ours.push(1000 / panelPerS);
    peer.push(1000 / emptyPerS);
    say(
      `run ${run}: ${panelPerS.toFixed(1)} frames a second with ${writtenPerS.toFixed(0)} values a second, ${emptyPerS.toFixed(1)} on an empty page`,
    );
  }
  const metric = `a frame of the page, ${VALUES} changing values in the panel, ms`;
  return [{ bench: 'board-page', metric, ours, peer, peerName: 'empty page', gate: 1 / 0.9 }];
};
