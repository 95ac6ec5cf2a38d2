import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/**
 * Runs a program to its end on this terminal and gives its exit code. Signals for us are passed on, so that the child can shut down
 * cleanly while we wait for it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, stdout?: 'inherit' | 'to stderr', givesWay?: boolean }} [options] `givesWay`: it runs with what others leave of
 *   the processor.
 * @returns {Promise<number>}
 */
export function runToEnd(command, args, { env = process.env, cwd, stdout = 'inherit', givesWay = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['inherit', stdout === 'inherit' ? 'inherit' : 2, 'inherit'],
      shell: needsShell(command),
    });
    if (givesWay && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const stopPassing = passSignalsTo(child);
    child.once('error', (cause) => {
      stopPassing();
      reject(new Error(`${command} cannot be run`, { cause }));
    });
    child.once('exit', (code, signal) => {
      stopPassing();
      resolve(code ?? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)]);
    });
  });
}

/**
 * npm passes a SIGTERM on to the shell between it and us, which dies of it and tells nobody: we notice by having another parent.
 * Without npm nothing is watched, for then a process may well outlive whoever started it.
 */
export function stopWhenNpmIsStopped() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

/** @param {import('node:child_process').ChildProcess} child */
function passSignalsTo(child) {
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    // A terminal sends Ctrl-C to the child as well: passed on too, it would look like the impatient second one.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
}

/** On Windows npm and npx are scripts that only a shell can start. */
export const needsShell = (/** @type {string} */ command) => process.platform === 'win32' && /^np[mx]$/.test(command);
