import { processorMs } from './processor-time.ts';
import { median } from './statistics.ts';

export interface Repeated {
  /** Of the processor, for one time: the median. */
  readonly processorMs: number;
  readonly times: number;
  /** What came of it, the same each time. */
  readonly result: number;
}

/** What runs in less than this is measured several times at once. */
const LEAST_MS = 2;

/** Does it over and over, first to have it compiled, then for the window. */
export function repeated({ warmUpMs, windowMs }: { readonly warmUpMs: number; readonly windowMs: number }, work: () => number): Repeated {
  const result = work();
  const start = performance.now();
  let [atOnce, measured] = [1, 0];
  const times: number[] = [];
  while (performance.now() < start + warmUpMs + windowMs || times.length === 0) {
    const before = processorMs();
    for (let each = 0; each < atOnce; each++) if (work() !== result) throw new Error('it does not come to the same each time');
    const took = processorMs() - before;
    if (performance.now() < start + warmUpMs) atOnce = took < LEAST_MS ? atOnce * 2 : atOnce;
    else times.push(took / atOnce);
    measured += atOnce;
  }
  return { processorMs: median(times), times: measured, result };
}
