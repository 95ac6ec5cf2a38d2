import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
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
  readonly mode: 'all' | 'stop-at-violation';
  /** Called for each seed as it ends, in no certain order. */
  readonly onReport: (report: SeedReport) => void;
}

/** Runs seeds on all cores, in processes of their own. */
export async function runCampaign(campaign: Campaign): Promise<void> {
  const workers: ChildProcess[] = [];
  const { step = 1 } = campaign;
  const stride = Math.max(1, Math.min(availableParallelism(), campaign.seeds));
  const end = campaign.from + step * campaign.seeds;
  const runs = Array.from({ length: stride }, async (_, i) => {
    const args = [...ROOM, campaign.worker, String(campaign.from + step * i), String(end), String(step * stride), campaign.mode];
    const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    workers.push(worker);
    const complaints: string[] = [];
    worker.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
    const exited = new Promise<number | null>((resolve) => worker.on('exit', resolve));
    for await (const line of createInterface({ input: worker.stdout })) {
      const report: SeedReport = JSON.parse(line);
      campaign.onReport(report);
      if (campaign.mode === 'stop-at-violation' && report.violations.length > 0) for (const other of workers) other.kill();
    }
    const code = await exited;
    if (code !== 0 && code !== null) throw new WorkerError(`a worker ended with code ${code}: ${complaints.join('').slice(0, 2000)}`);
  });
  await Promise.all(runs);
}
