import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { SeedReport } from './scenario.ts';

export const WORKER: string = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** For what lives shortly, in megabytes: a seed makes much of that, and keeps little. */
const ROOM = ['--max-semi-space-size=32'];

export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

export interface Campaign {
  readonly worker: string;
  readonly from: number;
  readonly seeds: number;
  /** From one seed to the next. */
  readonly step?: number;
  /** Seeds that are left out; `seeds` counts the others. All are run if this is left out. */
  readonly isLeftOut?: (seed: number) => boolean;
  readonly mode: 'all' | 'stop-at-violation';
  /** Called for each seed as it ends, in no certain order. */
  readonly onReport: (report: SeedReport) => void;
}

/** Runs seeds on all cores, in processes of their own. Each is given the next seed when it is done with one: some take ten times as long as others. */
export async function runCampaign({ worker, from, seeds, step = 1, isLeftOut = () => false, mode, onReport }: Campaign): Promise<void> {
  const workers: ChildProcess[] = [];
  let given = 0;
  let next = from;
  const giveNext = (to: Writable) => {
    if (given++ >= seeds) {
      to.end();
      return;
    }
    while (isLeftOut(next)) next += step;
    to.write(`${next}\n`);
    next += step;
  };
  const runs = Array.from({ length: Math.max(1, Math.min(availableParallelism(), seeds)) }, async () => {
    const running = spawn(process.execPath, [...ROOM, worker], { stdio: ['pipe', 'pipe', 'pipe'] });
    workers.push(running);
    // One that has gone is told of by its exit code.
    running.stdin.on('error', () => undefined);
    const complaints: string[] = [];
    running.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
    const exited = new Promise<number | null>((resolve) => running.on('exit', resolve));
    giveNext(running.stdin);
    for await (const line of createInterface({ input: running.stdout })) {
      const report: SeedReport = JSON.parse(line);
      onReport(report);
      if (mode === 'stop-at-violation' && report.violations.length > 0) for (const other of workers) other.kill();
      else giveNext(running.stdin);
    }
    const code = await exited;
    if (code !== 0 && code !== null) throw new WorkerError(`a worker ended with code ${code}: ${complaints.join('').slice(0, 2000)}`);
  });
  await Promise.all(runs);
}
