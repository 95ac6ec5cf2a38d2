import type { ErrorBound, ErrorSummary } from './error-log.ts';
import type { Comparison } from './result.ts';
import type { Timing } from './scenario.ts';

export interface BenchOptions {
  readonly runs: number;
  readonly timing: Timing;
  /** Told how each measurement went. */
  readonly say: (line: string) => void;
  /** Told how far off each system was; throws if that is too far. */
  readonly check: (system: string, errors: ErrorSummary, bound: ErrorBound) => void;
}

/** Measures ours and the peers in turn, `runs` times, and gives what was found for each metric and peer. */
export type Bench = (options: BenchOptions) => Promise<readonly Comparison[]>;

export const DEGREE = Math.PI / 180;

/** Milliseconds of the processor for each second of the window: a thousand is one core. */
export const cpuPerS = (cpuMs: number, { windowMs }: Timing): number => (cpuMs * 1000) / windowMs;
