/**
 * `npm run test:changed [-- REVISION]`: runs the checks and the tests that can reach what was changed since the branch left `main`, or since REVISION, and says
 * which tests it left out.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { runToEnd, stopWhenNpmIsStopped } from './child.mjs';
import { findNode24, root } from './node24.mjs';
import { say } from './progress.mjs';

/** These load what they test. All others start it in processes of their own, so imports do not tell what they reach. */
const LOADING = ['units', 'servers'];
const vitestFile = join(root, 'node_modules/vitest/vitest.mjs');

stopWhenNpmIsStopped();
const since = process.argv[2] ?? whereTheBranchBegan();
const changed = changedFiles(since);
say(`${changed.length} files changed since ${since.slice(0, 12)}`);

const inGroups = LOADING.map((group) => `--project=${group}`);
const reached = list(['--changed', since, ...inGroups]);
const others = list([]).filter(({ group }) => !LOADING.includes(group));
const changedThemselves = others.filter(({ path }) => changed.includes(path));
const chosen = [...reached, ...changedThemselves];

const [checks, code] = await Promise.all([runChecks(), chosen.length === 0 ? 0 : runVitest(chosen.map(({ path }) => path))]);
say(`ran ${counted(chosen)}, of those that load what was changed or were changed themselves`);
say(
  `left out ${counted(others.filter((file) => !changedThemselves.includes(file)))}, which start the product in processes of their own: npm test runs all`,
);
process.exitCode = checks.failed === 0 && code === 0 ? 0 : 1;

/** The commit that this branch shares with `main`: nothing that is on the server counts as changed. */
function whereTheBranchBegan() {
  const main = ['origin/main', 'main'].find((branch) => git('rev-parse', '--verify', '--quiet', branch).status === 0);
  if (main === undefined) throw new Error('there is no branch main: say since which revision, npm run test:changed -- REVISION');
  return git('merge-base', 'HEAD', main).stdout.trim();
}

/** @param {string} since */
function changedFiles(since) {
  const differing = git('diff', '--name-only', since);
  if (differing.status !== 0) throw new Error(`git knows no revision ${since}`);
  const added = git('ls-files', '--others', '--exclude-standard');
  return `${differing.stdout}${added.stdout}`.split('\n').filter((path) => path !== '');
}

/** @param {...string} args */
function git(...args) {
  const result = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (result.error) throw new Error('git cannot be run', { cause: result.error });
  return result;
}

/**
 * The test files that Vitest would run.
 * @param {readonly string[]} args
 * @returns {{ path: string, group: string }[]}
 */
function list(args) {
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-list-'));
  try {
    const answer = join(folder, 'files.json');
    const { status, stderr } = spawnSync(findNode24(), [vitestFile, 'list', '--filesOnly', `--json=${answer}`, ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`Vitest cannot list the tests:\n${stderr}`);
    /** @type {{ file: string, projectName: string }[]} */
    const files = JSON.parse(readFileSync(answer, 'utf8'));
    return files.map(({ file, projectName }) => ({ path: file.slice(root.length), group: projectName }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {readonly string[]} files */
function runVitest(files) {
  return runToEnd(findNode24(), [vitestFile, 'run', ...files], { cwd: root });
}

/** @param {readonly { group: string }[]} files */
function counted(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { group } of files) counts.set(group, (counts.get(group) ?? 0) + 1);
  return [...counts].map(([group, count]) => `${count} files of ${group}`).join(', ') || 'no test';
}
