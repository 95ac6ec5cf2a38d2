/** How a whole test run is judged, seen with real runs of tests that are flaky, empty or broken on purpose. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../scripts/test-report.mjs';
import { judge } from '../../scripts/test-verdict.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** All that the configuration of Vitest needs. */
const copied = [
  'package.json',
  'vitest.config.ts',
  'tests/seeded-properties.ts',
  'tests/seed.ts',
  'tests/waiting-time.ts',
  'tests/mutants/replaced-module.mjs',
  'src/simulator/start-seed.ts',
];
const SLOW = { timeout: 120_000 };

const FLAKY = `import { expect, it } from 'vitest';
let tries = 0;
it('passes at its second try', () => expect(++tries).toBe(2));
`;
const EMPTY = `import { it } from 'vitest';
it('asserts nothing', () => {});
`;
const PASSING = `import { expect, it } from 'vitest';
it('passes', () => expect(1).toBe(1));
`;
const BROKEN = `import './nothing.ts';\n${PASSING}`;

/** Runs these files in the groups of the project, and judges the run as \`npm test\` does. */
function judged(files: Readonly<Record<string, string>>): ReturnType<typeof judge> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'judged-'));
  try {
    for (const path of copied) cpSync(join(root, path), join(folder, path));
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
    const report = join(folder, 'report.json');
    const reporter = `--reporter=${join(root, 'scripts/test-report.mjs')}`;
    const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, reporter];
    const env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))),
      MANYHANDS_TEST_REPORT: report,
    };
    const { stdout, stderr } = spawnSync(process.execPath, vitest, { cwd: folder, env, encoding: 'utf8' });
    if (!existsSync(report)) throw new Error(`Vitest left no report:\n${stdout}${stderr}`);
    return judge([JSON.parse(readFileSync(report, 'utf8'))], {});
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a run with tests that pass only at their second try', () => {
  it('is red if one is in a group without second tries', SLOW, () => {
    for (const path of ['src/core/world/flaky.test.ts', 'src/hub/flaky.test.ts', 'src/storage/flaky.test.ts'])
      expect(judged({ [path]: FLAKY, 'src/core/bus/passing.test.ts': PASSING }), path).toMatchObject({ passed: 1, failed: 1 });
  });

  it('is green if one drives a browser, and names it', SLOW, () => {
    const { passed, failed, lines } = judged({ 'tests/browser/flaky.test.ts': FLAKY });
    expect({ passed, failed }).toEqual({ passed: 1, failed: 0 });
    expect(lines).toContain('passed at its second try: tests/browser/flaky.test.ts > passes at its second try');
  });

  it('is red if three drive a browser', SLOW, () => {
    const { passed, failed, lines } = judged(
      Object.fromEntries([1, 2, 3].map((number) => [`tests/browser/flaky-${number}.test.ts`, FLAKY])),
    );
    expect({ passed, failed }).toEqual({ passed: 3, failed: 1 });
    expect(lines).toContain('failed: 3 tests needed a second try; more than 2 fail the run');
  });
});

describe('a run is red', () => {
  it('if a test asserts nothing', SLOW, () => {
    expect(judged({ 'src/core/bus/empty.test.ts': EMPTY })).toMatchObject({ passed: 0, failed: 1 });
  });

  it('if a file cannot be loaded', SLOW, () => {
    const { failed, lines } = judged({ 'src/core/bus/broken.test.ts': BROKEN });
    expect(failed).toBe(1);
    expect(lines).toContain('failed: src/core/bus/broken.test.ts could not be loaded or prepared');
  });

  const report = (seconds: number): Report => ({
    passed: 1,
    failed: 0,
    errors: 0,
    secondTries: [],
    files: [{ path: 'a.test.ts', group: 'units', seconds, isBroken: false }],
  });

  it('if a file takes over 30 s without a reason', () => {
    expect(judge([report(31)], {})).toMatchObject({ passed: 1, failed: 1 });
    expect(judge([report(31)], { 'a.test.ts': 'starts three servers' })).toMatchObject({ passed: 1, failed: 0 });
    expect(judge([report(29)], {})).toMatchObject({ passed: 1, failed: 0 });
  });

  it('if a part of it left no report, or threw an error outside of any test', () => {
    expect(judge([report(1), undefined], {})).toMatchObject({ passed: 1, failed: 1 });
    expect(judge([{ ...report(1), errors: 2 }], {})).toMatchObject({ passed: 1, failed: 1 });
  });
});
