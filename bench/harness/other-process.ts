import { readFileSync } from 'node:fs';

/** What Linux counts in: a hundredth of a second. */
const TICK_MS = 10;

/** Milliseconds of processor that another process took so far, all its threads; undefined where the system does not tell. */
export function cpuMsOf(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  // Its name is in parentheses and may have spaces; the times are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
