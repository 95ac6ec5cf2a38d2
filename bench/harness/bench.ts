import { BoundMissedError, describeErrors, type ErrorBound, type ErrorSummary, isWithin } from './error-log.ts';
import type { Comparison } from './result.ts';
import type { Timing } from './scenario.ts';

export type Figure = Readonly<Record<string, number | string>>;

export interface BenchOptions {
  readonly runs: number;
  readonly timing: Timing;
  /** Told how each measurement went. */
  readonly say: (line: string) => void;
  /** Told what was found and is not judged: figures by name. */
  readonly show: (figure: Figure) => void;
  /** `quick` measures once, whatever comes of it. */
  readonly rigour: 'strict' | 'quick';
}

/** A neighbour on this machine may spoil a measurement: then it is made again. A wrong replica is wrong every time. */
const TRIES = 3;

/** Measures until the system was within the bound; throws BoundMissedError if it never is. */
export async function measureWithin<M extends { readonly errors: ErrorSummary }>(
  bound: ErrorBound,
  system: string,
  { say, rigour }: BenchOptions,
  measure: () => Promise<M>,
): Promise<M> {
  for (let attempt = 1; ; attempt++) {
    const measured = await measure();
    say(`${system}: ${describeErrors(measured.errors)}`);
    if (rigour === 'quick' || isWithin(measured.errors, bound)) return measured;
    if (attempt === TRIES) throw new BoundMissedError(system, bound);
  }
}

/** Measures ours and the peers in turn, `runs` times, and gives what was found for each metric and peer. */
export type Bench = (options: BenchOptions) => Promise<readonly Comparison[]>;

export const DEGREE = Math.PI / 180;

/** Milliseconds of the processor for each second of the window: a thousand is one core. */
export const cpuPerS = (cpuMs: number, { windowMs }: Timing): number => (cpuMs * 1000) / windowMs;
