/**
 * `npm test [-- FILTER]`: installs all that tests need, then runs checks, build and tests, whatever fails on the way, and ends with a
 * line of counts. FILTER and further arguments are vitest's.
 */
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { runToEnd, stopWhenNpmIsStopped } from './child.mjs';
import { compile } from './compile.mjs';
import { installPackages } from './install.mjs';
import { environmentWithNode24, findNode24, root } from './node24.mjs';
import { say, step } from './progress.mjs';
import { installSystemPackages } from './system-packages.mjs';

stopWhenNpmIsStopped();
await installPackages(root);
await installSystemPackages();
const checks = await step('checks', runChecks);
const built = (await step('build', compile)) === 0;
const tests = await runTests(process.argv.slice(2));

const passed = checks.passed + Number(built) + tests.passed;
const failed = checks.failed + Number(!built) + tests.failed;
if (tests.passed + tests.failed === 0) say('no test ran');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && tests.passed > 0 ? 0 : 1;

/**
 * The simulator needs all there is of two cores and no clock but its own: it goes on beside the other tests, which mostly wait, with what these leave.
 * @param {string[]} args
 */
async function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-test-'));
  try {
    if (args.length > 0) return await vitest(folder, 'all', args);
    const log = openSync(join(folder, 'simulator.log'), 'w');
    const [simulator, others] = await Promise.all([
      vitest(folder, 'simulator', ['--project=simulator'], { log }),
      vitest(folder, 'others', ['--project=!simulator']),
    ]);
    closeSync(log);
    console.log(readFileSync(join(folder, 'simulator.log'), 'utf8'));
    return { passed: simulator.passed + others.passed, failed: simulator.failed + others.failed };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {string[]} args
 * @param {{ log: number }} [beside]
 */
async function vitest(folder, name, args, beside) {
  const report = join(folder, `${name}.json`);
  const node = findNode24();
  const told = join(root, 'scripts/second-tries.mjs');
  const reporters = ['--reporter=default', `--reporter=${told}`, '--reporter=json', `--outputFile.json=${report}`];
  const code = await runToEnd(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args], {
    cwd: root,
    // Tests start hundreds of processes from the sources, each of which would strip their types and compile them anew, for most of a second.
    env: { ...environmentWithNode24(node), NODE_COMPILE_CACHE: join(folder, 'compiled') },
    ...(beside && { beside }),
  });
  return existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8')), code) : { passed: 0, failed: 1 };
}

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: { status: string }[] }[] }} Report
 * @param {Report} report
 * @param {number} code
 */
function count({ numPassedTests, numFailedTests, testResults }, code) {
  // A file that cannot be loaded, or made ready, has no failed test to count, and must not pass for having none.
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  const failed = numFailedTests + brokenFiles;
  // Vitest also fails for errors outside of any test, such as a promise nobody awaited.
  const failedOutside = code !== 0 && failed === 0 && numPassedTests > 0 ? 1 : 0;
  return { passed: numPassedTests, failed: failed + failedOutside };
}
