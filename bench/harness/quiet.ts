import { cpus } from 'node:os';
import { pause } from './role.ts';

const LOOK_MS = 500;
/** Of all cores; above it latencies say more about the neighbours than about us. */
const BUSY_SHARE = 0.15;

/** A warning if something else keeps this machine busy; undefined if not. */
export async function noticeNeighbours(): Promise<string | undefined> {
  const before = times();
  await pause(LOOK_MS);
  const after = times();
  const busyShare = 1 - (after.idle - before.idle) / (after.all - before.all);
  if (busyShare <= BUSY_SHARE) return undefined;
  return `something else takes ${(busyShare * 100).toFixed(0)} % of this machine: latencies are not to be trusted, CPU times only roughly`;
}

function times(): { idle: number; all: number } {
  let idle = 0;
  let all = 0;
  for (const { times: spent } of cpus()) {
    idle += spent.idle;
    all += spent.idle + spent.user + spent.nice + spent.sys + spent.irq;
  }
  return { idle, all };
}
