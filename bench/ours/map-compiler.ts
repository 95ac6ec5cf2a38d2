/** Compiles a large map again and again, in a process of its own, as an editor does after each key. */
import { compileEdl } from '../../src/core/maps/maps.ts';
import { processorMs } from '../harness/processor-time.ts';
import { serveRole } from '../harness/role.ts';
import { median, quantile } from '../harness/statistics.ts';
import { mapFloor } from './map-floor.ts';

interface Compiling {
  /** In a process that has never compiled a map. */
  readonly firstMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Of the processor: whoever else uses the machine is not in it. */
  readonly processorMs: number;
  readonly times: number;
}

const handlers = { compile };
export type MapCompiler = typeof handlers;
serveRole(handlers);

function compile({ warmUpMs, windowMs }: { readonly warmUpMs: number; readonly windowMs: number }): Compiling {
  const text = mapFloor();
  const once = (): { ms: number; processorMs: number } => {
    const before = { ms: performance.now(), processorMs: processorMs() };
    const { cfg, diagnostics } = compileEdl(text, { robotRadiusCm: 30 });
    const took = { ms: performance.now() - before.ms, processorMs: processorMs() - before.processorMs };
    // Whatever is wrong with it would be another floor to compile.
    if (cfg === undefined || diagnostics.length > 0) throw new Error(`the floor is not right: ${diagnostics[0]?.message}`);
    return took;
  };
  const first = once();
  const startMs = performance.now();
  while (performance.now() < startMs + warmUpMs) once();
  const measured: (typeof first)[] = [];
  while (performance.now() < startMs + warmUpMs + windowMs) measured.push(once());
  const times = measured.map(({ ms }) => ms);
  return {
    firstMs: first.ms,
    medianMs: median(times),
    p99Ms: quantile(times, 0.99),
    processorMs: median(measured.map((each) => each.processorMs)),
    times: measured.length,
  };
}
