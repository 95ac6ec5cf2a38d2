/**
 * `npm test [-- FILTER]`: installs all that tests need, then builds, and runs checks and tests side by side, whatever fails on the way, and ends
 * with a line of counts. FILTER and further arguments are Vitest's.
 */
import { startSeed } from '../tests/seed.ts';
import { runChecks } from './checks.mjs';
import { stopWhenNpmIsStopped } from './child.mjs';
import { compile } from './compile.mjs';
import { say, step } from './progress.mjs';
import { installSystemPackages } from './system-packages.mjs';
import { runTests } from './test-lanes.mjs';
import { judge } from './test-verdict.mjs';

stopWhenNpmIsStopped();
await installSystemPackages();
// For all processes that tests start.
process.env.MANYHANDS_SEED = String(startSeed);
say(`random tests start from seed ${startSeed}; MANYHANDS_SEED=${startSeed} npm test repeats them`);
const built = (await step('build', compile)) === 0;
// The compiler writes where the build does: one after the other.
const [checks, reports] = await Promise.all([step('checks', runChecks), runTests(process.argv.slice(2))]);
const tests = judge(reports);
for (const line of tests.lines) console.log(line);

const passed = checks.passed + Number(built) + tests.passed;
const failed = checks.failed + Number(!built) + tests.failed;
if (tests.passed + tests.failed === 0) say('no test ran');
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && tests.passed > 0 ? 0 : 1;
