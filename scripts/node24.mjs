/**
 * The project runs on Node 24, which runs TypeScript sources as they are. Where the host's Node is older, one is fetched with npm.
 * This file and all it imports run on Node 20.19.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { needsShell, runToEnd } from './child.mjs';
import { say } from './progress.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const wanted = 24;
const hostIsNewEnough = Number(process.versions.node.split('.')[0]) >= wanted;

/** The path of a Node that is new enough. */
export function findNode24() {
  if (hostIsNewEnough) return process.execPath;
  const known = recall();
  if (known !== undefined) return known;
  say(`this is Node ${process.versions.node}; getting Node ${wanted} with npx ...`);
  const npx = spawnSync('npx', ['--yes', '-p', `node@${wanted}`, '--', 'node', '-p', 'process.execPath'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: needsShell('npx'),
  });
  const path = npx.stdout?.trim();
  if (npx.status !== 0 || !path) {
    throw new Error(`Node ${wanted} is needed and npx could not get it (exit code ${npx.status}): install it by hand`, {
      cause: npx.error,
    });
  }
  remember(path);
  return path;
}

/** The environment for children: whatever asks for `node` in it, npm included, gets the new one. */
export function environmentWithNode24(node = findNode24()) {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
}

/**
 * Runs a file of this project as if it had been started by Node 24: in this process if that will do, so that a signal meets the program
 * itself, else in a child.
 * @param {string} file
 * @param {readonly string[]} args
 */
export async function runOnNode24(file, args) {
  if (hostIsNewEnough) {
    process.argv = [process.execPath, file, ...args];
    await import(pathToFileURL(file).href);
    return;
  }
  const node = findNode24();
  process.exitCode = await runToEnd(node, [file, ...args], { env: environmentWithNode24(node) });
}

// Asking npx takes a second at each start, so a clone keeps its answer. An installed package may lie where it must not write.
const memory = join(root, '.cache', `node${wanted}`);
const isClone = existsSync(join(root, 'src'));

function recall() {
  if (!existsSync(memory)) return undefined;
  const path = readFileSync(memory, 'utf8');
  return existsSync(path) ? path : undefined;
}

/** @param {string} path */
function remember(path) {
  if (!isClone) return;
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, path);
}
