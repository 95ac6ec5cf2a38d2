import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from './child.mjs';
import { environmentWithNode24, findNode24, root } from './node24.mjs';

/**
 * The groups of vitest.config.ts, in the order in which they run. Lanes of one stage run side by side, each in a Vitest of its own: those that mostly
 * wait leave the processor to the one that computes, which gives way to them.
 * @type {readonly (readonly Lane[])[]}
 */
const STAGES = [
  [
    { name: 'browser', groups: ['browser'] },
    // Tests that kill processes come last here: beside the servers' four workers their bounds on real time do not hold.
    { name: 'waiting', groups: ['servers', 'commands', 'killing'] },
    { name: 'computing', groups: ['units', 'long'], givesWay: true },
  ],
  [{ name: 'measuring', groups: ['measuring'] }],
];

/**
 * @typedef {{ name: string, groups: readonly string[], givesWay?: boolean }} Lane
 * @typedef {import('./test-report.mjs').Report} Report
 */

/**
 * Runs all tests, or those that the arguments choose. A Vitest that left no report gives none.
 * @param {readonly string[]} args Vitest's
 * @returns {Promise<(Report | undefined)[]>}
 */
export async function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-test-'));
  try {
    if (args.length > 0) return [await vitest(folder, 'all', args)];
    let isStopped = false;
    // The lanes are ended by the same signal: nothing may begin after them.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.once(signal, () => {
        isStopped = true;
      });
    const reports = [];
    for (const lanes of STAGES) if (!isStopped) reports.push(...(await Promise.all(lanes.map((lane) => runLane(folder, lane)))));
    return reports;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} folder
 * @param {Lane} lane
 */
const runLane = (folder, { name, groups, givesWay = false }) =>
  vitest(
    folder,
    name,
    groups.map((group) => `--project=${group}`),
    { givesWay },
  );

/**
 * @param {string} folder
 * @param {string} name
 * @param {readonly string[]} args
 * @param {{ givesWay?: boolean }} [options]
 * @returns {Promise<Report | undefined>}
 */
async function vitest(folder, name, args, { givesWay = false } = {}) {
  const report = join(folder, `${name}.json`);
  const node = findNode24();
  const reporter = `--reporter=${join(root, 'scripts/test-report.mjs')}`;
  await runToEnd(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', reporter, ...args], {
    cwd: root,
    env: {
      ...environmentWithNode24(node),
      MANYHANDS_TEST_REPORT: report,
      // Tests start hundreds of processes from the sources, each of which would strip their types and compile them again, for most of a second.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    },
    givesWay,
  });
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
}
