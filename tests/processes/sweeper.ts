import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Reads lines "started PID" and "ended PID". At the end of its input it kills what has started and not ended, and removes the folder, which
 * a browser that was killed may write to for another moment.
 */
const SWEEP = `
running=
while read -r what which; do
  kept=
  for each in $running; do
    [ "$each" = "$which" ] || kept="$kept $each"
  done
  running=$kept
  [ "$what" = ended ] || running="$running $which"
done
[ -z "$running" ] || kill -9 $running
for each in 1 2 3 4 5; do
  rm -rf "$1" 2>/dev/null && exit
  sleep 1
done
rm -rf "$1"
`;

/** A shell that outlives this process, and what it removes then. */
interface Sweeper {
  readonly shell: ChildProcess;
  readonly folder: string;
}

let started: Sweeper | undefined;

/**
 * Its input ends when this process does, in whatever way: a test worker that is stopped by a signal runs no code of its own at its end. It is
 * in a session of its own, where Ctrl-C does not reach it.
 */
function sweeper(): Sweeper {
  if (started) return started;
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-worker-'));
  const shell = spawn('sh', ['-c', SWEEP, 'sweeper', folder], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  shell.unref();
  // Whoever runs the tests has gone: a worker that goes on is of no use to anybody.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  started = { shell, folder };
  return started;
}

/** A folder that is gone after this process, if it was not removed before. */
export const temporaryFolder = (name: string): string => mkdtempSync(join(sweeper().folder, `${name}-`));

/** Kills this child when this process has ended before it. */
export function sweep(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  const { stdin } = sweeper().shell;
  stdin?.write(`started ${pid}\n`);
  child.once('close', () => stdin?.write(`ended ${pid}\n`));
}
