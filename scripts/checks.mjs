import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installPackages } from './install.mjs';
import { environmentWithNode24, findNode24, root } from './node24.mjs';
import { say, secondsSince } from './progress.mjs';

const biome = 'node_modules/@biomejs/biome/bin/biome';

/** All that is verified without running the product. To add one: a program that exits with 0 or prints what is wrong. */
const checks = [
  { name: 'format', command: [biome, 'format', '--error-on-warnings', '.'] },
  { name: 'lint', command: [biome, 'check', '--formatter-enabled=false', '--error-on-warnings', '.'] },
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '--build'] },
  // A package of its own, which the types of the product do not see: what calls them wrongly would be found by whoever measures.
  { name: 'bench', command: ['node_modules/typescript/bin/tsc', '--project', 'bench'] },
  { name: 'arrows', command: ['scripts/arrows.ts'] },
  { name: 'grammars', command: ['scripts/grammars.ts', '--check'] },
  { name: 'tidy', command: ['scripts/tidy.ts'] },
];

/**
 * Runs all checks at once, each to its end whatever the others find, and says how each went.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks() {
  const node = findNode24();
  await installPackages(join(root, 'bench'));
  const outcomes = await Promise.all(checks.map((check) => runCheck(node, check)));
  const passed = outcomes.filter((outcome) => outcome).length;
  return { passed, failed: outcomes.length - passed };
}

/**
 * @param {string} node
 * @param {{ name: string, command: string[] }} check
 */
async function runCheck(node, { name, command }) {
  const startMs = Date.now();
  const { code, output } = await capture(node, command);
  const passed = code === 0;
  say(`check ${name.padEnd(8)} ${passed ? 'ok    ' : 'FAILED'} ${secondsSince(startMs)}`);
  if (!passed) say(output.trimEnd());
  return passed;
}

/**
 * @param {string} node
 * @param {string[]} command
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function capture(node, [script = '', ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [join(root, script), ...args], {
      cwd: root,
      env: environmentWithNode24(node),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const append = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
