import { cpSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from './child.mjs';
import { environmentWithNode24, findNode24, root } from './node24.mjs';

const FILES_OF_DEMOS = ['hub/demos/research-building', 'hub/demos/practice-cell', 'hub/demos/portraits'];

/** Compiles what has changed since the last time into dist/, bundles the page if it is stale, and gives the first exit code that is not 0. */
export async function compile() {
  const code = await run('node_modules/typescript/bin/tsc', ['--build', 'src/library', 'src/headless', 'src/hub', 'src/simulator']);
  // What the compiler does not take along: maps and pictures of a demo.
  for (const folder of FILES_OF_DEMOS) cpSync(join(root, 'src', folder), join(root, 'dist', folder), { recursive: true });
  return code === 0 && pageIsStale() ? run('node_modules/vite/bin/vite.js', ['build', '--logLevel', 'warn']) : code;
}

/**
 * @param {string} script
 * @param {readonly string[]} args
 */
function run(script, args) {
  const node = findNode24();
  return runToEnd(node, [join(root, script), ...args], { cwd: root, env: environmentWithNode24(node), stdout: 'to stderr' });
}

/** All that goes into the page. The lock file stands for the packages. */
const sourcesOfPage = ['src/web', 'src/core', 'src/platform', 'src/formats', 'src/transports', 'vite.config.ts', 'package-lock.json'];

function pageIsStale() {
  const bundle = join(root, 'dist/web/index.html');
  if (!existsSync(bundle)) return true;
  const builtMs = statSync(bundle).mtimeMs;
  return sourcesOfPage.some((source) => newestMs(join(root, source)) > builtMs);
}

/**
 * Folders count too: their time changes when a file in them is removed.
 * @param {string} path
 * @returns {number}
 */
function newestMs(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(status.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}
